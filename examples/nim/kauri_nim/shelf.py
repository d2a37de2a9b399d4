"""What Nim gives a site: its leaderboard, and a bot of the house."""

from typing import Final

from kauri.engine.shelf import HouseBot, Leaderboard, Shelf

SHELF: Final = Shelf(
    leaderboards=(Leaderboard("nim", "Nim", "nim"),),
    bots=(
        HouseBot(
            "nim-perfect",
            "Nim Perfect",
            "With two players, leaves a multiple of four where it can. Strength: perfect.",
        ),
    ),
)
