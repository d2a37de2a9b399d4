"""What a new version plays against itself before it is accepted, here as on the server."""

from collections.abc import Collection

import engine
from agents import repertoire

MODES = (
    "kalah",
    "kalah(seeds=4)",
    "kalah(sowing=cross)",
    "einstein",
    "einstein(setup=chosen)",
    "pachisi",
    "pachisi(mode=two,turn_limit=100)",
    "pachisi(mode=teams,turn_limit=100)",
    "ashte-kashte",
    "ashte-kashte(seats=2,turn_limit=100)",
    "ashte-kashte(seats=3,turn_limit=100)",
    "alquerque",
    "alquerque(mode=two,quiet_limit=20)",
    "alquerque(mode=teams,quiet_limit=20)",
)
"""Every mode and every number of seats that the platform's leaderboards have.

The first of each game is played in full; the others of games that take long are cut short.
"""


def modes_of(entries: Collection[str]) -> list[engine.Game]:
    """The games that a check plays of a bot with these entries in its repertoire."""
    return repertoire.samples(entries, MODES)
