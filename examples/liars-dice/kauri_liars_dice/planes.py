"""What a seat sees of Liar's Dice, as bytes."""

from kauri.engine.machine import BytesWriter
from kauri.engine.planes import Part

from .rules import LiarsDiceGame, LiarsDiceState


def parts(rules: LiarsDiceGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("die", (rules.faces,), "1 for the face of one's own die"),
        Part("bid", (rules.call,), "1 for the last bid"),
        Part("bidder", (rules.seats,), "1 for who made it: oneself, then the others in turn"),
        Part("turn", (rules.seats,), "1 for who is to act, likewise"),
    ]


def write(state: LiarsDiceState, seat: int, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    rules, player = state.rules, state.current_player()
    turns = [(seat + turn) % rules.seats for turn in range(rules.seats)]
    seen = [state.dice[seat] == face for face in range(rules.faces)]
    seen += [state.bid == bid for bid in range(rules.call)]
    seen += [state.bidder == other for other in turns]
    writer.write(bytes([*seen, *(player == other for other in turns)]))
