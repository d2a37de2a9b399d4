"""The leaderboards, as their visitors get them."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    FAILING,
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tournaments.models import Fit, FittedPlace, Game, Rating, RatingCheck, Variant
from tournaments.queries.ratings import history, leaderboards
from tournaments.services.bots import health
from tournaments.services.house import opening
from tournaments.services.ratings import fits, ledger, voiding

pytestmark = pytest.mark.django_db


def make_once():
    """A leaderboard after a tournament of three bots, four games a pairing."""
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Bert", "Cleo")]
    return play_all(tournament(versions, games_per_pairing=4)).variant


@pytest.fixture
def played(made):
    return made


def read(client, board, **query):
    return client.get(board.get_absolute_url(), query)


def test_the_order_is_that_of_the_fit_and_live_elo_stands_beside(client, played):
    fits.compute(played, now=NOW)
    Rating.objects.filter(version__bot__name="Anna").update(value=9_999_000)

    lines = [line for line, *_drawn in read(client, played).context["lines"]]

    sure = [line.strength.low for line in lines]
    assert sure == sorted(sure, reverse=True)
    assert [line.place for line in lines] == [1, 2, 3]
    by_name = {line.rating.version.bot.name: line.rating.elo for line in lines}
    assert by_name["Anna"] == 9999.0


def test_who_the_fit_does_not_know_comes_last_by_live_elo_without_a_place(client, played):
    fits.compute(played, now=NOW)
    pair = [VersionFactory(bot=BotFactory(name=name)) for name in ("Dora", "Emil")]
    play_all(tournament(pair, name="Second Cup"))
    Rating.objects.filter(version=pair[1]).update(value=9_000_000)

    lines = leaderboards.LeaderboardLines(played)

    assert [line.place for line in lines] == [1, 2, 3, None, None]
    assert [line.rating.version.bot.name for line in lines[3:]] == ["Emil", "Dora"]
    assert "not measured yet" in read(client, played).content.decode()


def test_each_line_has_the_change_of_its_last_game(client, played):
    for line, change, _interval in read(client, played).context["lines"]:
        last = played.ledger.filter(version=line.rating.version).last()
        assert change == last.delta / 1000


def test_a_bot_is_ranked_with_its_newest_version_that_is_rated(played):
    before = Rating.objects.order_by("-value").first()
    newer = VersionFactory(bot=before.version.bot)
    VersionFactory(bot=before.version.bot)  # which has not played
    fits.compute(played, now=NOW)
    play_all(tournament([newer, VersionFactory()], name="Second Cup"))

    stale = {line.rating.version for line in leaderboards.LeaderboardLines(played)}
    fits.compute(played, now=NOW)
    fresh = {line.rating.version for line in leaderboards.LeaderboardLines(played)}

    assert len(stale) == len(fresh) == 4
    assert newer in stale & fresh
    assert before.version not in stale | fresh
    # The other newcomer has met one owner in two games.
    assert [line.place for line in leaderboards.LeaderboardLines(played)] == [1, 2, 3, None]


def test_places_are_among_those_that_are_ranked(played):
    best = Rating.objects.order_by("-value").first().version
    heir = VersionFactory(bot=best.bot)
    play_all(tournament([heir, VersionFactory()], name="Second Cup"))

    fit = fits.compute(played, now=NOW)

    places = list(fit.places.filter(place__isnull=False))
    assert best.pk not in [place.version_id for place in places]
    assert max(place.worst for place in places) <= len(places) == 3


def test_a_banned_bot_is_not_ranked_and_a_paused_one_says_so(client, played):
    one, other = (row.version for row in Rating.objects.all()[:2])
    health.ban(one.bot, reason="It cheats.", now=NOW)
    other.pause(reason=FAILING, now=NOW)

    lines = leaderboards.LeaderboardLines(played)

    assert one not in [line.rating.version for line in lines]
    assert f'title="{FAILING}">paused</span>' in read(client, played).content.decode()


def test_a_rating_of_few_games_has_a_question_mark(client, played):
    assert read(client, played).content.decode().count("Fewer than 20 rated games") == 3

    Rating.objects.update(games=20)

    assert "Fewer than 20 rated games" not in read(client, played).content.decode()


def test_a_rating_that_has_lost_all_its_games_is_not_ranked(client, played, carol):
    games = Game.objects.filter(seats__version__bot__name="Anna").distinct()
    voiding.void(games, player=carol, reason="A wrong rule.", now=NOW)

    names = [line.rating.version.bot.name for line in leaderboards.LeaderboardLines(played)]

    assert Rating.objects.filter(version__bot__name="Anna", games=0).exists()
    assert sorted(names) == ["Bert", "Cleo"]


def test_the_page_says_what_fixes_the_level(client, played):
    fits.compute(played, now=NOW)
    assert "the mean of all bots is 1500" in read(client, played).content.decode()

    version = Rating.objects.first().version
    Fit.objects.update(anchors=[version.pk])

    page = read(client, played).content.decode()
    assert "Greedy always has 1500" in page
    assert "Its strength is fixed, and sets the level" in page


def test_the_chart_of_a_long_rating_has_its_start_its_end_and_points_between(played):
    row = leaderboards.rated(played).first()
    whole = [entry.total / 1000 for entry in history.History(played, row.version)]
    assert history.charts([row]) == {row.pk: whole}

    (points,) = history.charts([row], most=3).values()

    assert points == [whole[0], whole[4], whole[8]]


def test_the_page_asks_itself_for_news_on_the_page_that_is_shown(client, played):
    page = read(client, played, page=1).content.decode()

    assert f'hx-get="{played.get_absolute_url()}?page=1"' in page
    assert 'hx-trigger="every 4s"' in page
    assert 'id="ranking"' in page


def test_a_version_without_a_game_is_not_ranked(client, played):
    Rating.objects.create(variant=played, version=VersionFactory())

    assert len(read(client, played).context["lines"]) == 3


def test_a_long_leaderboard_has_pages(client):
    board = variant()
    for number in range(51):
        Rating.objects.create(
            variant=board, version=VersionFactory(), games=1, entries=1, value=1_500_000 - number,
            is_listed=True,
        )  # fmt: skip
    versions = Rating.objects.values_list("version", flat=True)
    board.ledger.bulk_create(
        board.ledger.model(variant=board, version_id=pk, delta=0, total=0, number=1, created_at=NOW)
        for pk in versions
    )

    page = read(client, board, page=2)

    ((line, *_drawn),) = page.context["lines"]
    assert line.rating.value == 1_500_000 - 50


def test_the_page_takes_as_many_queries_for_many_bots(
    client, played, django_assert_max_num_queries
):
    with django_assert_max_num_queries(9):
        read(client, played)


def test_an_empty_leaderboard_says_how_it_fills(client):
    page = read(client, variant()).content.decode()

    assert "The first tournament fills this leaderboard." in page


def test_the_list_shows_the_best_of_each_leaderboard(client, played):
    answer = client.get(reverse("leaderboards"))

    assert [len(rows) for _variant, rows in answer.context["tops"]] == [3]
    assert "The first check is still to come" in answer.content.decode()


def test_the_page_says_when_the_ledger_agreed_with_the_ratings(client, played):
    ledger.check(now=timezone.now() - timedelta(hours=2))

    page = read(client, played).content.decode()

    assert "matched every rating" in page
    assert "2\N{NO-BREAK SPACE}hours ago" in page


def test_a_ledger_that_does_not_agree_is_no_secret(client, played):
    RatingCheck.objects.create(checked_at=timezone.now(), differences=["secret detail"])

    page = read(client, played).content.decode()

    assert "did not match the ratings" in page
    assert "secret detail" not in page


def test_a_variant_without_a_leaderboard_has_no_page(client):
    assert client.get(reverse("leaderboard", args=["nothing"])).status_code == 404


def test_before_anything_is_computed_the_page_says_when_it_will_be(client, played):
    assert "This happens within minutes of a game" in read(client, played).content.decode()


def test_a_computed_leaderboard_shows_errors_places_and_seats(client, played):
    fits.compute(played, now=timezone.now())

    answer = read(client, played)

    page = answer.content.decode()
    assert "computed from 12 rated games" in page
    assert "Advantage of each seat" in page
    lines = [line.strength for line, *_drawn in answer.context["lines"]]
    assert all(line.low < line.rating < line.high for line in lines)
    assert str(lines[0].places) == "1st to 3rd"
    assert "1st to 3rd" in page


def test_whoever_is_logged_in_can_have_it_computed(client, alice, played):
    address = reverse("leaderboard-compute", args=[played.slug])
    assert client.post(address).status_code == 302
    assert not Fit.objects.exists()

    client.force_login(alice)
    client.post(address)

    assert Fit.objects.get().games == 12


def test_the_api_tells_the_same(client, alice, played):
    address = f"/api/v1/leaderboards/{played.slug}/fit/"
    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 401

    client.force_login(alice)
    told = client.post(address).json()

    assert told == client.get(address).json()
    assert told["games"] == 12
    assert {"rating", "low", "high", "best", "worst"} <= told["strengths"][0].keys()
    assert [seat["seat"] for seat in told["seats"]] == [0, 1]


def test_the_page_says_in_words_where_somebody_may_stand_and_what_would_settle_it(client):
    board = variant("kalah")
    lines = [(1640, 1, 2, 0.97, 0), (1600, 1, 2, 0.7, 240), (1580, 3, 4, 0.5, 10**9), (1580, 3, 4)]
    _fitted(board, [_line(*line) for line in lines])

    page = client.get(board.get_absolute_url()).content.decode()

    places = re.findall(r'<div class="nowrap">(.*?)</div>', page)
    assert places == ["1st to 2nd", "1st to 2nd", "3rd to 4th", "3rd to 4th"]
    assert re.findall(r'class="nowrap"\s+title="(.*?)"', page) == [
        "Enough games were played: it is above 2nd.",
        "About 240 more games would show whether 2nd or 3rd is stronger, nine times in ten.",
        "It would take more than 100,000 games to show whether 3rd or 4th is stronger.",
    ]


def _fitted(board, lines):
    """A fit with these lines, each of a rating with one game."""
    fit = Fit.objects.create(variant=board, computed_at=NOW, games=400)
    met = Counter()
    for number, line in enumerate(lines):
        version = VersionFactory()
        met[line["component"]] += 1
        place = met[line["component"]]
        fit.places.create(number=number, version=version, place=place, **line)
        Rating.objects.create(variant=board, version=version, games=1, entries=1, is_listed=True)
        board.ledger.create(version=version, delta=0, total=0, number=1, created_at=NOW)
    return fit


def _line(rating, best, worst, above=None, missing=None):
    return {
        "rating": rating, "error": 20.0, "games": 200, "best": best, "worst": worst,
        "better_than_next": above, "games_to_separate": missing, "component": 0,
    }  # fmt: skip


def test_who_cannot_be_compared_with_the_first_stands_apart():
    rows = [_line(1600, 1, 1, 0.99, 0), _line(1400, 2, 2), _line(1550, 1, 1) | {"component": 5}]
    board = variant("kalah")
    _fitted(board, rows)

    lines = leaderboards.LeaderboardLines(board)

    assert [line.place for line in lines] == [1, 2, 1]
    assert [line.strength.is_apart for line in lines] == [False, False, True]


def test_an_open_leaderboard_says_so_and_how_long_its_bots_took(client):
    opening.ensure_variants()
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Bert", "Cleo")]
    row = tournament(versions, games_per_pairing=4, is_open=True)
    board = play_all(row).variant
    assert board == Variant.objects.get(key="kalah", is_open=True)
    fits.compute(board, now=NOW)

    page = read(client, board).content.decode()
    assert "<h1>Kalah (6,3), open</h1>" in page
    assert "Nobody controls the conditions here" in page
    assert page.count("0.01 s</td>") == 3
    assert f'href="{board.twin.get_absolute_url()}"' in page
    hosted = read(client, board.twin).content.decode()
    assert f'href="{board.get_absolute_url()}"' in hosted
    assert "Time an action" not in hosted
    everything = client.get(reverse("leaderboards"))
    assert board in everything.context["open_ones"]
    assert board not in [top for top, _lines in everything.context["tops"]]


def test_the_time_of_a_bot_without_new_games_is_not_measured_again(made):
    Variant.objects.filter(pk=made.pk).update(is_open=True)
    made.refresh_from_db()
    fits.compute(made, now=NOW)
    FittedPlace.objects.update(move_seconds=7.0)

    fits.compute(made, now=NOW)
    assert set(FittedPlace.objects.values_list("move_seconds", flat=True)) == {7.0}
