"""A few readers cannot starve all others: pages are counted, for each address and each player."""

from ipaddress import ip_network

import pytest
from django.urls import reverse

from tournaments.web import reading

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three(settings, monkeypatch):
    """Three pages a minute, and a minute that does not end."""
    settings.VIEWS_A_MINUTE = 3
    monkeypatch.setattr(reading.time, "time", lambda: 1_000_000_005.0)


def asked(client, times, address="/guide/", **details):
    # Without the text: what is not read need not be closed.
    return [client.head(address, **details).status_code for _time in range(times)]


def test_an_address_that_has_seen_this_minutes_pages_waits(client):
    statuses = asked(client, 4)

    answer = client.get(reverse("home"))

    assert statuses == [200, 200, 200, 429]
    assert answer["Retry-After"] == "15"
    assert "Too many requests" in answer.content.decode()


def test_a_minute_later_it_goes_on(client, monkeypatch):
    asked(client, 4)
    monkeypatch.setattr(reading.time, "time", lambda: 1_000_000_020.0)

    assert asked(client, 1) == [200]


def test_another_address_is_not_held_up(client):
    asked(client, 4, REMOTE_ADDR="192.0.2.1")

    assert asked(client, 1, REMOTE_ADDR="192.0.2.2") == [200]


def test_a_network_of_version_6_counts_as_one_address(client):
    statuses = [asked(client, 1, REMOTE_ADDR=f"2001:db8::{number}")[0] for number in range(4)]

    assert statuses == [200, 200, 200, 429]


def test_a_trusted_network_is_not_counted(client, settings):
    settings.TRUSTED_NETWORKS = [ip_network("192.0.2.0/24")]

    assert asked(client, 9, REMOTE_ADDR="192.0.2.1") == [200] * 9


def test_an_address_that_a_visitor_makes_up_is_not_believed(client):
    given = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(4)]

    assert [client.get("/guide/", headers=one).status_code for one in given][-1] == 429


def test_who_is_signed_in_sees_more(client, alice, bob):
    client.force_login(alice)
    assert asked(client, 13) == [200] * 12 + [429]

    client.force_login(bob)
    assert asked(client, 1) == [200]


@pytest.mark.parametrize("address", ["/healthz", "/api/v1/", "/static/kauri/base.css"])
def test_machines_files_and_the_api_are_not_counted(client, address):
    asked(client, 4)

    assert asked(client, 5, address) == [200] * 5


def test_nothing_is_counted_where_the_operator_says_so(client, settings):
    settings.VIEWS_A_MINUTE = 0

    assert asked(client, 9) == [200] * 9
