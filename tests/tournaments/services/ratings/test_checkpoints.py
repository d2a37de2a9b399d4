"""Checks that go on from the last one, and a slice of what was before."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.factories import (
    NOW,
    PlayerFactory,
    VersionFactory,
    play_all,
    play_out,
    tournament,
)
from tournaments.mathematics.statistics import kept_games
from tournaments.models import Game, LedgerStretch, Rating, Seat, Variant
from tournaments.queries.ratings import rated_games, scope
from tournaments.services.ratings import ledger, meetings, stretches, voiding

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def make_once():
    return play_all(tournament([VersionFactory() for _ in range(3)], games_per_pairing=2)).variant


@pytest.fixture
def board(made, monkeypatch):
    """A leaderboard that agreed a day after its games, when three nights see all."""
    monkeypatch.setattr(scope, "NIGHTS", 3)
    assert ledger.check(now=NOW + DAY).sentences == []
    made.refresh_from_db()
    return made


def found(night, **options):
    return ledger.check(now=NOW + night * DAY, **options).sentences


def columns(table):
    sides = np.array(table.versions)[table.sides]
    return [sides.tolist(), table.block.tolist(), table.ranks.tolist(), table.in_full.tolist()]


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["play", "void", "check", "check"]), st.integers(0, 11)),
        min_size=6,
        max_size=10,
    )
)
def test_a_check_that_goes_on_finds_what_a_full_one_finds(steps):
    row = tournament([VersionFactory() for _ in range(3)], games_per_pairing=4)
    board, staff = row.variant, PlayerFactory(is_staff=True)

    for night, (step, number) in enumerate(steps):
        waiting = row.matches.filter(status="queued")
        if step == "check":
            assert found(night) == []
        elif step == "void":
            games = Game.objects.filter(match__tournament=row)
            voiding.void(games[number : number + 2], player=staff, reason="Why.", now=NOW)
        elif waiting:
            match = waiting[number % len(waiting)]
            play_out(match, seed=1 + number % 2, now=NOW + night * DAY)

    assert found(20) == found(21) == []
    for rating in board.ratings.all():
        assert rating.checked == [getattr(rating, name) for name in Rating.COUNTED]
    kept = columns(rated_games.rated(board))
    assert found(22, full=True) == []
    LedgerStretch.objects.all().delete()
    assert columns(rated_games.rated(board)) == kept


def _swap_ranks(board):
    seats = Seat.objects.filter(game=Game.objects.earliest("pk")).order_by("number")
    (one, first), (other, second) = seats.values_list("pk", "rank")
    Seat.objects.filter(pk=one).update(rank=second)
    Seat.objects.filter(pk=other).update(rank=first)


def _raise_a_rating(board):
    """As somebody would who knows of checkpoints."""
    rating = board.ratings.first()
    checked = [rating.value + 1000, *rating.checked[1:]]
    board.ratings.filter(pk=rating.pk).update(value=rating.value + 1000, checked=checked)


def _spoil_kept_games(board):
    row = board.stretches.first()
    games = kept_games.unpacked(row.games)
    games["ranks"][0] = games["ranks"][0][::-1]
    board.stretches.filter(pk=row.pk).update(games=kept_games.packed(games))


@pytest.mark.parametrize(
    ("spoil", "finding"),
    [
        (_swap_ranks, "had been checked have changed since"),
        (_raise_a_rating, "drifted"),
        (_spoil_kept_games, "had been checked have changed since"),
        (lambda board: board.ledger.filter(number=1).update(delta=7), "adds up to"),
        (lambda board: board.stretches.update(digest="0" * 64), "have changed since"),
        (lambda board: board.meetings.update(repeated=7), "was counted again"),
        (lambda board: board.games.update(unrated_reason="one-owner"), "is noted as"),
    ],
)
@pytest.mark.parametrize("is_full", [True, False])
def test_a_change_of_old_rows_is_found_at_once_by_a_full_check_and_else_within_its_nights(
    board, spoil, finding, is_full
):
    spoil(board)

    nights = [found(2, full=True)] if is_full else [found(2 + number) for number in range(3)]

    assert any(finding in sentence for said in nights for sentence in said)


def test_the_next_check_is_a_full_one_after_one_that_has_found_something(board):
    meetings_row = board.meetings.first()
    board.ratings.update(is_listed=False)
    assert found(2) != []
    Variant.objects.filter(pk=board.pk, checked_until=None).get()
    board.ratings.update(is_listed=True)

    board.meetings.filter(pk=meetings_row.pk).update(repeated=3)

    assert any("was counted again" in said for said in found(3))


def test_a_night_after_a_day_of_games_replays_these_alone(board, monkeypatch):
    play_all(tournament([VersionFactory(), VersionFactory()], name="Next Cup"), now=NOW + DAY)
    replayed, count = [], Rating.count_game
    monkeypatch.setattr(Rating, "count_game", lambda sides: replayed.append(count(sides)))

    assert found(2) == []

    assert len(replayed) == board.games.count() - 6
    assert board.stretches.count() == 2


def test_what_is_voided_after_it_was_checked_is_taken_back_and_counted_again(board, monkeypatch):
    # However many these are, they are no reason to count all again.
    monkeypatch.setattr(meetings, "ONE_BY_ONE", 0)
    game = board.games.earliest("pk")
    voiding.void([game], player=PlayerFactory(is_staff=True), reason="Why.", now=NOW + DAY)
    assert board.meetings.filter(is_late=True).count() == 2

    assert found(2) == []

    assert not board.meetings.filter(is_late=True).exists()
    assert len(rated_games.rated(board)) == board.games.count() - 1


def test_where_the_kept_ratings_are_of_another_stretch_all_is_replayed(board):
    play_all(tournament([VersionFactory(), VersionFactory()], name="Next Cup"), now=NOW + DAY)
    new = list(stretches.after(stretches.last(board), until=board.last_entry()))
    LedgerStretch.objects.bulk_create(new)

    assert found(2) == []
    assert board.stretches.count() == 2
