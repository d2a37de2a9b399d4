"""What is known of Ashte Kashte without loading it."""

from typing import Final

from engine.facts import LIMIT, GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="ashte-kashte",
    page=33,
    name="Ashte Kashte",
    rules_version=1,
    seats=(2, 3, 4),
    has_chance=True,
    summary="Race four pieces along a spiral to the centre, capturing and doubling up.",
    options=(
        OptionSpec.number("seats", 4, (2, 4), "How many play."),
        OptionSpec.switch("passing", "A seat may pass also when it can move."),
        OptionSpec.switch(
            "playout", "Play on until all places but the last are decided.", ("seats", (3, 4))
        ),
        OptionSpec.number(
            "turn_limit",
            5000,
            LIMIT,
            "Throws after which the game ends; the seats not yet home share a rank.",
        ),
    ),
    factory="AshteKashteGame",
)
