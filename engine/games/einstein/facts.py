"""What is known of EinStein würfelt nicht without loading it."""

from typing import Final

from engine.facts import GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="einstein",
    page=31,
    name="EinStein würfelt nicht",
    rules_version=1,
    seats=(2,),
    has_chance=True,
    summary="Roll the die, move that stone, reach the opposite corner first.",
    options=(
        OptionSpec.choice(
            "setup",
            ("random", "chosen", "fixed"),
            "How the stones lie at the start: by lot, as each seat chooses, or as 123456.",
        ),
        OptionSpec.switch(
            "mirror",
            "Seat 1 gets seat 0's arrangement, rotated by 180 degrees.",
            ("setup", ("random",)),
        ),
    ),
    factory="EinsteinGame",
)
