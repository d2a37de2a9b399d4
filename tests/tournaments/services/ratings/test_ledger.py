import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.db.models import F

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_all, tournament
from tournaments.models import LedgerEntry, Rating, Seat
from tournaments.queries.ratings import history, leaderboards
from tournaments.services.ratings import ledger

pytestmark = pytest.mark.django_db


def make_once():
    return play_all(tournament([VersionFactory() for _ in range(3)]))


@pytest.fixture
def played(made):
    return made


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
    assert ledger.check(now=NOW).differences == []


def test_a_changed_rating_is_found(played):
    Rating.objects.filter(pk=Rating.objects.first().pk).update(value=1)

    differences = ledger.check(now=NOW).sentences

    assert any("is live at 1 after 4 games" in line for line in differences)
    assert any("drifted" in line for line in differences)


def test_a_changed_ledger_entry_is_found(played):
    entry = LedgerEntry.objects.exclude(game=None).first()
    LedgerEntry.objects.filter(pk=entry.pk).update(delta=entry.delta + 1)

    assert any("adds up to" in line for line in ledger.check(now=NOW).sentences)


def test_a_start_that_nobody_left_behind_is_found(played):
    rating = Rating.objects.first()
    Rating.objects.filter(pk=rating.pk).update(
        start=F("start") + 300_000, value=F("value") + 300_000
    )
    starts = LedgerEntry.objects.filter(version=rating.version, game=None)
    starts.update(delta=F("delta") + 300_000)

    assert any(str(rating.version) in said for said in ledger.check(now=NOW).sentences)


def test_a_start_from_a_predecessor_is_what_it_had_come_to_then(played):
    before = played.entries.first().version
    heir = VersionFactory(bot=before.bot)
    others = [VersionFactory(), VersionFactory()]
    play_all(tournament([heir, others[0]], name="Second Cup"))
    play_all(tournament([before, others[1]], name="Third Cup"))

    assert ledger.check(now=NOW).differences == []
    Rating.objects.filter(version=heir).update(inherited_from=None)
    assert any(str(heir) in said for said in ledger.check(now=NOW, full=True).sentences)


def test_a_changed_result_is_found(played):
    seat = Seat.objects.filter(rank=2).first()
    Seat.objects.filter(pk=seat.pk).update(rank=1)

    assert ledger.check(now=NOW).differences != []


def test_the_database_refuses_to_count_a_game_twice(played):
    entry = LedgerEntry.objects.exclude(game=None).first()

    with pytest.raises(IntegrityError):
        LedgerEntry.objects.create(
            variant=entry.variant,
            version=entry.version,
            game=entry.game,
            delta=0,
            total=0,
            number=9,
            created_at=NOW,
        )


def test_a_variant_without_a_leaderboard_rates_nobody():
    play_all(tournament([VersionFactory(), VersionFactory()], key="kalah(seeds=2)", rated=False))

    assert not LedgerEntry.objects.exists()


def test_the_rated_versions_come_by_live_elo_the_best_first(played):
    values = [row.value for row in leaderboards.rated(played.variant)]

    assert values == sorted(values, reverse=True)


def test_the_history_ends_at_the_live_rating(played):
    rating = Rating.objects.first()

    entries = list(history.History(played.variant, rating.version))

    assert [entries[0].total, entries[-1].total] == [1_500_000, rating.value]
    assert [entries[0].game is None, len(entries)] == [True, 5]


def test_the_command_says_that_all_is_well(played, capsys):
    call_command("ratings", "check")

    assert "1 leaderboards: the ledger, replayed, equals" in capsys.readouterr().out


def test_the_command_fails_with_what_differs(played):
    Rating.objects.filter(pk=Rating.objects.first().pk).update(games=7)

    with pytest.raises(CommandError, match="after 7 games"):
        call_command("ratings", "check")


def test_two_bots_of_one_owner_play_unrated(alice):
    mine = [VersionFactory(bot=BotFactory(owner=alice)) for _ in range(2)]

    play_all(tournament(mine))

    assert not LedgerEntry.objects.exists()


def test_house_bots_are_rated_against_each_other(alice):
    house = [VersionFactory(bot=BotFactory(owner=alice, is_house=True)) for _ in range(2)]

    play_all(tournament(house))

    assert Rating.objects.count() == 2


def test_a_private_tournament_is_not_rated():
    play_all(tournament([VersionFactory(), VersionFactory()], access="private"))

    assert not LedgerEntry.objects.exists()


def test_partners_are_one_side_and_compared_with_the_other_alone():
    pair = [VersionFactory(games=["alquerque"]) for _ in range(2)]

    row = play_all(tournament(pair, key="alquerque(mode=teams)"))

    for game in row.variant.games.all():
        assert game.ledger.count() == 2
        assert sum(game.ledger.values_list("delta", flat=True)) == 0
    assert ledger.check(now=NOW).differences == []


def test_a_new_version_starts_with_what_its_predecessor_has_come_to(played):
    before = Rating.objects.order_by("-value").first()
    newer = VersionFactory(bot=before.version.bot)

    play_all(tournament([newer, VersionFactory()], name="Next Cup"))

    rating = Rating.objects.get(version=newer)
    assert (rating.start, rating.inherited_from) == (before.value, before.version)
    assert LedgerEntry.objects.get(version=newer, game=None).delta == before.value
    assert ledger.check(now=NOW).differences == []
