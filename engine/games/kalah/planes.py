"""What a seat sees of Kalah, as bytes; see `engine.planes`."""

# An observation is written where the state's own fields are.
# ruff: noqa: SLF001

from engine.games.kalah.rules import KalahGame, KalahState
from engine.machine import BytesWriter, i64
from engine.planes import Part, byte, share, write_one


def parts(rules: KalahGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("own", (rules.pits + 1,), "seeds in one's own pits from the left, then in the store"),
        Part("other", (rules.pits + 1,), "the same of the other seat, from its own left"),
        Part("turn", (2,), "1 for who is to act: oneself, the other"),
        Part("quiet", (1,), "how much of the quiet limit is used up, of 255"),
    ]


def write(state: KalahState, seat: i64, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    rules, ring = state._rules, state._ring
    size = rules.across
    first = seat * size
    for place in range(first, first + size):
        writer.append(byte(ring[place]))
    first = size - first
    for place in range(first, first + size):
        writer.append(byte(ring[place]))
    player = state._player
    write_one(writer, player if player < 0 else player ^ seat, 2)
    writer.append(share(state._quiet, rules.quiet_limit))
