"""What was found about two players, as everybody reads it, and what staff can do there."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, found_anomaly, variant
from tournaments.models import Anomaly

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(alice, bob):
    return found_anomaly(variant(), alice, bob)


def page_of(client, row):
    return " ".join(client.get(row.get_absolute_url()).content.decode().split())


def test_the_page_says_what_was_found_and_why(client, found):
    page = page_of(client, found)

    assert "alice made 0 points in 70 games against bob." in page
    assert "36.2 points were to be expected" in page
    assert "10<sup>10</sup> to 1" in page
    assert "Staff have not decided yet." in page
    assert "12 <span" in page
    assert "Clear it" not in page


def test_a_leaderboard_leads_to_its_anomalies_and_says_where_there_are_none(client):
    board = variant()

    address = reverse("anomalies", args=[board.slug])

    assert address in client.get(board.get_absolute_url()).content.decode()
    assert "Nothing was found here so far." in client.get(address).content.decode()


def test_a_leaderboard_counts_the_anomalies_that_staff_have_not_decided(
    client, found, alice, bob, carol
):
    def number():
        page = client.get(found.variant.get_absolute_url()).content.decode()
        return re.findall(r"(\d+) not decided yet", page)

    found_anomaly(found.variant, alice, carol)
    found_anomaly(variant("pachisi"), alice, bob)
    before = number()
    Anomaly.objects.filter(pk=found.pk).update(status="upheld", decided_at=NOW)

    one_decided = number()
    Anomaly.objects.filter(status="open").delete()
    assert (before, one_decided, number()) == (["2"], ["1"], [])


def test_staff_decide_on_the_page_and_everybody_reads_why(client, found, carol):
    carol.is_staff = True
    carol.save()
    client.force_login(carol)
    assert "Clear it" in page_of(client, found)

    for name, reason in (("uphold", "One program."), ("clear", "They wrote to us.")):
        address = reverse(f"anomaly-{name}", args=[found.variant.slug, found.pk])
        client.post(address, {"reason": reason})

    client.logout()
    page = page_of(client, found)
    assert "carol confirmed it: One program." in page
    assert "carol cleared it: They wrote to us." in page
    assert "rated again" in page


def test_the_api_gives_the_figures_to_compute_the_odds_again(client, found):
    (told,) = client.get(f"/api/v1/leaderboards/{found.variant.slug}/anomalies/").json()["results"]

    assert (told["one"], told["other"], told["status"]) == ("alice", "bob", "open")
    assert told["encounters"] == found.encounters
    assert {"log_odds", "error", "expected"} <= told.keys()
