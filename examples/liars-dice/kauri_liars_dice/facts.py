"""What is known of Liar's Dice before it is loaded."""

from typing import Final

from kauri.engine.facts import GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="liars-dice",
    page=102,
    name="Liar's Dice",
    rules_version=1,
    seats=(2, 3, 4, 5, 6),
    has_chance=True,
    summary="Everybody hides a die. Bid what all dice show together, or call the last bid a lie.",
    options=(
        OptionSpec.choice("seats", (2, 3, 4, 5, 6), "Players."),
        OptionSpec.number("faces", 6, (2, 6), "Faces of each die; the highest one is wild."),
    ),
    factory="LiarsDiceGame",
)
