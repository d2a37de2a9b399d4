"""What the platform brings: the named variants with a leaderboard, and the house bots."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ShippedVariant:
    """A named variant: canonical key, name for people, slug for addresses."""

    key: str
    name: str
    slug: str


@dataclass(frozen=True)
class HouseBot:
    """A bot of `agents.samples` that everyone may enter."""

    sample: str
    name: str
    description: str


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

HOUSE_PLAYER = "house"

HOUSE_BOTS = (
    HouseBot("random", "Random", "Plays any legal action, each as likely as the others."),
    HouseBot(
        "greedy", "Greedy", "Takes what looks best after one action, and never looks further."
    ),
    HouseBot(
        "search", "Search", "Plays games to their end at random, and does what won most often."
    ),
)

OPENING_VARIANTS = ("kalah", "einstein")
OPENING_NAME = "Opening tournament"
OPENING_TIME_CONTROL = "bullet"

LADDERS = ("kalah", "einstein")
"""Leaderboards that begin with a ladder: one game without dice and one with, both quick to play.

Staff switch on the others, where a machine has time for them.
"""

LADDER_TIME_CONTROL = "bullet"
