"""What a seat sees of Nim, as bytes."""

from kauri.engine.machine import BytesWriter
from kauri.engine.planes import Part

from .rules import NimGame, NimState


def parts(rules: NimGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("left", (1,), "counters left"),
        Part("turn", (rules.seats,), "1 for who is to act: oneself, then the others in turn"),
    ]


def write(state: NimState, seat: int, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    player, seats = state.current_player(), state.rules.seats
    turn = [player == (seat + place) % seats for place in range(seats)]
    writer.write(bytes([state.left, *turn]))
