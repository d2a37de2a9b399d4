"""Casual games that begin from a position of another game."""

from datetime import datetime
from typing import Any

import engine
from engine import EngineError, State
from tournaments.errors import Invalid
from tournaments.models import CasualGame, CasualSeat, Game, Seat, Version
from tournaments.queries.casual import opponents
from tournaments.queries.casual.people import Person
from tournaments.queries.games.analyses import record_of
from tournaments.queries.games.replay import unfinished
from tournaments.services.casual import opening
from tournaments.services.casual.opening import ME, CasualConfiguration, Sitter


def play_on(game: Game | CasualGame, *, ply: int, who: Person, now: datetime) -> CasualGame:
    """Open a casual game from the position of a game after `ply` events.

    The person takes the seat whose turn it is there. Bots that sat at the others go on if they may
    play this person; the easiest house bot sits where a bot may not, or a person sat.

    Raises Invalid for a position from which nobody can play on, and what `open_game` raises.
    """
    if isinstance(game, CasualGame) and not game.is_over:
        raise Invalid("game-goes-on", "ply")
    variant = game.variant
    try:
        state, start = _position(record_of(game), ply)
    except EngineError as error:
        raise Invalid("cannot-play-on", "ply", why=error) from error
    mover = state.chance_seat() if state.is_chance_node() else state.current_player()
    sitters: list[Sitter] = [
        ME if number == mover else _opponent(seat, variant.load(), who, now)
        for number, seat in enumerate(game.seats.all())
    ]
    own = {"time_control": game.time_control} if isinstance(game, CasualGame) else {}
    config = CasualConfiguration(variant=variant, seats=sitters, start=start, **own)
    return opening.open_game(config, who=who, now=now)


def _position(document: dict[str, Any], ply: int) -> tuple[State, list[dict[str, Any]]]:
    """The state after so many events, and these as what is given to a new game."""
    state = unfinished(document, ply)
    return state, [_as_opening(event) for event in document["events"][:ply]]


def _as_opening(event: dict[str, Any]) -> dict[str, Any]:
    deed = {name: event[name] for name in ("seat", "action", "throw") if name in event}
    return deed | {"opening": True}


def _opponent(seat: Seat | CasualSeat, game: engine.Game, who: Person, now: datetime) -> Version:
    version = seat.version
    is_at_hand = version is not None and opening.is_at_hand(version, who, now=now)
    if version is not None and is_at_hand and version.might_play(game.variant):
        return version
    levels = list(opponents.Opponents(game).by_level.values())
    if not levels:
        raise Invalid("nobody-plays-on", "ply")
    return levels[0]
