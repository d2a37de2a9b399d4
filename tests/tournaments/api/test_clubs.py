"""Clubs by the API: joined by a code, read by members, under the names that the club shows."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_all, tournament
from tests.tournaments.problems import codes
from tournaments.models import Club
from tournaments.services.people import clubs

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def club(alice, bob):
    """Alice organises it, and Bob is a member who calls himself otherwise there."""
    row = clubs.create(player=alice, name="Course", description="Thursdays", now=NOW)
    clubs.join(row.join_code, player=bob, now=NOW)
    clubs.rename_oneself(row, player=bob, display_name="Robert")
    Club.objects.update(names=Club.Names.DISPLAY)
    return Club.objects.get()


def ask(client, player, name, *args):
    client.force_login(player)
    return client.get(reverse(f"api:{name}", args=args))


def test_one_joins_by_the_code_and_finds_the_club_among_ones_own(client, carol, club):
    client.force_login(carol)
    joined = client.post(reverse("api:club-join"), {"code": club.join_code}, JSON)

    assert (joined.status_code, joined.json()["slug"]) == (200, club.slug)
    assert [one["slug"] for one in ask(client, carol, "clubs").json()["results"]] == [club.slug]


def test_a_wrong_code_is_refused_by_its_field(client, bob, club):
    client.force_login(bob)
    answer = client.post(reverse("api:club-join"), {"code": "guess"}, JSON)

    assert answer.status_code == 400
    assert codes(answer.json())["code"] == ["no-club-with-code"]


def test_only_organisers_read_the_code_to_join_by(client, alice, bob, club):
    codes = [ask(client, one, "club", club.slug).json()["join_code"] for one in (alice, bob)]

    assert codes == [club.join_code, None]


def test_members_are_called_as_the_club_calls_them(client, alice, bob, club):
    def names(player):
        told = ask(client, player, "club-members", club.slug).json()["results"]
        return [(one["name"], one["username"], one["role"]) for one in told]

    assert names(bob) == [("alice", "alice", "organiser"), ("Robert", None, "member")]
    assert names(alice)[1] == ("Robert", "bob", "member")


def test_a_leaderboard_of_a_club_has_its_members_bots_by_their_names_there(client, bob, club):
    mine = VersionFactory(bot=BotFactory(owner=bob, name="Mine", slug="mine"))
    cup = tournament([mine, VersionFactory()])
    play_all(cup)

    told = ask(client, bob, "club-leaderboard", club.slug, cup.variant.slug).json()["results"]

    assert [(one["number"], one["author"], one["bot"]) for one in told] == [(1, "Robert", "mine")]
    assert told[0]["games"] == 2


def test_its_tournaments_and_their_results_are_read(client, alice, bob, club):
    cup = tournament([VersionFactory(), VersionFactory()], organiser=alice)
    cup.club = club
    cup.save()
    play_all(cup)

    told = ask(client, bob, "club-tournaments", club.slug).json()["results"]
    refused = ask(client, bob, "club-file", club.slug)
    file = b"".join(ask(client, alice, "club-file", club.slug).streaming_content).decode()

    assert [one["name"] for one in told] == ["Autumn Cup"]
    assert refused.status_code == 403
    assert file.count("Autumn Cup") == 2


def test_a_stranger_finds_no_club(client, club):
    stranger = BotFactory().owner
    for name in ("club", "club-members", "club-tournaments", "club-file"):
        assert ask(client, stranger, name, club.slug).status_code == 404


def test_a_list_of_members_takes_as_many_queries_for_many(
    client, bob, club, django_assert_max_num_queries
):
    for _ in range(5):
        clubs.join(club.join_code, player=BotFactory().owner, now=NOW)

    client.force_login(bob)
    with django_assert_max_num_queries(10):
        told = client.get(reverse("api:club-members", args=[club.slug])).json()

    assert told["count"] == 7
