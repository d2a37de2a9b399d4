"""Trials on their pages: the form, how a trial stands, and its buttons."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    variant,
)
from tests.tournaments.pairs import play, waiting
from tournaments.models import Trial, Version
from tournaments.queries.bots.trials import variants
from tournaments.services.bots import trials

pytestmark = pytest.mark.django_db


def test_the_form_starts_a_trial_against_the_predecessor(client, alice, versions):
    client.force_login(alice)
    kalah = variant("kalah")
    address = reverse("trial-start", args=["anna", 2])
    form = client.get(address).context["form"]
    assert form.initial["incumbent"] == versions[0]

    answer = client.post(
        address,
        {"incumbent": versions[0].pk, "variant": kalah.pk, "time_control": "bullet",
         "elo1": 30, "most_pairs": 100},
    )  # fmt: skip

    assert answer.headers["Location"] == Trial.objects.get().get_absolute_url()


def test_the_form_tells_how_likely_a_verdict_is(client, alice, versions):
    client.force_login(alice)
    variant("kalah")

    page = client.get(reverse("trial-start", args=["anna", 2]))

    assert [round(one.undecided, 2) for one in page.context["outlook"].chances] == [
        0.34,
        0.57,
        0.34,
    ]
    assert "allow 1,271 pairs" in page.content.decode()


def test_asking_how_likely_a_verdict_is_starts_nothing(client, alice, versions):
    client.force_login(alice)
    form = {"incumbent": versions[0].pk, "variant": variant("kalah").pk, "time_control": "bullet",
            "elo1": 5, "most_pairs": 2000, "show": "preview"}  # fmt: skip

    whole = client.post(reverse("trial-start", args=["anna", 2]), form).content.decode()
    part = client.post(reverse("trial-outlook"), form).content.decode()

    assert not Trial.objects.exists()
    for page in (whole, part):
        assert "A trial may have at most 2,000 pairs" in page


@pytest.mark.parametrize("size", [{"elo1": 1}, {"most_pairs": "many"}])
def test_of_no_trial_no_verdict_is_told(client, alice, size):
    client.force_login(alice)
    page = client.post(reverse("trial-outlook"), {"elo1": 30, "most_pairs": 400, **size})
    assert "Enter a difference and a number of pairs" in page.content.decode()


def test_the_form_offers_games_between_two_sides(versions):
    kalah, _for_four = variant("kalah"), variant("pachisi")
    versions[1].games = ["kalah", "pachisi"]
    versions[1].save()
    assert list(variants(versions[1])) == [kalah]


def test_the_page_shows_how_it_stands(client, alice, begin, versions):
    trial = begin()
    play(waiting(trial)[0], loser=versions[0])
    trials.advance(now=NOW)
    client.force_login(alice)

    page = client.get(trial.get_absolute_url()).content.decode()

    assert "after 1 pair: 0.0" in page
    assert page.count("<td") == 5
    assert 'hx-trigger="every 3s"' in page


def test_the_page_of_its_tournament_leads_to_the_trial(client, alice, begin):
    trial = begin()
    client.force_login(alice)
    answer = client.get(trial.tournament.get_absolute_url())
    assert answer.headers["Location"] == trial.get_absolute_url()


def test_nobody_else_sees_a_trial(client, begin, bob):
    trial = begin()
    client.force_login(bob)
    for address in (trial.get_absolute_url(), waiting(trial)[0].get_absolute_url()):
        assert client.get(address).status_code == 404


def test_the_page_of_a_version_leads_to_its_trials(client, alice, begin):
    trial = begin(replaces=True)
    client.force_login(alice)
    page = client.get(reverse("version", args=["anna", 2])).content.decode()
    assert trial.get_absolute_url() in page
    assert "Held back" in page


def test_the_button_stops_it(client, alice, begin):
    trial = begin()
    client.force_login(alice)
    client.post(reverse("trial-stop", args=[trial.pk]))
    assert Trial.objects.get().status == Trial.Status.STOPPED


def test_the_button_lets_a_version_play(client, alice, begin):
    begin(replaces=True)
    client.force_login(alice)
    client.post(reverse("version-release", args=["anna", 2]))
    assert not Version.objects.filter(held_back=True).exists()
