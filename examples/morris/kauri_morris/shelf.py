"""What Nine Men's Morris gives a site: its leaderboard, and a bot of the house."""

from typing import Final

from kauri.engine.shelf import HouseBot, Leaderboard, Shelf

SHELF: Final = Shelf(
    leaderboards=(Leaderboard("morris", "Nine Men's Morris", "morris"),),
    bots=(
        HouseBot(
            "morris-alphabeta",
            "Morris Alpha-Beta",
            "Alpha-beta search, a few actions deep, which counts men. Strength: medium.",
        ),
    ),
    short={"quiet_limit": 10},
)
