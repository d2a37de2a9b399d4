"""A fault over one tournament stops it, and says so: it neither hangs nor breaks its pages."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    NOW,
    VersionFactory,
    play_out,
    play_to_the_end,
    tournament,
)
from tournaments.mathematics.formats import knockout, swiss
from tournaments.models import Incident, Notice, Tournament
from tournaments.queries.tournaments import exports, trf, written
from tournaments.services.people import club_results, clubs
from tournaments.services.tournaments import lifecycle, rules_versions, tables

pytestmark = pytest.mark.django_db

STOPPED = "A fault of the platform stopped it."
NO_TABLE = "A fault of the platform keeps new standings from being computed."


@pytest.fixture
def cup(alice, bob):
    """A Swiss tournament of three rounds, of which the first is played."""
    versions = [VersionFactory() for _number in range(4)]
    row = tournament(versions, organiser=alice, format="swiss", format_options={"rounds": 3})
    row.co_organisers.add(bob)
    return row


@pytest.fixture
def broken(monkeypatch):
    """What breaks a function of a module or class, and gives back how often it was called."""

    def break_(owner, name):
        calls = []

        def fail(*arguments, **_named):
            calls.append(arguments)
            raise ZeroDivisionError("no such pairing")

        monkeypatch.setattr(owner, name, fail)
        return calls

    return break_


def play_first_round(row):
    for match in row.matches.all():
        play_out(match)
    lifecycle.advance(now=NOW)
    row.refresh_from_db()


def strengths(row):
    return {entry.version: entry.number for entry in row.entries.all()}


def standings(client, row):
    return client.get(f"/api/v1/tournaments/{row.slug}/standings/").json()


def test_a_round_that_cannot_be_drawn_stops_the_tournament_and_its_people_hear_of_it(
    cup, broken, alice, bob, carol
):
    broken(swiss.Swiss, "next_round")

    play_first_round(cup)
    lifecycle.advance(now=NOW)

    assert (cup.status, cup.pause_reason.code) == ("paused", "stopped-by-fault")
    assert str(Incident.objects.get().text) == (
        "Could not go on with Autumn Cup: ZeroDivisionError: no such pairing"
    )
    notified = Notice.objects.filter(text__code="tournament-stopped")
    assert {one.player for one in notified} == {alice, bob, carol}


@pytest.mark.parametrize("who", ["alice", "carol"])
def test_an_organiser_or_staff_let_it_go_on_when_the_fault_is_repaired(
    cup, broken, request, monkeypatch, who
):
    with monkeypatch.context() as patch:
        patch.setattr(swiss.Swiss, "next_round", lambda *_given: 1 / 0)
        play_first_round(cup)
    # Only a tournament that waits for a host goes on by itself.
    assert rules_versions.hold(now=NOW) == 0
    cup.refresh_from_db()

    assert lifecycle.resume(cup, player=request.getfixturevalue(who))
    lifecycle.advance(now=NOW)

    assert play_to_the_end(cup, strengths=strengths(cup)).status == Tournament.Status.FINISHED


def test_a_fault_that_stays_stops_it_again(cup, broken, alice):
    broken(swiss.Swiss, "next_round")
    play_first_round(cup)

    lifecycle.resume(cup, player=alice)
    lifecycle.advance(now=NOW)

    cup.refresh_from_db()
    assert cup.status == Tournament.Status.PAUSED


def test_a_tie_that_cannot_be_judged_stops_a_knockout(broken, alice):
    row = tournament([VersionFactory(), VersionFactory()], organiser=alice, format="knockout")
    broken(knockout.Knockout, "undecided")

    play_first_round(row)

    assert row.pause_reason.code == "stopped-by-fault"


def pages(row):
    files = [f"results/{one.kind}/" for one in exports.available(row)]
    found = [f"{row.get_absolute_url()}{one}" for one in ["", "live/", "entrants/", *files]]
    base = f"/api/v1/tournaments/{row.slug}/"
    return [*found, base, *(f"{base}{one}" for one in ["standings/", "entries/", *files])]


def test_all_pages_of_a_tournament_whose_table_fails_show_the_last_one_and_why(
    client, cup, broken, alice
):
    client.force_login(alice)
    before = standings(client, cup)
    play_first_round(cup)
    calls = broken(written, "table")

    answers = {page: client.get(page).status_code for page in pages(cup)}
    shown, now = client.get(cup.get_absolute_url()).content.decode(), standings(client, cup)

    assert answers == dict.fromkeys(answers, 200)
    assert STOPPED in shown
    assert f"{NO_TABLE} Staff are notified." in " ".join(shown.split())
    assert "You see the last ones." in shown
    assert 'action="/tournaments/autumn-cup/resume/"' in shown
    assert (now["status"], now["has_failed"]) == ("paused", True)
    assert now["standings"] == before["standings"]
    # Once for the state after the round, and once for that of the stopped tournament.
    assert len(calls) == 2
    assert Incident.objects.count() == 1


def test_where_there_never_was_a_table_pages_say_why_and_files_are_refused(client, cup, broken):
    broken(written, "table")

    answers = {client.get(page).status_code for page in pages(cup)}
    shown = client.get(cup.get_absolute_url()).content.decode()

    assert answers == {200, 503}
    assert NO_TABLE in shown
    assert "You see the last ones." not in shown
    assert standings(client, cup)["code"] == "not_computed"
    refused = client.get(f"{cup.get_absolute_url()}results/csv/")
    assert refused.content.decode() == "A fault of the platform keeps this file from being made.\n"
    assert "Retry-After" not in refused.headers


def test_a_tournament_that_is_over_stays_so_and_its_table_is_tried_again_at_night(
    client, cup, alice, monkeypatch
):
    cup = play_to_the_end(cup, strengths=strengths(cup))
    with monkeypatch.context() as patch:
        patch.setattr(written, "table", lambda _row: 1 / 0)
        assert NO_TABLE in client.get(cup.get_absolute_url()).content.decode()

    assert NO_TABLE in client.get(cup.get_absolute_url()).content.decode()
    tables.check(now=NOW)
    assert NO_TABLE not in client.get(cup.get_absolute_url()).content.decode()
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED


def test_a_file_that_cannot_be_made_stops_the_tournament(client, cup, broken):
    broken(trf, "format_input")

    assert client.get(f"{cup.get_absolute_url()}results/trf/").status_code == 503
    assert STOPPED in client.get(cup.get_absolute_url()).content.decode()


def test_the_page_of_a_scheduled_tournament_says_that_its_preview_fails(client, broken):
    versions = [VersionFactory() for _number in range(4)]
    later = NOW + timedelta(days=365)
    row = tournament(versions, format="swiss", starts_at=later)
    broken(swiss.Swiss, "preview")

    shown = client.get(row.get_absolute_url()).content.decode()

    assert "A fault of the platform keeps the preview from being computed." in shown
    assert str(Incident.objects.get().text).startswith("Could not preview Autumn Cup: ZeroDivision")


def test_the_file_of_a_club_leaves_out_what_cannot_be_computed(cup, broken, alice):
    club = clubs.create(player=alice, name="Course", description="", now=NOW)
    Tournament.objects.filter(pk=cup.pk).update(club=club)
    broken(written, "table")

    lines = "".join(club_results.as_csv(club, player=alice, now=NOW)).splitlines()

    assert lines == ["Autumn Cup,paused"]
