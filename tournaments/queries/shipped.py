"""What the platform ships: the named variants with a leaderboard, and the house bots."""

import uuid
from dataclasses import dataclass


@dataclass(frozen=True)
class ShippedVariant:
    """A named variant: canonical key, name for people, slug for addresses."""

    key: str
    name: str
    slug: str


@dataclass(frozen=True)
class HouseBot:
    """A bot of `agents.samples` or, for one game, of `agents.house`, that everyone may enter.

    `code` is its name there; one that `opens` plays the opening tournaments of its games.
    """

    code: str
    name: str
    description: str
    opens: bool = True


VARIANTS = (
    ShippedVariant("kalah", "Kalah (6,3)", "kalah-6-3"),
    ShippedVariant("kalah(seeds=4)", "Kalah (6,4)", "kalah-6-4"),
    ShippedVariant("kalah(sowing=cross)", "Cross-Kalah (6,3)", "cross-kalah-6-3"),
    ShippedVariant("einstein", "EinStein würfelt nicht", "einstein"),
    ShippedVariant(
        "einstein(setup=chosen)", "EinStein würfelt nicht, chosen set-up", "einstein-chosen"
    ),
    ShippedVariant("pachisi(mode=two)", "Pachisi for two", "pachisi-two"),
    ShippedVariant("pachisi", "Pachisi for four", "pachisi-four"),
    ShippedVariant("pachisi(mode=teams)", "Pachisi in teams", "pachisi-teams"),
    ShippedVariant("ashte-kashte(seats=2)", "Ashte Kashte for two", "ashte-kashte-two"),
    ShippedVariant("ashte-kashte", "Ashte Kashte for four", "ashte-kashte-four"),
    ShippedVariant("alquerque(mode=two)", "Alquerque grande for two", "alquerque-two"),
    ShippedVariant("alquerque", "Alquerque grande for four", "alquerque-four"),
    ShippedVariant("alquerque(mode=teams)", "Alquerque grande in teams", "alquerque-teams"),
)

NAMESPACE = uuid.UUID("6ad1f3a4-7c0e-4d55-9f0b-0d6a3d7f7c11")
"""Submission keys of the platform's own tournaments, so that each is opened only once."""

HOUSE_BOTS = (
    HouseBot(
        "random",
        "Random",
        "Plays any legal action, each as likely as the others. Strength: beginner.",
    ),
    HouseBot(
        "greedy",
        "Greedy",
        "Flat Monte Carlo: plays eight random games after each action, and takes the action that "
        "won most often. Strength: easy.",
    ),
    HouseBot(
        "search",
        "Search",
        "Monte-Carlo tree search (UCT), for any dice and number of seats: plays games to their end "
        "at random, and more of them where they go well. Strength: medium to strong.",
        opens=False,
    ),
    HouseBot(
        "kalah-glance",
        "Kalah Glance",
        "Looks one action ahead, and counts the seeds in the stores and rows. Strength: easy.",
    ),
    HouseBot(
        "kalah-endgame",
        "Kalah Endgame",
        "A glance at first. With nine seeds left in the pits it plays exactly. Strength: easy.",
        opens=False,
    ),
    HouseBot(
        "kalah-alphabeta",
        "Kalah Alpha-Beta",
        "Alpha-beta search with a transposition table, about ten actions deep. Strength: strong.",
    ),
    HouseBot(
        "einstein-glance",
        "EinStein Glance",
        "Looks one action ahead, and counts the steps to the corner by the faces of the die. "
        "Strength: medium.",
    ),
    HouseBot(
        "einstein-endgame",
        "EinStein Endgame",
        "A glance at first. With five stones left it plays exactly. Strength: medium.",
        opens=False,
    ),
    HouseBot(
        "einstein-star1",
        "EinStein Star1",
        "Expectiminimax with Star1 pruning: means over all throws. Strength: strong.",
    ),
    HouseBot(
        "pachisi-glance",
        "Pachisi Glance",
        "Looks one action ahead, and counts steps and the pieces that may be captured. "
        "Strength: strong.",
    ),
    HouseBot(
        "pachisi-star1",
        "Pachisi Star1",
        "Expectiminimax with Star1 pruning, and max^n among four sides. Strength: strong.",
    ),
    HouseBot(
        "ashte-kashte-glance",
        "Ashte Kashte Glance",
        "Looks one action ahead, and counts steps and the pieces that may be captured. "
        "Strength: strong.",
    ),
    HouseBot(
        "ashte-kashte-star1",
        "Ashte Kashte Star1",
        "Expectiminimax with Star1 pruning, and max^n among several sides. Strength: strong.",
    ),
    HouseBot(
        "alquerque-glance",
        "Alquerque Glance",
        "Looks one action ahead, and counts stones and those that may be captured. "
        "Strength: strong.",
    ),
    HouseBot(
        "alquerque-alphabeta",
        "Alquerque Alpha-Beta",
        "Alpha-beta search with a transposition table, which follows captures to their end. "
        "Strength: the strongest here.",
    ),
)
"""The samples, then the bots of one game each; in each game from the weakest to the strongest."""

OPENING_AT_ONCE = ("kalah", "einstein")
"""Opening tournaments that are over before the site opens; the workers play all others."""

OPENING_TIME_CONTROL = "bullet"

LADDERS = ("kalah", "einstein")
"""Leaderboards that begin with a ladder: one game without dice and one with, both quick to play.

Staff switch on the others, where a machine has time for them.
"""

LADDER_TIME_CONTROL = "bullet"

MEASURED_CODE = {
    "random": "7e7338a8c31ea711a04b48335c93f055dc74ba27bdbf9ffd533d7f3e80b64fa3",
    "greedy": "cfc3c9a8affe10f892bf0e81e86ec7a23db4f6e27312aedf6aab2227df4e5d99",
}
"""SHA-256 of the samples' texts whose strengths are stated below."""

STRENGTHS: dict[tuple[str, int], dict[str, int]] = {
    ("kalah", 1): {"greedy": 1500, "random": 1060},
    ("kalah(seeds=4)", 1): {"greedy": 1500, "random": 1014},
    ("kalah(sowing=cross)", 1): {"greedy": 1500, "random": 1032},
    ("einstein", 1): {"greedy": 1500, "random": 1303},
    ("einstein(setup=chosen)", 1): {"greedy": 1500, "random": 1278},
    ("pachisi(mode=two)", 1): {"greedy": 1500, "random": 1347},
    ("pachisi", 1): {"greedy": 1500, "random": 1473},
    ("pachisi(mode=teams)", 1): {"greedy": 1500, "random": 1463},
    ("ashte-kashte(seats=2)", 1): {"greedy": 1500, "random": 1286},
    ("ashte-kashte", 1): {"greedy": 1500, "random": 1444},
    ("alquerque(mode=two)", 2): {"greedy": 1500},
    ("alquerque", 2): {"greedy": 1500},
    ("alquerque(mode=teams)", 2): {"greedy": 1500},
}
"""Strengths in Elo by variant and its rules version, as `python -m benchmarks.anchors` measures
them; Greedy is 1500, and Random stands where its error is at most 25. They fix the level of the
leaderboards: see docs/23-ratings-and-standings.md.
"""
