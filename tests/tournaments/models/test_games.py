"""Which games are over and count, and what is kept of them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.factories import NOW, VersionFactory, play_out, tournament
from tournaments.models import Game, Seat

pytestmark = pytest.mark.django_db


def make_once():
    """A tournament of two matches, one of which has been played."""
    row = tournament([VersionFactory() for _ in range(3)])
    play_out(row.matches.order_by("pk").first())
    return row


@pytest.fixture
def game(made):
    """A finished game."""
    return Game.objects.finished().order_by("pk").first()


@pytest.fixture
def waiting(made):
    """A game that nobody has played."""
    return Game.objects.filter(ended_at=None).order_by("pk").first()


def pks(rows):
    return set(rows.values_list("pk", flat=True))


def test_a_finished_game_counts_until_it_is_voided(game, waiting):
    assert (game.is_over, game.counts) == (True, True)
    assert (waiting.is_over, waiting.counts) == (False, False)

    game.voided_at, game.void_reason = NOW, "a fault of ours"
    game.save()

    assert (game.is_over, game.counts) == (True, False)
    assert game.pk in pks(Game.objects.finished())
    assert game.pk not in pks(Game.objects.counted())
    assert waiting.pk not in pks(Game.objects.finished())


def test_everybody_sees_games_of_tournaments_that_are_not_private(made):
    assert Game.objects.public().count() == Game.objects.count()

    type(made).objects.filter(pk=made.pk).update(access="private")

    assert not Game.objects.public().exists()


def test_a_record_that_was_removed_says_how_long_it_was_kept(game):
    assert game.kept_record["events"]
    assert game.record_kept_days is None

    game.record_in_row, game.record_removed_at = None, game.ended_at + timedelta(days=30, hours=1)

    assert game.record_kept_days == 30
    with pytest.raises(ValueError, match="is not kept"):
        _ = game.kept_record


@pytest.mark.parametrize(
    "change",
    [
        {"record_in_row": None},
        {"record_removed_at": NOW},
        {"ended_at": None},
        {"record_number": 0},
        {"record_in_row": None, "record_number": 0},
    ],
)
def test_a_finished_game_has_its_record_or_its_place_or_the_time_of_its_removal(game, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**change)


def test_a_game_that_is_not_over_has_no_record(waiting):
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=waiting.pk).update(record_in_row={})


def test_a_seat_is_finished_when_its_game_is_over(game, waiting):
    assert game.seats.get(number=0) in Seat.objects.finished()
    assert waiting.seats.get(number=0) not in Seat.objects.finished()
    assert pks(Seat.objects.finished()) == pks(
        Seat.objects.filter(game__in=Game.objects.finished())
    )


def test_a_report_reads_the_seats_of_its_game_in_their_order(game):
    places = [(seat.game.number, seat.number) for seat in Seat.objects.of_report(game)]

    assert places == [(1, 0), (1, 1)]


def test_a_log_that_was_removed_says_how_long_it_was_kept(game):
    seat = game.seats.get(number=1)
    assert seat.log_kept_days is None

    seat.log_removed_at = game.ended_at + timedelta(days=7)

    assert seat.log_kept_days == 7
