"""The tournaments on a player's page: those that the player's bots entered, page by page."""

import pytest
from django.db import connection

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    tournament,
    variant,
)
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.services.bots import ownership, trials
from tournaments.views import accounts

pytestmark = pytest.mark.django_db

MOST_QUERIES = 20


@pytest.fixture
def anna(alice):
    return VersionFactory(bot=BotFactory(name="Anna", slug="anna", owner=alice))


@pytest.fixture
def otto(bob):
    return VersionFactory(bot=BotFactory(name="Otto", slug="otto", owner=bob))


def shown(client, player, **query):
    """The names of the tournaments entered, and the page."""
    answer = client.get(player.get_absolute_url(), query)
    return [str(row) for row in answer.context["page"]], answer.content.decode()


def test_a_player_has_the_tournaments_that_their_bots_entered(client, alice, bob, anna, otto):
    tournament([anna, otto], organiser=bob, name="Autumn Cup")
    tournament([otto, VersionFactory()], organiser=bob, name="Winter Cup")

    names, page = shown(client, alice)

    assert names == ["Autumn Cup"]
    assert "Anna v1, " in page
    assert shown(client, bob)[0] == ["Winter Cup", "Autumn Cup"]


def test_a_private_tournament_shows_only_to_who_may_see_it(client, alice, bob, anna, otto):
    tournament([anna, otto], organiser=bob, access=Tournament.Access.PRIVATE)

    assert shown(client, alice)[0] == []
    client.force_login(PlayerFactory(username="stranger"))
    assert shown(client, alice)[0] == []
    client.force_login(bob)
    assert shown(client, alice)[0] == ["Autumn Cup"]


def test_a_trial_is_no_tournament_that_one_enters(client, alice, anna):
    trials.start(
        challenger=VersionFactory(bot=anna.bot),
        incumbent=anna,
        player=alice,
        now=NOW,
        config=trials.TrialConfiguration(variant=variant("einstein"), most_pairs=40),
    )
    client.force_login(alice)

    assert shown(client, alice)[0] == []


def test_a_hidden_bot_and_a_deleted_one_tell_nothing_of_their_owner(client, alice, anna, otto):
    tournament([anna, otto], name="Autumn Cup")
    ownership.hide(anna.bot, player=alice, now=NOW)
    assert shown(client, alice)[0] == []

    ownership.delete_bot(anna.bot, player=alice, now=NOW)
    assert shown(client, alice)[0] == []


@pytest.fixture
def cups(alice, anna, otto, monkeypatch):
    """Three pages of tournaments that Alice has entered."""
    monkeypatch.setattr(accounts, "ENTERED", 2)
    return [tournament([anna, otto], name=f"Cup {number}") for number in range(5)]


def test_many_tournaments_have_pages_and_few_queries(
    client, alice, cups, django_assert_max_num_queries
):
    with django_assert_max_num_queries(MOST_QUERIES):
        first, page = shown(client, alice)
    assert first == ["Cup 4", "Cup 3"]
    assert "Page 1 of 3" in page
    with django_assert_max_num_queries(MOST_QUERIES):
        assert shown(client, alice, page=3)[0] == ["Cup 0"]


def test_no_table_is_read_from_end_to_end_for_them(alice, bob):
    if connection.vendor == "postgresql":
        connection.cursor().execute("SET LOCAL enable_seqscan = off")

    plan = tournament_lists.entered_by_player(alice, bob)[:20].explain()

    assert "SCAN" not in plan
    assert "Seq Scan" not in plan
