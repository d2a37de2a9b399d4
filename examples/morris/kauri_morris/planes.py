"""What a seat sees of Nine Men's Morris, as bytes."""

from kauri.engine.machine import BytesWriter
from kauri.engine.planes import Part

from .rules import MorrisGame, MorrisState


def parts(_rules: MorrisGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("own", (24,), "1 where a man of one's own stands"),
        Part("other", (24,), "1 where a man of the other stands"),
        Part("hands", (2,), "men in one's own hand, and in the other's"),
        Part("quiet", (1,), "moves without a mill"),
        Part("turn", (2,), "1 for who is to act: oneself, the other"),
    ]


def write(state: MorrisState, seat: int, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    seats = (seat, 1 - seat)
    men = [owner == one for one in seats for owner in state.points]
    turn = [state.current_player() == one for one in seats]
    writer.write(bytes([*men, *(state.hands[one] for one in seats), state.quiet, *turn]))
