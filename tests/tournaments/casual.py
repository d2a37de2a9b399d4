"""Casual games for tests."""

from datetime import datetime, timedelta

from tests.tournaments.factories import NOW, variant
from tournaments.models import CasualGame, Player
from tournaments.queries.casual.people import Person
from tournaments.services.casual import opening


def person(player: Player | None = None, token: str = "") -> Person:
    """A player at a browser of their own, or a visitor with a token."""
    return Person(player, token or f"token-of-{player}")


def at(**later: float) -> datetime:
    return NOW + timedelta(**later)


def opened(sitters, *, who: Person, key="kalah", friends=(), **chosen) -> CasualGame:
    """A game that `who` has opened, and whose free seats friends have taken."""
    wanted = opening.CasualConfiguration(variant=variant(key, rated=False), seats=sitters, **chosen)
    game = opening.open_game(wanted, who=who, now=NOW)
    for friend in friends:
        free = next(seat.number for seat in game.seats.all() if seat.is_free)
        game = opening.sit_down(game, number=free, who=friend, now=NOW)
    return game
