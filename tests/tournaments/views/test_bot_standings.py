"""How a bot stands: on its page by leaderboard, and on its author's page with the trophies."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tournaments.machinery.caches import shared
from tournaments.models import Bot, Match, Rating, Tournament
from tournaments.services.ratings import fits
from tournaments.services.tournaments import lifecycle
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Tide pool", slug="tide-pool")


def _cup(versions, name="Autumn Cup", **chosen):
    return play_all(tournament(versions, name=name, games_per_pairing=4, **chosen))


def _standing(client, bot):
    (standing,) = client.get(bot.get_absolute_url()).context["standings"]
    return standing


def test_a_bot_shows_strength_place_and_course_of_its_versions(client, bot):
    others = [VersionFactory(), VersionFactory()]
    _cup([VersionFactory(bot=bot), *others])
    row = _cup([VersionFactory(bot=bot), *others], name="Second Cup")
    fits.compute(row.variant, now=NOW)

    standing = _standing(client, bot)

    assert standing.rating.version.number == 2
    assert 1 <= standing.place <= 3
    assert standing.band[0] < standing.strength.rating < standing.band[1]
    assert [(number, games) for number, games, _course in standing.courses] == [(1, 8), (2, 8)]
    assert standing.courses[-1][2][-1] == standing.rating.elo
    assert [row.version.number for row in standing.earlier] == [1]
    page = client.get(bot.get_absolute_url()).content.decode()
    assert 'class="chart-band"' in page
    assert page.count("<polyline") == 2


def test_all_who_look_at_a_house_bot_share_its_figures(client, bot, monkeypatch):
    monkeypatch.setattr(shared, "BRIEF_SECONDS", 10**12)
    _cup([VersionFactory(bot=bot), VersionFactory()])

    client.get("/")  # whose answer about hosts every page shares for seconds
    assert queries_of_two(client, bot) == (13, 13)
    Bot.objects.filter(pk=bot.pk).update(is_house=True)
    assert queries_of_two(client, bot) == (13, 7)


def queries_of_two(client, bot):
    """How many queries the first and the second take who look at a bot."""
    counted = []
    for _visit in range(2):
        with CaptureQueriesContext(connection) as asked:
            client.get(bot.get_absolute_url())
        counted.append(len(asked))
    return tuple(counted)


def test_results_by_seat_and_by_reason_of_loss_add_up_to_the_games(client, bot):
    _cup([VersionFactory(bot=bot), VersionFactory()])

    standing = _standing(client, bot)

    assert [seat for seat, _ends in standing.seats] == [0, 1]
    assert sum(sum(ends) for _seat, ends in standing.seats) == 4
    assert sum(count for _why, count in standing.losses) == standing.rating.losses


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"timeout": 2}, "It used up its time."),
        ({"forfeit": 1}, "It resigned, or others forfeited."),
        ({"goal": 3}, "On the board, by “goal”."),
    ],
)
def test_the_page_says_in_words_what_games_were_lost_by(client, bot, kept, said):
    _cup([VersionFactory(bot=bot), VersionFactory()])
    Rating.objects.filter(version__bot=bot).update(lost_by=kept)

    assert said in client.get(bot.get_absolute_url()).content.decode()


def test_a_player_shows_ratings_with_places(client, bot, alice):
    row = _cup([VersionFactory(bot=bot), VersionFactory()])
    fits.compute(row.variant, now=NOW)

    ((rating, strength),) = client.get(alice.get_absolute_url()).context["ratings"]

    assert rating.version.bot == bot
    assert strength.place in (1, 2)


def _trophies(client, player, viewer=None):
    client.logout()
    if viewer:
        client.force_login(viewer)
    lines = client.get(player.get_absolute_url()).context["trophies"]
    return [(str(line.table.tournament), line.place) for line in lines]


def test_trophies_are_the_podium_places_of_tournaments_that_ended(client, bot, alice):
    first = _cup([VersionFactory(bot=bot), *(VersionFactory() for _ in range(3))])
    client.get(first.get_absolute_url())
    place = first.table.lines.get(entry__version__bot=bot).place

    assert _trophies(client, alice) == ([(str(first), place)] if place <= 3 else [])
    Tournament.objects.update(status=Tournament.Status.RUNNING)
    assert _trophies(client, alice) == []


def test_a_private_tournament_shows_no_trophy_to_strangers(client, bot, alice, bob):
    row = _cup([VersionFactory(bot=bot), VersionFactory()])
    client.get(row.get_absolute_url())
    Tournament.objects.update(access=Tournament.Access.PRIVATE)

    assert _trophies(client, alice) == _trophies(client, alice, bob) == []
    assert [name for name, _place in _trophies(client, alice, alice)] == [str(row)]


def test_nobody_has_won_where_nothing_was_played_and_a_hidden_bot_shows_nothing(client, bot, alice):
    void = tournament([VersionFactory(bot=bot), VersionFactory()])
    Match.objects.update(status="void", void_reason=Sentence("given-up", failures=3), ended_at=NOW)
    lifecycle.advance(now=NOW)
    client.get(void.get_absolute_url())
    assert _trophies(client, alice) == []

    row = _cup([VersionFactory(bot=bot), VersionFactory()], name="Second Cup")
    client.get(row.get_absolute_url())
    assert len(_trophies(client, alice)) == 1
    Bot.objects.filter(pk=bot.pk).update(hidden_at=NOW)
    assert _trophies(client, alice) == []


def _queries(client, *paths):
    counts = []
    for path in paths:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        counts.append(len(captured))
    return counts


def test_the_pages_take_as_many_queries_for_many_leaderboards_and_tournaments(
    client, bot, alice, carol
):
    client.force_login(carol)
    paths = (bot.get_absolute_url(), alice.get_absolute_url(), "/workers/")
    row = _cup([VersionFactory(bot=bot), VersionFactory()])
    fits.compute(row.variant, now=NOW)
    client.get(row.get_absolute_url())
    few = _queries(client, *paths)

    for number, key in enumerate(("kalah", "einstein", "einstein(setup=chosen)")):
        pair = [VersionFactory(bot=bot), VersionFactory(), VersionFactory(bot__owner=alice)]
        more = _cup(pair, name=f"Cup {number}", key=key)
        fits.compute(variant(key), now=NOW)
        client.get(more.get_absolute_url())
    many = _queries(client, *paths)

    assert all(late <= early for late, early in zip(many, few, strict=True)), (few, many)
    assert max(many) <= 20
