"""What tests of every game run over for Alquerque."""

from tests.engine.games.alquerque.plain import Alquerque
from tests.engine.turning import points_turned

PLAIN = Alquerque

# The variants of the conformance suite.
WALKED = (
    "alquerque",
    "alquerque(ending=quick)",
    "alquerque(capture=forced,ending=quick)",
    "alquerque(ending=quick,layout=blocks)",
    "alquerque(mode=teams)",
    "alquerque(mode=two)",
    "alquerque(capture=forced,layout=blocks,mode=teams)",
    "alquerque(capture=forced,quiet_limit=9)",
    "alquerque(capture=forced,mode=two,quiet_limit=5)",
    "alquerque(layout=blocks)",
    "alquerque(layout=blocks,mode=teams,quiet_limit=6)",
    "alquerque(ending=quick,layout=blocks,quiet_limit=4)",
)

# How deep perft counts.
COUNTED = {
    "alquerque": 5,
    "alquerque(ending=quick)": 7,
    "alquerque(ending=quick,layout=blocks)": 7,
    "alquerque(mode=teams)": 6,
    "alquerque(capture=forced,mode=teams)": 9,
    "alquerque(mode=two)": 4,
    "alquerque(capture=forced,mode=two,quiet_limit=2)": 4,
}


def turned(text, seats):
    """A text as it reads where every seat, and the board with them, has moved on by one."""
    return points_turned(text, "abcdefg", seats)
