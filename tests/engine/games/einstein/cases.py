"""What tests of every game run over for EinStein."""

from tests.engine.games.einstein.plain import Einstein
from tests.engine.turning import points_turned

PLAIN = Einstein

# The variants of the conformance suite.
WALKED = (
    "einstein",
    "einstein(mirror=true)",
    "einstein(setup=chosen)",
    "einstein(setup=fixed)",
)

# How deep perft counts.
COUNTED = {
    "einstein": 2,
    "einstein(mirror=true)": 2,
    "einstein(setup=chosen)": 1,
    "einstein(setup=fixed)": 6,
}


def turned(text, seats):
    """A text as it reads where every seat, and the board with them, has moved on by one."""
    return points_turned(text, "abcde", seats)
