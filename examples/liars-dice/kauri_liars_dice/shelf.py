"""What Liar's Dice gives a site: leaderboards, and a bot of the house."""

from typing import Final

from kauri.engine.shelf import HouseBot, Leaderboard, Shelf

SHELF: Final = Shelf(
    leaderboards=(
        Leaderboard("liars-dice", "Liar's Dice for two", "liars-dice-two"),
        Leaderboard("liars-dice(seats=6)", "Liar's Dice for six", "liars-dice-six"),
    ),
    bots=(
        HouseBot(
            "liars-dice-odds",
            "Liar's Dice Odds",
            "Bids and calls by the odds of the hidden dice, not by past bids. Strength: medium.",
        ),
    ),
)
