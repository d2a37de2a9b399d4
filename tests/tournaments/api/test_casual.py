"""Casual games by the API: one's own, challenges, and records."""

import pytest
from django.urls import reverse

from engine import record
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, BotFactory, VersionFactory
from tests.tournaments.problems import codes
from tournaments.services.casual import moves

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def bots():
    return [VersionFactory(bot=BotFactory(name=name, slug=name)) for name in ("sower", "reaper")]


def challenge(client, **given):
    body = {"variant": "kalah(seeds=4)", "seats": ["sower", "reaper/1"]} | given
    return client.post(reverse("api:casual-games"), body, JSON)


def test_a_challenge_begins_at_once_and_is_among_ones_own(client, alice, bots):
    client.force_login(alice)
    made = challenge(client, time_control="rapid")

    assert made.status_code == 201
    told = client.get(made["Location"]).json()
    assert (told["status"], told["variant"], told["time_control"]) == (
        "playing", "kalah(seeds=4)", "rapid",
    )  # fmt: skip
    assert [seat["version"]["bot"] for seat in told["seats"]] == ["sower", "reaper"]
    assert (told["due_seat"], told["seed"]) == (0, None)
    own = client.get(reverse("api:casual-games")).json()["results"]
    assert [one["key"] for one in own] == [told["key"]]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"variant": "chess"}, "variant"),
        ({"seats": ["sower", "nobody"]}, "seats"),
        ({"seats": ["sower"]}, "seats"),
        ({"time_control": "for ever"}, "time_control"),
        ({"clock": "slow"}, "clock"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused_by_its_field(client, alice, bots, given, field):
    client.force_login(alice)
    answer = challenge(client, **given)

    assert answer.status_code == 400
    assert field in codes(answer.json())


def test_a_second_challenge_waits_for_the_first(client, alice, bots):
    client.force_login(alice)
    challenge(client)

    assert challenge(client).status_code == 400


def test_a_visitor_challenges_nobody(client, bots):
    assert challenge(client).status_code == 401


def test_whoever_knows_the_key_reads_the_record_once_the_game_is_over(client, bob, bots):
    game = opened(["me", bots[0]], who=person(bob))
    address = reverse("api:casual-game-record", args=[game.key])
    assert client.get(address).status_code == 404
    moves.resign(game, who=person(bob), seat=0, now=NOW)

    assert record.verify(client.get(address).json()).ok
    told = client.get(reverse("api:casual-game", args=[game.key])).json()
    assert (told["seats"][0]["person"], told["seed"]) == ("bob", bytes(game.seed).hex())


def test_only_the_owner_reads_the_traceback_of_a_fault(client, bob, bots):
    game = opened(["me", bots[0]], who=person(bob))
    fault = {"kind": "crash", "ply": 1, "summary": "It crashed.", "detail": "Traceback"}
    game.seats.filter(number=1).update(fault=fault)
    address = reverse("api:casual-game", args=[game.key])
    told = client.get(address).json()["seats"][1]["fault"]
    client.force_login(bots[0].bot.owner)

    assert (told["summary"], told["detail"]) == ("It crashed.", "")
    assert client.get(address).json()["seats"][1]["fault"] == fault


def test_a_list_takes_as_many_queries_for_many_games(
    client, alice, bots, django_assert_max_num_queries
):
    client.force_login(alice)
    for _ in range(4):
        opened(["me", bots[0]], who=person(alice))

    with django_assert_max_num_queries(8):
        assert len(client.get(reverse("api:casual-games")).json()["results"]) == 4
