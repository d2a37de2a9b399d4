"""Trials by the API: started, shown, stopped, and what is refused."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    variant,
)
from tests.tournaments.problems import told

pytestmark = pytest.mark.django_db


def test_the_api_tells_how_likely_a_verdict_is(client, alice, begin):
    told = client.get(reverse("api:trial-outlook"), {"elo1": 200, "most_pairs": 60}).json()

    assert [one["elo"] for one in told["chances"]] == [0, 100, 200]
    assert told["enough"] == max(one["enough"] for one in told["chances"]) < 60
    client.force_login(alice)
    trial = begin(elo1=200, most_pairs=60)
    assert client.get(reverse("api:trial", args=[trial.pk])).json()["outlook"] == told


@pytest.mark.parametrize("size", [{"elo1": "nan"}, {"elo1": 1}, {"most_pairs": 5}, {"elo": 30}])
def test_the_api_refuses_sizes_that_no_trial_has(client, size):
    answer = client.get(reverse("api:trial-outlook"), size)
    assert answer.status_code == 400
    assert list(told(answer.json())) == [*size]


def test_the_api_starts_shows_and_stops_a_trial(client, alice, versions):
    client.force_login(alice)
    kalah = variant("kalah")
    address = reverse("api:trial-start", args=["anna", 2])

    made = client.post(address, {"number": 1, "variant": kalah.slug}, "application/json")

    assert made.status_code == 201
    told = client.get(made.json()["url"]).json()
    assert (told["status"], told["outcomes"], told["comparison"]) == ("running", [0] * 5, None)
    assert len(client.get(reverse("api:trials")).json()["results"]) == 1
    stopped = client.post(reverse("api:trial-stop", args=[told["id"]]))
    assert stopped.json()["status"] == "stopped"


def test_the_api_tells_nobody_else(client, bob, begin):
    trial = begin()
    assert client.get(reverse("api:trial", args=[trial.pk])).status_code == 401
    client.force_login(bob)
    assert client.get(reverse("api:trial", args=[trial.pk])).status_code == 404


@pytest.mark.parametrize("variant", [5, True, ["x"], {"slug": "x"}])
def test_what_is_no_text_names_no_leaderboard(client, alice, versions, variant):
    old, new = versions
    client.force_login(alice)
    answer = client.post(
        f"/api/v1/bots/{new.bot.slug}/versions/{new.number}/trials/",
        {"number": old.number, "variant": variant},
        "application/json",
    )

    assert answer.status_code == 400
    assert told(answer.json())["variant"] == ["This is no leaderboard."]
