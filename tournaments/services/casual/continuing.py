"""Casual games that begin from a position of another game."""

from datetime import datetime
from typing import Any

import engine
from engine import EngineError, State, record
from tournaments.errors import Invalid
from tournaments.models import CasualGame, CasualSeat, Game, Seat, Version
from tournaments.queries.casual import opponents
from tournaments.queries.casual.people import Person
from tournaments.queries.games.analyses import record_of
from tournaments.services.casual import opening
from tournaments.services.casual.opening import ME, CasualConfiguration, Sitter


def play_on(game: Game | CasualGame, *, ply: int, who: Person, now: datetime) -> CasualGame:
    """Open a casual game from the position of a game after `ply` events.

    The person takes the seat whose turn it is there. Bots that sat at the others go on if they may
    play this person; the easiest house bot sits where a bot may not, or a person sat.

    Raises Invalid for a position from which nobody can play on, and what `open_game` raises.
    """
    document, variant = record_of(game), game.variant
    state, start = _position(document, ply)
    mover = state.chance_seat() if state.is_chance_node() else state.current_player()
    sitters: list[Sitter] = [
        ME if number == mover else _opponent(seat, variant.load(), who)
        for number, seat in enumerate(game.seats.all())
    ]
    config = CasualConfiguration(variant=variant, seats=sitters, start=start)
    return opening.open_game(config, who=who, now=now)


def _position(document: dict[str, Any], ply: int) -> tuple[State, list[dict[str, Any]]]:
    """The state after so many events, and these as what is given to a new game."""
    events = document["events"]
    if not 0 <= ply <= len(events):
        raise Invalid("no-such-event", "ply", last=len(events))
    if any("forfeit" in event for event in events[:ply]):
        raise Invalid("somebody-has-left", "ply")
    try:
        state = list(record.states(document | {"events": events[:ply]}))[-1]
    except EngineError as error:
        raise Invalid("cannot-play-on", "ply", why=error) from error
    if state.is_terminal():
        raise Invalid("game-is-over-there", "ply")
    return state, [_as_opening(event) for event in events[:ply]]


def _as_opening(event: dict[str, Any]) -> dict[str, Any]:
    deed = {name: event[name] for name in ("seat", "action", "throw") if name in event}
    return deed | {"opening": True}


def _opponent(seat: Seat | CasualSeat, game: engine.Game, who: Person) -> Version:
    version = seat.version
    if version is not None and opening.may_play(version, who) and version.plays(game.variant):
        return version
    levels = list(opponents.by_level(game).values())
    if not levels:
        raise Invalid("nobody-plays-on", "ply")
    return levels[0]
