"""What tests of every game run over for Ashte Kashte."""

from tests.engine.games.ashte_kashte.plain import AshteKashte

PLAIN = AshteKashte

# The variants of the conformance suite.
WALKED = (
    "ashte-kashte",
    "ashte-kashte(seats=2)",
    "ashte-kashte(seats=2,turn_limit=1)",
    "ashte-kashte(passing=true,seats=2)",
    "ashte-kashte(passing=true,turn_limit=60)",
    "ashte-kashte(playout=true,seats=3)",
    "ashte-kashte(playout=true,turn_limit=60)",
    "ashte-kashte(passing=true,playout=true,seats=3,turn_limit=60)",
)

# How deep perft counts.
COUNTED = {
    "ashte-kashte": 9,
    "ashte-kashte(seats=2)": 9,
    "ashte-kashte(passing=true,seats=3)": 8,
    "ashte-kashte(playout=true,turn_limit=2)": 5,
}
