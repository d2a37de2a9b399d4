"""What tests of every game run over for Kalah."""

from tests.engine.games.kalah.plain import Kalah

PLAIN = Kalah

# The variants of the conformance suite.
WALKED = (
    "kalah",
    "kalah(seeds=4)",
    "kalah(pits=1,seeds=12)",
    "kalah(pits=12,seeds=12)",
    "kalah(pits=2,seeds=1)",
    "kalah(sowing=cross)",
    "kalah(empty_capture=true)",
    "kalah(quiet_limit=2)",
    "kalah(quiet_limit=1,sowing=cross)",
    "kalah(empty_capture=true,sowing=cross)",
    "kalah(empty_capture=true,pits=4,quiet_limit=3,seeds=5,sowing=cross)",
)

# How deep perft counts.
COUNTED = {
    "kalah": 6,
    "kalah(seeds=4)": 6,
    "kalah(seeds=6)": 5,
    "kalah(pits=3,seeds=2)": 8,
    "kalah(pits=1,seeds=12)": 10,
    "kalah(pits=12,seeds=12)": 3,
    "kalah(sowing=cross)": 6,
    "kalah(pits=4,seeds=4,sowing=cross)": 6,
    "kalah(empty_capture=true)": 6,
    "kalah(pits=2,quiet_limit=2,seeds=5)": 8,
}


def turned(text, seats):
    """A text as it reads where every seat, and the board with them, has moved on by one."""
    return text.swapcase()
