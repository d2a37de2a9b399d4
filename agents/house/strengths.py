"""How strong the house bots are that do not look at their clock: anchors of ratings."""

import hashlib

from agents import house
from engine import Game
from engine.shelf import shelves

MEASURED_CODE = {
    "random": "cde2e7bb25160ddede63cfc34cd8a192f83ed0fb44d0312eefa607faa03cb893",
    "greedy": "0edcdf46087225028a192f8588be2ffd6547e7237d95e8fb66403007390082ed",
    "kalah-glance": "78cb1f9f54b078ca12c753787d1d4739841af7dbd56b2d6c9dc22ac3bf67290f",
    "einstein-glance": "58fe452572291c033c794d38f3b8b0d25a0e74494b4d1b68b902af81fa93ccc0",
    "pachisi-glance": "f8a38cba8d5c3072bf800125e53670959ff23d834002bc3ebc87a8fef5a692fa",
    "ashte-kashte-glance": "73ead846c4af03aff29e08651e64089cf74f4b429969e7433c8246bf455049d4",
    "alquerque-glance": "0afcea8a71d2b2d1a15bd41db30acff69a070759941412c895e18217ac156f8c",
    **{bot.code: bot.sha256 for _info, shelf in shelves() for bot in shelf.bots if bot.sha256},
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


def anchors(game: Game) -> dict[str, float]:
    """The house bots of stated strength in a variant, in exactly the code that was measured."""
    stated = STRENGTHS.get((game.variant, game.rules_version), {})
    return {name: float(elo) for name, elo in stated.items() if _is_as_measured(name)}


def _is_as_measured(name: str) -> bool:
    return hashlib.sha256(house.read(name)).hexdigest() == MEASURED_CODE[name]
