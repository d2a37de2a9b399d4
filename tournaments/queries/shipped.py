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

OPENING_AT_ONCE = ("einstein",)
"""Opening tournaments that are over before the site opens; the workers play all others."""

OPENING_ALWAYS = (*OPENING_AT_ONCE, "kalah")
"""Opening tournaments that each site has, even one that is to open with few."""

OPENING_TIME_CONTROL = "bullet"

LADDER_TIME_CONTROL = "bullet"
