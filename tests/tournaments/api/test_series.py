"""Series by the API: what recurs, when, and how it stands."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import BotFactory, VersionFactory
from tests.tournaments.services.tournaments.test_series import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def fridays(alice, bob):
    versions = [VersionFactory(bot=BotFactory(owner=bob, name=name)) for name in ("Ella", "Finn")]
    return begin(alice, versions=versions)


def test_a_series_tells_its_next_dates_and_where_its_standings_are(client, fridays):
    (row,) = client.get(reverse("api:series-list")).json()["results"]

    assert client.get(row["url"]).json() == row
    assert (row["slug"], row["organiser"]) == (fridays.slug, "alice")
    assert len(row["next_dates"]) == 3
    lines = client.get(row["standings"]).json()["results"]
    assert [(line["name"], line["points"], line["played"]) for line in lines] == [
        ("Ella", 0.0, 0),
        ("Finn", 0.0, 0),
    ]


def test_a_private_series_is_not_there_for_others(client, alice, fridays):
    fridays.tournaments.update(access="private")
    address = reverse("api:series", args=[fridays.slug])
    assert client.get(address).status_code == 404
    client.force_login(alice)
    assert client.get(address).status_code == 200
