"""What tests of every game run over for Pachisi."""

import re

from tests.engine.games.pachisi.plain import Pachisi

PLAIN = Pachisi

# The variants of the conformance suite: every option, and every pair of those that go together.
WALKED = (
    "pachisi",
    "pachisi(barriers=true,capture=forced,dice=2,mode=teams,turn_limit=60)",
    "pachisi(barriers=true,capture=forced,dice=2,mode=two,track=68,turn_limit=150)",
    "pachisi(barriers=true,capture=forced,dice=2,passing=true,track=68,turn_limit=60)",
    "pachisi(barriers=true,dice=2,mode=two,track=52,turn_limit=60)",
    "pachisi(barriers=true,dice=2,playout=true,turn_limit=150)",
    "pachisi(barriers=true,mode=teams,passing=true,track=68,turn_limit=60)",
    "pachisi(capture=forced,dice=2,passing=true,playout=true,track=52,turn_limit=60)",
    "pachisi(capture=forced,mode=two,passing=true,turn_limit=60)",
    "pachisi(capture=forced,passing=true,playout=true,track=68,turn_limit=150)",
    "pachisi(mode=teams,track=52,turn_limit=150)",
)

# How deep perft counts.
COUNTED = {
    "pachisi": 6,
    "pachisi(mode=two)": 6,
    "pachisi(dice=2,mode=two)": 4,
    "pachisi(capture=forced,mode=two,passing=true,track=52)": 6,
    "pachisi(barriers=true,dice=2,mode=teams)": 5,
    "pachisi(mode=two,turn_limit=3)": 7,
}


def turned(text, seats):
    """A text as it reads where every seat, and the board with them, has moved on by one."""
    return re.sub("[rbyg](?=[0-9])", lambda colour: "bygr"["rbyg".index(colour[0])], text)
