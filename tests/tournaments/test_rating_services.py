import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tournaments.models import LedgerEntry, Rating, Seat
from tournaments.queries import leaderboards
from tournaments.services import ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    return play_all(tournament([VersionFactory() for _ in range(3)]))


def test_every_game_moves_ratings_by_a_zero_sum(played):
    for game in played.variant.games.all():
        assert sum(game.ledger.values_list("delta", flat=True)) == 0
        assert game.ledger.count() == 2


def test_a_rating_is_the_sum_of_its_ledger(played):
    for rating in Rating.objects.all():
        entries = LedgerEntry.objects.filter(version=rating.version)
        assert sum(entries.values_list("delta", flat=True)) == rating.value
        assert rating.games == 4


def test_the_ledger_replays_to_the_live_ratings(played):
    assert ratings.check(now=NOW).differences == []


def test_a_changed_rating_is_found(played):
    Rating.objects.filter(pk=Rating.objects.first().pk).update(value=1)

    differences = ratings.check(now=NOW).differences

    assert any("is live at 1 after 4 games" in line for line in differences)
    assert any("drifted" in line for line in differences)


def test_a_changed_ledger_entry_is_found(played):
    entry = LedgerEntry.objects.exclude(game=None).first()
    LedgerEntry.objects.filter(pk=entry.pk).update(delta=entry.delta + 1)

    assert any("adds up to" in line for line in ratings.check(now=NOW).differences)


def test_a_changed_result_is_found(played):
    seat = Seat.objects.filter(rank=2).first()
    Seat.objects.filter(pk=seat.pk).update(rank=1)

    assert ratings.check(now=NOW).differences != []


def test_the_database_refuses_to_count_a_game_twice(played):
    entry = LedgerEntry.objects.exclude(game=None).first()

    with pytest.raises(IntegrityError):
        LedgerEntry.objects.create(
            variant=entry.variant,
            epoch=entry.epoch,
            version=entry.version,
            game=entry.game,
            delta=0,
            created_at=NOW,
        )


def test_a_variant_without_a_leaderboard_rates_nobody():
    play_all(tournament([VersionFactory(), VersionFactory()], key="kalah(seeds=2)", rated=False))

    assert not LedgerEntry.objects.exists()


def test_the_leaderboard_lists_the_best_first(played):
    values = [row.value for row in leaderboards.leaderboard(played.variant)]

    assert values == sorted(values, reverse=True)


def test_the_history_ends_at_the_live_rating(played):
    rating = Rating.objects.first()

    points = leaderboards.history(played.variant, rating.version)

    assert [points[0].elo, points[-1].elo] == [1500.0, rating.elo]
    assert [points[0].game is None, len(points)] == [True, 5]


def test_the_command_says_that_all_is_well(played, capsys):
    call_command("ratings", "check")

    assert "1 leaderboards: the ledger, replayed, equals" in capsys.readouterr().out


def test_the_command_fails_with_what_differs(played):
    Rating.objects.filter(pk=Rating.objects.first().pk).update(games=7)

    with pytest.raises(CommandError, match="after 7 games"):
        call_command("ratings", "check")
