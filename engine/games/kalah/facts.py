"""What is known of Kalah without loading it."""

from typing import Final

from engine.facts import BOOL, LIMIT, GameInfo, OptionSpec

INFO: Final = GameInfo(
    id="kalah",
    page=30,
    name="Kalah",
    rules_version=1,
    seats=(2,),
    has_chance=False,
    summary="Sow seeds round the board, capture from the pit opposite, fill your store.",
    options=(
        OptionSpec("pits", "int", 6, (1, 12), "Pits in each seat's row."),
        OptionSpec("seeds", "int", 3, (1, 12), "Seeds in each pit at the start."),
        OptionSpec(
            "sowing",
            "choice",
            "counterclockwise",
            ("counterclockwise", "cross"),
            "cross: a pit with an odd number of seeds is sown clockwise.",
        ),
        OptionSpec(
            "empty_capture",
            "bool",
            False,
            BOOL,
            "Bank the last seed in an empty pit of your own also when the pit facing it is empty.",
        ),
        OptionSpec(
            "quiet_limit",
            "int",
            200,
            LIMIT,
            "Actions in a row without a seed entering a store after which the game ends.",
        ),
    ),
    factory="KalahGame",
)
