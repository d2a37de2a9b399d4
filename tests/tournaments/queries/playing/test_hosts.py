"""What the page of the queue tells: what runs, what waits and why, and what went wrong."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import FAILING, NOW, VersionFactory, claimed, tournament
from tournaments.models import CasualGame, Incident, Match, Tournament
from tournaments.queries.playing import hosts
from tournaments.services import incidents
from tournaments.services.tournaments import lifecycle
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(alice):
    return tournament([VersionFactory() for _ in range(3)], organiser=alice)


def test_matches_of_a_paused_tournament_are_not_ready_but_held(cup, alice, bob):
    work = hosts.work(bob, now=NOW)
    assert (work["matches"], work["held"]["by_pause"]) == (3, 0)

    lifecycle.pause(cup, player=alice, now=NOW)

    work = hosts.work(bob, now=NOW)
    assert (work["matches"], work["held"]["by_pause"], work["lines"]) == (0, 3, [])


def test_matches_of_a_paused_entrant_and_after_a_fault_are_held(cup, bob):
    cup.entries.first().version.pause(reason=FAILING, now=NOW)
    Match.objects.filter(pk=Match.objects.last().pk).update(not_before=NOW + timedelta(seconds=5))

    held = hosts.work(bob, now=NOW)["held"]

    assert (held["by_entrant"], held["by_fault"]) == (2, 1)


def test_the_page_lists_what_is_played_and_who_is_next(client, cup):
    claimed(Match.objects.first())

    page = client.get("/workers/").content.decode()

    assert f"{cup}</a>" in page
    assert re.search(r"\b2 matches\b", page)
    assert Match.objects.running().get().get_absolute_url() in page


def test_a_private_tournament_has_no_name_there_for_strangers(client, cup, alice):
    claimed(Match.objects.first())
    Tournament.objects.update(access=Tournament.Access.PRIVATE)

    page = client.get("/workers/").content.decode()
    assert str(cup) not in page
    assert "A private tournament" in page
    assert "A private match" in page

    client.force_login(alice)
    assert str(cup) in client.get("/workers/").content.decode()


def test_faults_of_the_last_day_are_told_in_words_that_name_no_machine(client):
    now = timezone.now()
    for hours in (1, 2, 48):
        incidents.note(
            Incident.Kind.LEASE_EXPIRED,
            text=Sentence("platform-failed", why="secret-box"),
            now=now - timedelta(hours=hours),
            worker="secret-box",
        )

    page = client.get("/workers/").content.decode()

    assert "A worker fell silent. Its match goes to another." in page
    assert "2 times in a day" in page
    assert "secret-box" not in page


@pytest.mark.parametrize("kind", Incident.Kind.values)
def test_every_kind_of_fault_has_words(kind):
    assert str(Sentence(hosts.MEANINGS[kind])).endswith(".")


def test_casual_games_at_a_board_and_waiting_are_told_apart(alice):
    who, lease = person(alice), timedelta(seconds=15)
    for _ in range(3):
        opened([VersionFactory(), "me"], who=who)
    CasualGame.objects.first().claim(worker="worker-1", now=NOW, lease=lease)

    work = hosts.work(alice, now=NOW)

    assert (work["casual_hosted"], work["casual_waiting"]) == (1, 2)
