"""What is known of Kalah without loading it."""

from typing import Final

from engine.facts import LIMIT, GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="kalah",
    page=30,
    name="Kalah",
    rules_version=1,
    seats=(2,),
    has_chance=False,
    summary="Sow seeds round the board, capture from the pit opposite, fill your store.",
    options=(
        OptionSpec.number("pits", 6, (1, 12), "Pits in each seat's row."),
        OptionSpec.number("seeds", 3, (1, 12), "Seeds in each pit at the start."),
        OptionSpec.choice(
            "sowing",
            ("counterclockwise", "cross"),
            "cross: a pit with an odd number of seeds is sown clockwise.",
        ),
        OptionSpec.switch(
            "empty_capture",
            "Bank the last seed in an empty pit of your own also when the pit facing it is empty.",
        ),
        OptionSpec.number(
            "quiet_limit",
            200,
            LIMIT,
            "Actions in a row without a seed entering a store after which the game ends.",
        ),
    ),
    factory="KalahGame",
)
