"""The type of a game, in the terms of OpenSpiel's `GameType`."""

from typing import Final, NamedTuple


class Trait:
    """A named constant that equals any constant of the same name, such as pyspiel's enums.

    Algorithms written for OpenSpiel compare these with their own enums; a shared base class
    would make the engine depend on that package.
    """

    def __init__(self, name: str) -> None:
        self.name: Final = name

    def __eq__(self, other: object) -> bool:
        return bool(getattr(other, "name", None) == self.name)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name


SEQUENTIAL: Final = Trait("SEQUENTIAL")
DETERMINISTIC: Final = Trait("DETERMINISTIC")
EXPLICIT_STOCHASTIC: Final = Trait("EXPLICIT_STOCHASTIC")
PERFECT_INFORMATION: Final = Trait("PERFECT_INFORMATION")
IMPERFECT_INFORMATION: Final = Trait("IMPERFECT_INFORMATION")
ZERO_SUM: Final = Trait("ZERO_SUM")
REWARD_TERMINAL: Final = Trait("TERMINAL")


class GameType(NamedTuple):
    """The fields of OpenSpiel's `GameType` that its algorithms read.

    Every game here is sequential and zero-sum, and pays only at its end.
    """

    short_name: str
    long_name: str
    chance_mode: Trait
    information: Trait
    min_num_players: int
    max_num_players: int
    dynamics: Trait = SEQUENTIAL
    utility: Trait = ZERO_SUM
    reward_model: Trait = REWARD_TERMINAL
