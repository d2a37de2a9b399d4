"""What is known of Alquerque grande without loading it."""

from typing import Final

from engine.facts import LIMIT, GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="alquerque",
    page=34,
    name="Alquerque grande",
    rules_version=2,
    seats=(2, 4),
    has_chance=False,
    summary="Step along the lines, capture by jumps, and never overlook a capture.",
    options=(
        OptionSpec.choice(
            "mode",
            ("single", "teams", "two"),
            "Four seats each for itself, seats 0 and 2 against 1 and 3, or two seats.",
        ),
        OptionSpec.choice(
            "layout",
            ("triangles", "blocks"),
            "How the four sides' stones stand at the start.",
            ("mode", ("single", "teams")),
        ),
        OptionSpec.choice(
            "ending",
            ("slow", "quick"),
            "slow: the last one left wins; quick: the first seat that is beaten ends the game.",
            ("mode", ("single",)),
        ),
        OptionSpec.choice(
            "capture",
            ("penalty", "forced"),
            "What a capture left undone means: the loss of a stone, or nothing else is legal.",
        ),
        OptionSpec.number(
            "quiet_limit",
            100,
            LIMIT,
            "Actions in a row in which no stone leaves the board after which the game ends.",
        ),
    ),
    factory="AlquerqueGame",
)
