"""Another version of the rules: nothing is played by the wrong ones, and nothing is lost."""

from datetime import timedelta

import pytest

from agents.sandbox import Isolation
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    check_match,
    claimed,
    play_all,
    tournament,
)
from tournaments.models import Host, Tournament, Variant, Version
from tournaments.services.playing import hosts, play, reports, workers
from tournaments.services.tournaments import lifecycle, rules_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def outdated():
    """A running tournament whose rules are of a release that nobody runs any more."""
    row = tournament([VersionFactory(), VersionFactory()])
    Variant.objects.update(rules_version=7)
    return row


def status(row):
    row.refresh_from_db()
    return row.status


def test_a_tournament_whose_rules_nobody_plays_is_paused_with_the_reason(outdated):
    assert rules_versions.hold(now=NOW) == 1

    assert status(outdated) == Tournament.Status.PAUSED
    assert str(outdated.pause_reason) == (
        "It began under version 7 of the rules of Kalah, which no worker plays now. "
        "It goes on when one does."
    )
    assert rules_versions.hold(now=NOW) == 0


def test_it_goes_on_to_its_end_when_they_are_played_again(outdated):
    rules_versions.hold(now=NOW)
    Variant.objects.update(rules_version=1)

    assert rules_versions.hold(now=NOW) == 1

    assert (status(outdated), str(outdated.pause_reason)) == (Tournament.Status.RUNNING, "")
    assert play_all(outdated).status == Tournament.Status.FINISHED


def test_a_host_that_still_plays_them_keeps_it_running(outdated):
    hosts.register("old", isolation="bubblewrap", slots=1, speed_index=1.0, now=NOW)
    Host.objects.update(rules={"kalah": 7})

    assert rules_versions.hold(now=NOW) == 0
    assert rules_versions.hold(now=NOW + timedelta(minutes=2)) == 1


def test_a_paused_tournament_is_not_finished_and_can_be_cancelled(outdated):
    rules_versions.hold(now=NOW)
    lifecycle.advance(now=NOW)
    assert status(outdated) == Tournament.Status.PAUSED

    lifecycle.cancel(outdated, player=outdated.organiser, now=NOW)

    assert (status(outdated), str(outdated.pause_reason)) == (Tournament.Status.CANCELLED, "")


@pytest.mark.once
def test_a_check_begun_by_another_release_is_begun_again():
    version = VersionFactory(status=Version.Status.CHECKING)
    match = claimed(check_match(version))
    reports.plan_checks(match, ["kalah"])
    match.hand_back(now=NOW)
    Variant.objects.update(rules_version=7)
    worker = workers.Worker(
        name="new", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: NOW
    )

    play.play_next(worker, validation=True)

    version.refresh_from_db()
    assert version.status == Version.Status.ACCEPTED
    assert not match.games.filter(variant__rules_version=7).exists()


FORGOTTEN = [{"options": {"odd": 1}}, {"game_id": "gone"}, {}]
ON_PAGES = ["", "results/csv/", "results/json/", "results/pgn/"]


def forget(change):
    """What an upgrade leaves of a variant: other rules, fewer options, fewer games."""
    Variant.objects.update(rules_version=7, **change)


@pytest.mark.parametrize("change", FORGOTTEN, ids=["option", "game", "rules"])
def test_what_the_engine_has_no_more_can_still_be_looked_at(client, change):
    row = play_all(tournament([VersionFactory(), VersionFactory()]))
    match = row.matches.get()
    forget(change)

    pages = [f"{row.get_absolute_url()}{page}" for page in ON_PAGES]
    pages += [f"{match.get_absolute_url()}{page}" for page in ("", "verify/", "games/1/")]
    pages += [f"/api/v1/tournaments/{row.slug}/standings/", f"/api/v1/matches/{match.pk}/verify/"]
    assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


@pytest.mark.parametrize("change", FORGOTTEN, ids=["option", "game", "rules"])
def test_a_tournament_that_is_paused_for_it_says_so_on_its_page(client, change):
    row = tournament([VersionFactory(), VersionFactory()])
    forget(change)
    rules_versions.hold(now=NOW)

    assert "which no worker plays now" in client.get(row.get_absolute_url()).content.decode()


@pytest.mark.parametrize("change", FORGOTTEN, ids=["option", "game", "rules"])
def test_one_that_was_to_begin_can_be_looked_at_and_cancelled(client, change):
    row = tournament([VersionFactory(), VersionFactory()], starts_at=NOW + timedelta(days=999))
    forget(change)

    assert client.get(row.get_absolute_url()).status_code == 200
    assert lifecycle.cancel(row, player=row.organiser, now=NOW)


def test_one_that_was_to_begin_by_a_lost_option_is_called_off_and_its_organiser_told():
    row = tournament([VersionFactory(), VersionFactory()], starts_at=NOW + timedelta(hours=1))
    forget({"options": {"odd": 1}})

    lifecycle.start_due(now=NOW + timedelta(hours=2))

    assert status(row) == Tournament.Status.CANCELLED
    assert "kalah has no option 'odd'" in str(row.organiser.notices.get().text)
