"""Which ratings leaderboards list, whatever happens to bots and games."""

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tests.tournaments.services.playing.test_concurrency import in_threads
from tournaments.models import Bot, Game, LedgerEntry, Rating
from tournaments.queries.ratings import leaderboards
from tournaments.services.bots import health
from tournaments.services.ratings import fits, ledger, listing, voiding


@pytest.fixture
def played():
    """Three bots that have played each other."""
    return play_all(tournament([VersionFactory() for _ in range(3)])).variant


@pytest.fixture
def staff():
    return PlayerFactory(is_staff=True)


def listed(variant):
    return {row.version for row in variant.ratings.listed()}


def recomputed(variant):
    """What is to be listed, from all ratings, one by one."""
    newest = {}
    for row in variant.ratings.filter(games__gt=0).select_related("version__bot"):
        known = newest.get(row.version.bot)
        if row.version.bot.banned_at is None and (known is None or known < row.version.number):
            newest[row.version.bot] = row.version.number
    return {row.version for row in variant.ratings.all() if _is_newest(row.version, newest)}


def _is_newest(version, newest):
    return newest.get(version.bot) == version.number


def of(variant, number=0):
    return variant.ratings.order_by("pk")[number].version


@pytest.mark.django_db
def test_whoever_has_a_rated_game_is_listed(played):
    assert listed(played) == recomputed(played)
    assert len(listed(played)) == 3


@pytest.mark.django_db
def test_a_newer_version_takes_the_place_of_the_one_before_with_its_first_game(played):
    before = of(played)
    heir = VersionFactory(bot=before.bot)
    assert before in listed(played)

    play_all(tournament([heir, VersionFactory()], name="Second Cup"))

    assert heir in listed(played)
    assert before not in listed(played)
    assert listed(played) == recomputed(played)


@pytest.mark.django_db
def test_an_older_version_that_plays_again_takes_no_place_back(played):
    before = of(played)
    heir = VersionFactory(bot=before.bot)
    play_all(tournament([heir, VersionFactory()], name="Second Cup"))

    play_all(tournament([before, VersionFactory()], name="Third Cup"))

    assert heir in listed(played)
    assert listed(played) == recomputed(played)


@pytest.mark.django_db
def test_a_ban_takes_a_bot_off_and_its_end_puts_it_back(played):
    bot = of(played).bot
    health.ban(bot, reason="It cheats.", now=NOW)
    assert len(listed(played)) == 2
    assert listed(played) == recomputed(played)

    health.unban(bot, now=NOW)

    assert len(listed(played)) == 3


@pytest.mark.django_db
def test_a_banned_bot_that_ends_its_first_game_is_not_listed():
    one = VersionFactory()
    cup = tournament([one, VersionFactory()])
    health.ban(one.bot, reason="It cheats.", now=NOW)

    play_all(cup)

    assert Rating.objects.get(version=one).games == 2
    assert one not in listed(cup.variant)


@pytest.mark.django_db
def test_where_the_games_of_a_version_are_voided_the_one_before_is_listed_again(played, staff):
    before = of(played)
    heir = VersionFactory(bot=before.bot)
    cup = play_all(tournament([heir, VersionFactory()], name="Second Cup"))
    games = Game.objects.filter(match__tournament=cup)

    voiding.void(games, player=staff, reason="A wrong rule.", now=NOW)

    assert before in listed(played)
    assert listed(played) == recomputed(played)
    assert ledger.check(now=NOW).differences == []


@pytest.mark.django_db
def test_a_version_that_lost_all_its_games_is_listed_again_with_its_next_one(played, staff):
    one = of(played)
    games = Game.objects.filter(seats__version=one).distinct()
    voiding.void(games, player=staff, reason="A wrong rule.", now=NOW)
    assert one not in listed(played)

    play_all(tournament([one, VersionFactory()], name="Second Cup"))

    assert one in listed(played)
    assert listed(played) == recomputed(played)


@pytest.mark.django_db
def test_places_have_no_gap_where_a_bot_was_banned(played):
    fits.compute(played, now=NOW)
    first = leaderboards.LeaderboardLines(played)[0].rating.version

    health.ban(first.bot, reason="It cheats.", now=NOW)

    lines = list(leaderboards.LeaderboardLines(played))
    assert [line.place for line in lines] == [1, 2]
    rows = [line.rating for line in lines]
    found = leaderboards.strengths_by_rating(rows)
    assert {pk: one.place for pk, one in found.items()} == {rows[0].pk: 1, rows[1].pk: 2}


@pytest.mark.django_db
def test_the_nightly_check_finds_what_is_listed_by_mistake(played):
    Rating.objects.filter(version=of(played)).update(is_listed=False)

    said = ledger.check(now=NOW).sentences

    assert said == [f"{played}: {of(played)} is listed and should not be, or should be and is not."]


@pytest.mark.parametrize("column", ["number", "total"])
@pytest.mark.django_db
def test_the_nightly_check_finds_an_entry_that_says_something_else(played, column):
    entry = LedgerEntry.objects.last()
    LedgerEntry.objects.filter(pk=entry.pk).update(**{column: getattr(entry, column) + 1})

    (said,) = ledger.check(now=NOW).sentences

    assert said.startswith(f"{played}: 1 entries are numbered wrong")


@pytest.mark.django_db(transaction=True)
def test_bans_and_first_games_at_once_agree_in_the_end():
    bots = [BotFactory() for _ in range(6)]
    cups = [
        tournament([VersionFactory(bot=bot), VersionFactory()], name=f"Cup {number}")
        for number, bot in enumerate(bots)
    ]

    def step(work):
        kind, row = work
        if kind == "ban":
            health.ban(Bot.objects.get(pk=row.pk), reason="It cheats.", now=NOW)
        else:
            play_all(row)

    in_threads(step, [work for pair in zip(cups, bots, strict=True) for work in _both(*pair)])

    variant = cups[0].variant
    assert list(listing.wrong(variant)) == []
    assert listed(variant) == recomputed(variant)
    assert len(listed(variant)) == 6


def _both(cup, bot):
    return [("play", cup), ("ban", bot)]


@pytest.mark.django_db
def test_a_banned_bot_leaves_its_line_of_the_fit_at_once_and_the_check_knows(played):
    fit = fits.compute(played, now=NOW)
    first = fit.places.get(number=0)

    health.ban(first.version.bot, reason="It attacks.", now=NOW)

    first.refresh_from_db()
    assert first.is_gone
    assert [line.place for line in leaderboards.LeaderboardLines(played)] == [1, 2]
    assert ledger.check(now=NOW).sentences == []
    fit.places.filter(number=1).update(is_gone=True)
    assert any("is listed and should not be" in one for one in ledger.check(now=NOW).sentences)


@pytest.mark.django_db
def test_a_page_deep_in_a_leaderboard_passes_over_lines_that_are_gone(played):
    fit = fits.compute(played, now=NOW)
    listed = [line.version for line in fit.places.all()]
    health.ban(listed[0].bot, reason="It attacks.", now=NOW)
    board = leaderboards.LeaderboardLines(played)

    assert [line.rating.version for line in board[1:2]] == [listed[2]]
    assert [line.rating.version for line in board[0:5]] == listed[1:]
