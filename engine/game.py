"""The base of all variants. A game's rules subclass `Game` and implement its abstract methods.

Names and meanings are those of OpenSpiel's Python API; docs/22-adding-a-game.md is the checklist.
"""

# A game builds states, so it sets their protected fields.
# ruff: noqa: SLF001

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from engine.errors import InvalidDocument
from engine.facts import GameInfo
from engine.gametype import (
    DETERMINISTIC,
    EXPLICIT_STOCHASTIC,
    PERFECT_INFORMATION,
    GameType,
    Trait,
)
from engine.machine import mypyc_attr

if TYPE_CHECKING:
    from engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One variant: a game id with a complete set of options. Made by `engine.load_game`.

    `id`, `name`, `rules_version`, `options` (complete), `variant` (its canonical spelling with
    the options that differ from their defaults) and `info` (the game's `GameInfo`). Games of one
    variant are equal; a game never changes, so a copy of it is the game itself.
    """

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        self.info = info
        self.id: str = info.id
        self.name: str = info.name
        self.rules_version: int = info.rules_version
        self.options = options
        self.variant = variant

    def __repr__(self) -> str:
        return f"engine.parse_variant({self.variant!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.variant == other.variant and self.rules_version == other.rules_version

    def __hash__(self) -> int:
        return hash(self.variant)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from engine.registry import same_game  # noqa: PLC0415 - it imports this module

        return same_game, (self.variant, self.rules_version)

    def num_players(self) -> int:
        """Return the number of seats."""
        return 2

    def sides(self) -> list[int]:
        """Return each seat's side: its own number, or its team's where seats are partners."""
        return list(range(self.num_players()))

    def max_utility(self) -> float:
        """Return the best possible return of a seat, 1.0."""
        return 1.0

    def min_utility(self) -> float:
        """Return the worst possible return of a seat, -1.0."""
        return -1.0

    def utility_sum(self) -> float:
        """Return the sum of all seats' returns, 0.0."""
        return 0.0

    def get_type(self) -> GameType:
        """Return the game's kind; its fields equal pyspiel's enums of the same names."""
        return GameType(
            short_name=self.id,
            long_name=self.name,
            chance_mode=EXPLICIT_STOCHASTIC if self.max_chance_outcomes() else DETERMINISTIC,
            information=self.information(),
            min_num_players=self.num_players(),
            max_num_players=self.num_players(),
        )

    def state_from_history(
        self, history: Sequence[SupportsIndex], forfeits: Sequence[Sequence[int]] = ()
    ) -> "State":
        """Return the state after these actions and chance outcomes.

        `forfeits` are pairs (number of history entries before it, seat).
        Raises IllegalAction at the first entry that is not allowed.
        """
        state = self.new_initial_state()
        gone = list(forfeits)
        for ply in range(len(history) + 1):
            while gone and gone[0][0] == ply:
                state.forfeit(gone.pop(0)[1])
            if ply < len(history):
                state.apply_action(history[ply])
        return state

    def state_from_dict(self, document: dict[str, Any]) -> "State":
        """Return the state that `State.to_dict` or `State.view` described.

        Raises InvalidDocument when it belongs to another variant or cannot be a position.
        """
        expected = {"game": self.id, "rules": self.rules_version, "options": self.options}
        for key, value in expected.items():
            if not isinstance(document, dict) or document.get(key) != value:
                actual = document.get(key) if isinstance(document, dict) else document
                raise InvalidDocument(f"state document: {key} is {actual!r}, not {value!r}")
        try:
            state: State = self.info.part("documents").restore(self, document)
            state._restore_past(document)
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            raise InvalidDocument(f"state document of {self.variant}: {error!r}") from error
        return state

    # What a game's rules fill in.

    def new_initial_state(self) -> "State":
        """Return the state at the start of the game."""
        raise NotImplementedError

    def num_distinct_actions(self) -> int:
        """Return a number that every action id of every seat is below."""
        raise NotImplementedError

    def max_chance_outcomes(self) -> int:
        """Return a number that every chance outcome id is below; 0 in a game without chance."""
        return 0

    def max_game_length(self) -> int:
        """Return a number of actions that no game exceeds; chance outcomes do not count."""
        raise NotImplementedError

    def information(self) -> Trait:
        """Return PERFECT_INFORMATION or IMPERFECT_INFORMATION."""
        return PERFECT_INFORMATION

    def is_notation(self, text: str) -> bool:
        """Tell whether a text can be an action or a throw in some position of this variant."""
        raise NotImplementedError
