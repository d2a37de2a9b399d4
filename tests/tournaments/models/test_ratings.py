"""What a game adds to a rating, and what is shown of it."""

import pytest

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, variant
from tournaments.mathematics import elo
from tournaments.mathematics.side_results import SideResult
from tournaments.models import LedgerEntry, Rating

pytestmark = pytest.mark.django_db


def test_what_a_game_adds_is_taken_back_whole():
    rating = Rating(value=1_500_000)
    won = SideResult(seat=0, rank=1, won=1, drawn=0, lost_by="")

    rating.count(7000, won)
    assert (rating.value, rating.entries) == (1_507_000, 1)
    assert (rating.games, rating.wins, rating.draws, rating.losses) == (1, 1, 0, 0)

    rating.count(7000, won, times=-1)
    assert (rating.value, rating.entries) == (1_500_000, 2)
    assert (rating.games, rating.wins, rating.draws, rating.losses) == (0, 0, 0, 0)


def test_losses_are_the_games_that_are_neither_won_nor_drawn():
    assert Rating(games=10, wins=4, draws=3).losses == 3


def test_a_rating_is_provisional_until_it_has_its_games():
    assert Rating(games=elo.PROVISIONAL_GAMES - 1).is_provisional
    assert not Rating(games=elo.PROVISIONAL_GAMES).is_provisional


def rating(board, **facts):
    """A rating of a version, or of a bot, with these facts."""
    of_bot = facts.pop("of_bot", {})
    of_version = facts.pop("of_version", {})
    version = VersionFactory(bot=BotFactory(**of_bot), **of_version)
    return Rating.objects.create(variant=board, version=version, **facts)


def test_hidden_and_banned_versions_are_shown_only_where_they_are_listed():
    board = variant()
    banned = {"banned_at": NOW, "ban_reason": "cheats"}
    shown = rating(board, games=1)
    listed = rating(board, of_version={"hidden_at": NOW}, is_listed=True)
    for facts in ({"hidden_at": NOW}, banned):
        rating(board, of_version=facts)
        rating(board, of_bot=facts)

    assert set(Rating.objects.shown()) == {shown}
    assert set(Rating.objects.listed()) == {listed}
    assert set(Rating.objects.shown_or_listed()) == {shown, listed}
    assert set(Rating.objects.with_games()) == {shown}


def test_an_entry_is_of_the_change_that_the_rating_has_just_had():
    row = rating(variant(), value=1_507_000, entries=3)

    entry = LedgerEntry.of(row, 7000, None, now=NOW)

    assert (entry.variant, entry.version) == (row.variant, row.version)
    assert (entry.delta, entry.total, entry.number) == (7000, 1_507_000, 3)
    assert (entry.created_at, entry.is_correction) == (NOW, False)


def test_an_entry_is_a_start_a_game_or_a_correction():
    assert LedgerEntry(game_id=None).kind == "start"
    assert LedgerEntry(game_id=1).kind == "game"
    assert LedgerEntry(game_id=1, is_correction=True).kind == "correction"
