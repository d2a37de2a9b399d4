"""What is known of Pachisi without loading it."""

from typing import Final

from engine.facts import LIMIT, GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="pachisi",
    page=32,
    name="Pachisi",
    rules_version=1,
    seats=(2, 4),
    has_chance=True,
    summary="Race four pieces a colour round the cross, capture on the way, come home first.",
    options=(
        OptionSpec.choice(
            "mode",
            ("single", "teams", "two"),
            "Each for itself, two teams of two, or two seats with two colours each.",
        ),
        OptionSpec.choice("track", (40, 52, 68), "Squares of the track."),
        OptionSpec.number("dice", 1, (1, 2), "Dice in a throw."),
        OptionSpec.choice(
            "capture",
            ("penalty", "forced"),
            "Whoever can capture and does not loses a piece, or has to capture.",
        ),
        OptionSpec.switch(
            "barriers", "Two pieces of a colour may share a square, which nobody then passes."
        ),
        OptionSpec.switch("passing", "A seat may sit out also when it can move."),
        OptionSpec.switch(
            "playout", "Play on until all places but the last are decided.", ("mode", ("single",))
        ),
        OptionSpec.number(
            "turn_limit",
            5000,
            LIMIT,
            "Throws after which the game ends; who is not home yet shares a rank.",
        ),
    ),
    factory="PachisiGame",
)
