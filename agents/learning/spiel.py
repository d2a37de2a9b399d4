"""The games as OpenSpiel's, registered under names that its functions load.

    import pyspiel
    from agents.learning import spiel

    spiel.register()
    game = pyspiel.load_game("kauri_einstein")
    other = spiel.load("kalah(seeds=4)")

Actions are the codes of `engine.planes`; chance outcomes are the engine's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import engine
from engine import planes
from engine.gametype import IMPERFECT_INFORMATION

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError("install the extra of the kit: kauri-kit[open_spiel]") from error

PREFIX = "kauri_"


def register() -> list[str]:
    """Register all games with OpenSpiel and return their names there. May be repeated.

    Options are parameters: `pyspiel.load_game("kauri_kalah(seeds=4)")`.
    """
    names = [name_of(info.id) for info in engine.games()]
    registered = set(pyspiel.registered_names())
    for info in engine.games():
        if name_of(info.id) not in registered:
            defaults = {option.name: option.default for option in info.options}
            kind = _type_of(engine.load_game(info.id), defaults, seats=info.seats)
            pyspiel.register_game(kind, _maker(info.id))
    return names


def load(variant: str) -> SpielGame:
    """Return a variant, such as `kalah(seeds=4)`, as OpenSpiel's game; it is not registered."""
    game = engine.parse_variant(variant)
    return SpielGame(game, dict(game.options))


def name_of(game_id: str) -> str:
    """Return the name of a game in OpenSpiel."""
    return PREFIX + game_id.replace("-", "_")


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A variant as OpenSpiel's game."""

    def __init__(self, game: engine.Game, options: dict[str, Any]) -> None:
        self.engine_game = game
        super().__init__(
            _type_of(game, options, seats=(game.num_players(),)), _info_of(game), options
        )

    def new_initial_state(self, _document: object = None) -> SpielState:
        """Return the state at the start."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of this game."""
        is_plain = iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        if is_plain:
            return SpielObserver(self.engine_game)
        if self.engine_game.information() == IMPERFECT_INFORMATION:
            return SpielRecall()
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of the engine as OpenSpiel's; copies share nothing."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.engine_state = game.engine_game.new_initial_state()

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        return self.engine_state.current_player()

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.engine_state.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next throw, with their probabilities."""
        return self.engine_state.chance_outcomes()

    def returns(self) -> list[float]:
        """Return each seat's return."""
        return self.engine_state.returns()

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.engine_state.current_player():
            return []
        return [code for code, _action in planes.codes(self.engine_state)]

    def _apply_action(self, action: int) -> None:
        if self.engine_state.is_chance_node():
            self.engine_state.apply_action(action)
        else:
            self.engine_state.apply_action(dict(planes.codes(self.engine_state))[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == engine.CHANCE:
            return self.engine_state.action_to_string(player, action)
        actions = dict(planes.codes(self.engine_state))
        if action not in actions:
            return f"code {action}"
        return self.engine_state.action_to_string(actions[action])

    def __str__(self) -> str:
        return str(self.engine_state)


class SpielObserver:
    """Writes the observations of a variant, each byte as a number."""

    def __init__(self, game: engine.Game) -> None:
        self.tensor = np.zeros(planes.size(game), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees."""
        self.tensor[:] = np.frombuffer(planes.observe(state.engine_state, player), np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees, as text."""
        return planes.observe(state.engine_state, player).hex()


class SpielRecall:
    """Writes all that a seat has seen, as text; there is no tensor of it."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write nothing."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat has seen."""
        return state.engine_state.information_state_string(player)


def _maker(game_id: str) -> type[SpielGame]:
    """Return the class with which OpenSpiel makes a registered game, with its parameters.

    A class and not a function, because OpenSpiel releases it only after Python has shut down.
    """

    def begin(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        game = engine.load_game(game_id, **(params or {}))
        SpielGame.__init__(self, game, dict(game.options))

    return type(f"Spiel_{game_id}", (SpielGame,), {"__init__": begin})


def _type_of(game: engine.Game, options: dict[str, Any], *, seats: tuple[int, ...]) -> Any:
    kind, names = game.get_type(), pyspiel.GameType
    return names(
        short_name=name_of(game.id),
        long_name=f"{game.name} (Kauri)",
        dynamics=names.Dynamics.SEQUENTIAL,
        chance_mode=getattr(names.ChanceMode, kind.chance_mode.name),
        information=getattr(names.Information, kind.information.name),
        utility=names.Utility.ZERO_SUM,
        reward_model=names.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=kind.information == IMPERFECT_INFORMATION,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=options,
    )


def _info_of(game: engine.Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=planes.actions(game),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum(),
        max_game_length=game.max_game_length(),
    )
