"""What a seat sees of Nim, as bytes."""

from kauri.engine.machine import BytesWriter
from kauri.engine.planes import Part

from .rules import NimGame, NimState


def parts(_rules: NimGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("left", (1,), "counters left"),
        Part("turn", (2,), "1 for who is to act: oneself, the other"),
    ]


def write(state: NimState, seat: int, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    player = state.current_player()
    writer.write(bytes([state.left, player == seat, player == 1 - seat]))
