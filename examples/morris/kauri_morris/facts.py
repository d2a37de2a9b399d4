"""What is known of Nine Men's Morris before it is loaded."""

from typing import Final

from kauri.engine.facts import GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="morris",
    page=101,
    name="Nine Men's Morris",
    rules_version=1,
    seats=(2,),
    has_chance=False,
    summary="Three men in a row are a mill, and take a man. Who has two men left loses.",
    options=(
        OptionSpec("flying", "bool", True, (False, True), "With three men left, they may jump."),
        OptionSpec.number(
            "quiet_limit", 50, (2, 200), "Moves without a mill after which the game is drawn."
        ),
    ),
    factory="MorrisGame",
)
