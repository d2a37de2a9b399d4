"""What costs the site much cannot be asked for without end, neither by a page nor by the API."""

from ipaddress import ip_network

import pytest
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.factories import BotFactory, VersionFactory, play_out, tournament
from tournaments.models import Bot, Match, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rates(monkeypatch):
    """Two of everything, for whatever time each rate is."""
    few = {
        scope: f"2/{rate.partition('/')[2]}"
        for scope, rate in SimpleRateThrottle.THROTTLE_RATES.items()
        if scope not in {"anon", "user"}
    }
    monkeypatch.setattr(
        SimpleRateThrottle, "THROTTLE_RATES", SimpleRateThrottle.THROTTLE_RATES | few
    )


@pytest.fixture
def over(db):
    """The address of the check of a match that is over."""
    tournament([VersionFactory(), VersionFactory()])
    return reverse("match-verify", args=[play_out(Match.objects.get()).pk])


def asked(client, address, *, times=3, method="get", **details):
    return [getattr(client, method)(address, **details).status_code for _ in range(times)]


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_match_is_not_replayed_for_a_visitor_without_end(client, over, method):
    assert asked(client, over, method=method) == [200, 200, 429]


def test_results_are_not_written_for_a_visitor_without_end(client):
    row = tournament([VersionFactory(), VersionFactory()])
    address = reverse("tournament-export", args=[row.slug, "csv"])

    assert asked(client, address) == [200, 200, 429]
    assert asked(client, f"/api/v1{address}", times=1) == [429]


def test_a_network_of_version_6_signs_up_no_oftener_than_an_address(client):
    for number in range(3):
        statuses = asked(client, reverse("signup"), times=1, method="post",
                         REMOTE_ADDR=f"2001:db8::{number}")  # fmt: skip

    assert statuses == [429]
    assert (
        asked(client, reverse("signup"), times=1, method="post", REMOTE_ADDR="2001:db8:1::1")[0]
        == 200
    )


def test_a_trusted_network_asks_as_often_as_it_likes(client, settings, over, alice):
    settings.TRUSTED_NETWORKS = [ip_network("192.0.2.0/24")]

    assert asked(client, over, times=4, REMOTE_ADDR="192.0.2.1") == [200] * 4
    assert asked(client, f"/api/v1{over}", times=4, REMOTE_ADDR="192.0.2.1") == [200] * 4
    client.force_login(alice)
    assert asked(client, over, REMOTE_ADDR="192.0.2.1") == [200, 200, 429]


def test_others_look_at_it_all_the_same(client, over, alice):
    asked(client, over, REMOTE_ADDR="192.0.2.1")

    assert asked(client, over, times=1, REMOTE_ADDR="192.0.2.2") == [200]
    client.force_login(alice)
    assert asked(client, over, times=1, REMOTE_ADDR="192.0.2.1") == [200]


def test_who_has_asked_the_api_has_asked_the_page(client, over):
    assert asked(client, f"/api/v1{over}") == [200, 200, 429]
    assert asked(client, over, times=1) == [429]


def test_the_answer_says_how_long_to_wait(client, over):
    asked(client, over, times=2)

    answer = client.get(over)

    assert 1 <= int(answer["Retry-After"]) <= 61
    assert "try again" in answer.content.decode()


@pytest.mark.parametrize("name", ["bot-create", "tournament-create"])
def test_a_form_is_looked_at_as_often_as_one_likes_and_sent_now_and_then(client, alice, name):
    client.force_login(alice)
    address = reverse(name) + "?game=kalah"

    assert asked(client, address, times=4) == [200] * 4
    assert asked(client, address, method="post") == [200, 200, 429]


@pytest.mark.parametrize("page", ["upload", "versions/1/trial"])
def test_uploads_and_trials_have_one_allowance(client, alice, page):
    version = VersionFactory(bot=BotFactory(owner=alice, name="Greedy"))
    client.force_login(alice)
    asked(client, f"{version.bot.get_absolute_url()}upload/", times=2, method="post")

    answer = client.post(f"{version.bot.get_absolute_url()}{page}/")

    assert answer.status_code == 429
    assert "Nothing was changed" in answer.content.decode()


def test_what_was_refused_changes_nothing(client, alice):
    client.force_login(alice)
    asked(client, reverse("bot-create"), times=2, method="post")

    client.post(reverse("bot-create"), {"name": "Third", "code": "class Bot: pass"})

    assert not Bot.objects.exists()


def test_accounts_are_not_made_without_end(client):
    for name in ("one", "two", "three"):
        password = {"password1": "cowrie-and-wood", "password2": "cowrie-and-wood"}
        client.post(reverse("signup"), {"username": name} | password)
        client.logout()

    assert sorted(Player.objects.values_list("username", flat=True)) == ["one", "two"]
