"""What the platform ships: the named variants with a leaderboard, and the house bots.

Games that are packages bring their own (`engine.shelf`).
"""

import uuid

from engine.shelf import HouseBot, Leaderboard, shelves

PACKAGES = [shelf for _info, shelf in shelves()]

VARIANTS = (
    Leaderboard("kalah", "Kalah (6,3)", "kalah-6-3"),
    Leaderboard("kalah(seeds=4)", "Kalah (6,4)", "kalah-6-4"),
    Leaderboard("kalah(sowing=cross)", "Cross-Kalah (6,3)", "cross-kalah-6-3"),
    Leaderboard("einstein", "EinStein würfelt nicht", "einstein"),
    Leaderboard(
        "einstein(setup=chosen)", "EinStein würfelt nicht, chosen set-up", "einstein-chosen"
    ),
    Leaderboard("pachisi(mode=two)", "Pachisi for two", "pachisi-two"),
    Leaderboard("pachisi", "Pachisi for four", "pachisi-four"),
    Leaderboard("pachisi(mode=teams)", "Pachisi in teams", "pachisi-teams"),
    Leaderboard("ashte-kashte(seats=2)", "Ashte Kashte for two", "ashte-kashte-two"),
    Leaderboard("ashte-kashte", "Ashte Kashte for four", "ashte-kashte-four"),
    Leaderboard("alquerque(mode=two)", "Alquerque grande for two", "alquerque-two"),
    Leaderboard("alquerque", "Alquerque grande for four", "alquerque-four"),
    Leaderboard("alquerque(mode=teams)", "Alquerque grande in teams", "alquerque-teams"),
    *(board for shelf in PACKAGES for board in shelf.leaderboards),
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
    *(bot for shelf in PACKAGES for bot in shelf.bots),
)
"""Bots of `agents.samples`, then those of one game each; in each game from the weakest on."""

HOUSE_NAMES = {bot.code: bot.name for bot in HOUSE_BOTS}
"""The names of the house bots, by their codes."""

OPENING_AT_ONCE = ("kalah", "einstein")
"""Opening tournaments that are over before the site opens; the workers play all others."""

OPENING_TIME_CONTROL = "bullet"

LADDER_TIME_CONTROL = "bullet"

MEASURED_CODE = {
    "random": "cde2e7bb25160ddede63cfc34cd8a192f83ed0fb44d0312eefa607faa03cb893",
    "greedy": "0edcdf46087225028a192f8588be2ffd6547e7237d95e8fb66403007390082ed",
    "kalah-glance": "78cb1f9f54b078ca12c753787d1d4739841af7dbd56b2d6c9dc22ac3bf67290f",
    "einstein-glance": "58fe452572291c033c794d38f3b8b0d25a0e74494b4d1b68b902af81fa93ccc0",
    "pachisi-glance": "f8a38cba8d5c3072bf800125e53670959ff23d834002bc3ebc87a8fef5a692fa",
    "ashte-kashte-glance": "73ead846c4af03aff29e08651e64089cf74f4b429969e7433c8246bf455049d4",
    "alquerque-glance": "0afcea8a71d2b2d1a15bd41db30acff69a070759941412c895e18217ac156f8c",
    **{bot.code: bot.sha256 for shelf in PACKAGES for bot in shelf.bots if bot.sha256},
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
    **{
        (board.key, info.rules_version): dict(board.strengths)
        for info, shelf in shelves()
        for board in shelf.leaderboards
    },
}
"""Strengths in Elo by variant and its rules version, as `python -m benchmarks.anchors` measures
them; Greedy is 1500, and another bot stands where its error is at most 25. They fix the level of
the leaderboards: see docs/23-ratings-and-standings.md.
"""
