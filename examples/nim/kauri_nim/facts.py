"""What is known of Nim before it is loaded."""

from typing import Final

from kauri.engine.facts import GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="nim",
    page=100,
    name="Nim",
    rules_version=1,
    seats=(2, 3, 4, 5, 6),
    has_chance=False,
    summary="Take counters from a heap. Whoever takes the last one wins.",
    options=(
        OptionSpec.number("heap", 15, (1, 60), "Counters at the start."),
        OptionSpec.choice("seats", (2, 3, 4, 5, 6), "Players."),
        OptionSpec.number("most", 3, (2, 9), "Counters that may be taken at once."),
    ),
    factory="NimGame",
)
