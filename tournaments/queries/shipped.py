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
        "kalah-neural",
        "Kalah Neural",
        "Alpha-beta search on a value function that a network has learned from games against "
        "itself. Strength: stronger than Alpha-Beta.",
        opens=False,
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
        "einstein-neural",
        "EinStein Neural",
        "Looks several throws ahead, on a value function that a network has learned from games "
        "against itself. Strength: stronger than Star1.",
        opens=False,
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
        "pachisi-neural",
        "Pachisi Neural",
        "Looks several throws ahead, on a value function that a network has learned from games "
        "against itself. Strength: stronger than Star1.",
        opens=False,
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
        "ashte-kashte-neural",
        "Ashte Kashte Neural",
        "Looks several throws ahead, on a value function that a network has learned from games "
        "against itself. Strength: stronger than Star1.",
        opens=False,
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
        "Strength: strong.",
    ),
    HouseBot(
        "alquerque-neural",
        "Alquerque Neural",
        "Alpha-beta search like Alpha-Beta, which leans on a value function that a network has "
        "learned from games against itself. Strength: a little stronger than Alpha-Beta.",
        opens=False,
    ),
)
"""The samples, then the bots of one game each; in each game from the weakest to the strongest."""

OPENING_AT_ONCE = ("kalah", "einstein")
"""Opening tournaments that are over before the site opens; the workers play all others."""

OPENING_TIME_CONTROL = "bullet"

LADDER_TIME_CONTROL = "bullet"

MEASURED_CODE = {
    "random": "979272de5dc4b9eed70b3332f69cf4bd6eda2c4e61e9e4486fa999fe9d19f11b",
    "greedy": "2b7b57affe64fd9a73a35e6c30f7614a68b4c863b2087bf498d47e8e98b1787e",
    "kalah-glance": "5ec0d53f06500b47b2bee9c4d5d06c30a63b434f9a29697418eeb24c4ded7b9d",
    "einstein-glance": "f9c8d137473ec377064307b54e89abdd2c9be073c32300a62563c0c4b2ecc223",
    "pachisi-glance": "9cf135625e2a1bdd242bdaf036e126716cc668ae05954a207f6b6eb4ee8ed4a8",
    "ashte-kashte-glance": "17ff2af7d97c034d7b8c870d602460019c3dae8c0e8b4039d379c94a658011a3",
    "alquerque-glance": "a6a9f6ae0fc23f348b7dc4b115d5fd1dde885009904024ef54175891d2c8958a",
}
"""SHA-256 of the archives of the house bots whose strengths are stated below."""

STRENGTHS: dict[tuple[str, int], dict[str, int]] = {
    ("kalah", 1): {"greedy": 1500, "random": 1060, "kalah-glance": 1458},
    ("kalah(seeds=4)", 1): {"greedy": 1500, "random": 1014, "kalah-glance": 1467},
    ("kalah(sowing=cross)", 1): {"greedy": 1500, "random": 1032, "kalah-glance": 1311},
    ("einstein", 1): {"greedy": 1500, "random": 1303, "einstein-glance": 1684},
    ("einstein(setup=chosen)", 1): {"greedy": 1500, "random": 1278, "einstein-glance": 1655},
    ("pachisi(mode=two)", 1): {"greedy": 1500, "random": 1347, "pachisi-glance": 1804},
    ("pachisi", 1): {"greedy": 1500, "random": 1473, "pachisi-glance": 1544},
    ("pachisi(mode=teams)", 1): {"greedy": 1500, "random": 1463, "pachisi-glance": 1722},
    ("ashte-kashte(seats=2)", 1): {"greedy": 1500, "random": 1286, "ashte-kashte-glance": 2025},
    ("ashte-kashte", 1): {"greedy": 1500, "random": 1444, "ashte-kashte-glance": 1722},
    ("alquerque(mode=two)", 2): {"greedy": 1500},
    ("alquerque", 2): {"greedy": 1500},
    ("alquerque(mode=teams)", 2): {"greedy": 1500},
}
"""Strengths in Elo by variant and its rules version, as `python -m benchmarks.anchors` measures
them; Greedy is 1500, and another bot stands where its error is at most 25. They fix the level of
the leaderboards: see docs/23-ratings-and-standings.md.
"""
