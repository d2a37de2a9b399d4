from typing import Final

from engine.facts import GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="nim",
    page=99,
    name="Nim",
    rules_version=1,
    seats=(2,),
    has_chance=False,
    summary="Take counters from a heap; who takes the last one wins.",
    options=(
        OptionSpec("heap", "int", 7, (1, 30), "Counters at the start."),
        OptionSpec("most", "int", 3, (1, 5), "Counters that a seat may take at once."),
    ),
    factory="NimGame",
)
