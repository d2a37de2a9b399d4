"""Two bots, head to head."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    play_round,
    tournament,
    variant,
)
from tournaments.models import Game, Version
from tournaments.queries.bots import head_to_head
from tournaments.services.ratings import meetings, voiding

pytestmark = pytest.mark.django_db


def make_once():
    """Anna has won all four games against Bert, and two more in EinStein."""
    alice, bob = (PlayerFactory(username=name) for name in ("alice", "bob"))
    anna = VersionFactory(bot=BotFactory(name="Anna", owner=alice))
    bert = VersionFactory(bot=BotFactory(name="Bert", owner=bob))
    row = tournament([anna, bert], games_per_pairing=4, organiser=alice)
    play_round(row, strengths={anna: 2, bert: 1})
    play_round(tournament([anna, bert], key="einstein"), strengths={anna: 2, bert: 1})
    return anna, bert


@pytest.fixture
def met(made):
    return made


def found(one, other):
    rows = (Version.objects.filter(pk=version.pk) for version in (one, other))
    return head_to_head.meetings(*rows)


def test_points_are_told_variant_by_variant(met):
    told = [(one.variant, one.comparison.points, one.comparison.games) for one in found(*met)]
    assert told == [(variant("kalah"), 4, 4), (variant("einstein"), 2, 2)]


def test_from_the_other_side_all_is_turned_round(met):
    there, back = found(*met)[0].comparison, found(*reversed(met))[0].comparison
    assert back.points == there.games - there.points
    assert back.elo == pytest.approx(-there.elo)
    assert back.superiority == pytest.approx(1 - there.superiority)


def test_a_game_that_was_the_same_again_counts_once(met):
    first = Game.objects.filter(variant=variant("kalah")).earliest("pk")
    third = Game.objects.filter(variant=variant("kalah"), number=1).latest("pk")
    Game.objects.filter(pk=third.pk).update(final=first.final)
    meetings.rebuild(variant("kalah"))

    (kalah, _einstein) = found(*met)

    assert (kalah.comparison.games, kalah.repeated) == (3, 1)


def test_voided_games_do_not_count(met, carol):
    games = Game.objects.filter(variant=variant("einstein"))
    voiding.void(games, player=carol, reason="A fault.", now=NOW)

    assert [one.variant for one in found(*met)] == [variant("kalah")]


def test_games_of_private_tournaments_do_not_count(met):
    play_all(tournament(list(met), access="private", name="Private Cup"))

    assert found(*met)[0].comparison.games == 4


def test_the_page_reads_as_little_of_many_games_as_of_few(client, met):
    address = reverse("against", args=["anna", "bert"])
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for number in range(3):
        play_all(tournament(list(met), name=f"Cup {number}", games_per_pairing=8))

    with CaptureQueriesContext(connection) as many:
        page = client.get(address)

    assert len(many) <= len(few)
    (kalah, _einstein) = page.context["meetings"]
    # The cups went alike, and some of their games were the same.
    assert kalah.comparison.games + kalah.repeated == 4 + 24
    assert len(page.context["matches"]) == 10
    assert not any("tournaments_game" in one["sql"] for one in many)


def test_at_a_larger_table_the_two_are_compared_by_their_ranks():
    versions = [VersionFactory(games=["pachisi"]) for _ in range(4)]
    play_all(tournament(versions, key="pachisi", games_per_pairing=4))
    (meeting,) = found(versions[0], versions[1])
    assert meeting.comparison.games == 4


def test_partners_count_once_a_game():
    versions = [VersionFactory(games=["pachisi"]) for _ in range(2)]
    play_all(tournament(versions, key="pachisi(mode=teams)"))
    (meeting,) = found(*versions)
    assert meeting.comparison.games == 2


def test_the_page_shows_it(client, met):
    page = client.get(reverse("against", args=["anna", "bert"])).content.decode()
    assert '<td class="num">4</td>' in page
    assert "They have not yet played" not in page


def test_the_page_of_two_versions_shows_theirs(client, met):
    VersionFactory(bot=met[0].bot)
    address = reverse("against", args=["anna", "bert"])
    assert client.get(address, {"version": 1, "other": 1}).context["meetings"] != []
    assert client.get(address, {"version": 2, "other": 1}).context["meetings"] == []
    assert client.get(address, {"version": 9}).status_code == 404


def test_two_versions_of_one_bot_can_be_compared_but_not_one_with_itself(client, met):
    VersionFactory(bot=met[0].bot)
    address = reverse("against", args=["anna", "anna"])
    assert client.get(address).status_code == 404
    assert client.get(address, {"version": 2, "other": 1}).status_code == 200


def test_a_match_a_crosstable_and_a_bot_lead_to_it(client, met):
    row = met[0].entries.earliest("pk").tournament
    address = reverse("against", args=["anna", "bert"])
    pages = (row.matches.first(), row, met[0].bot)
    assert all(address in client.get(page.get_absolute_url()).content.decode() for page in pages)


def test_the_page_of_a_bot_says_whom_it_met_most_and_how(client, met):
    page = client.get(met[0].bot.get_absolute_url())

    told = [(row.opponent, row.games, row.wins, row.losses) for row in page.context["met"]]
    assert told == [(met[1], 4, 4, 0), (met[1], 2, 2, 0)]
    assert "By opponent, most met first" in page.content.decode()


def test_the_api_tells_both_bots_and_versions(client, met):
    bots = client.get(reverse("api:against", args=["anna", "bert"])).json()
    versions = client.get(reverse("api:version-against", args=["anna", 1, "bert", 1])).json()
    assert bots == versions
    assert [one["comparison"]["points"] for one in bots] == [4, 2]
    assert (
        client.get(reverse("api:version-against", args=["anna", 7, "bert", 1])).status_code == 404
    )
