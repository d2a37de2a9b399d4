"""One row with which something is wrong holds up no other: it is noted, and tried again."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from tests.tournaments.factories import NOW, VersionFactory, play_out, tournament
from tournaments import tasks
from tournaments.mathematics.formats import RoundRobin
from tournaments.models import Incident, LastDone, Match, Tournament, Trial
from tournaments.services import incidents
from tournaments.services.bots import trials
from tournaments.services.tournaments import lifecycle, rounds

pytestmark = pytest.mark.django_db


def two_tournaments(**terms):
    return [tournament([VersionFactory(), VersionFactory()], name=name, **terms)
            for name in ("First", "Second")]  # fmt: skip


def statuses(rows):
    return [Tournament.objects.get(pk=row.pk).status for row in rows]


def test_a_tournament_that_cannot_start_holds_up_neither_the_tick_nor_others(monkeypatch):
    first, second = two_tournaments(starts_at=NOW + timedelta(hours=1))
    note = rounds.note_ratings

    def broken(row, entries):
        if row == first:
            raise KeyError("rating")
        note(row, entries)

    monkeypatch.setattr(rounds, "note_ratings", broken)

    tasks.tick()
    tasks.tick()

    assert statuses([first, second]) == ["scheduled", "running"]
    assert LastDone.when(LastDone.Name.TICK) is not None
    said = str(Incident.objects.get().text)
    assert said == "Could not start First: KeyError: 'rating'"


def test_a_round_that_cannot_be_drawn_stops_no_other_tournament(monkeypatch):
    rows = two_tournaments()
    for match in Match.objects.all():
        play_out(match)
    draw = RoundRobin.next_round

    def broken(chosen, setup, played):
        if setup.seed == rows[0].pairing_seed:
            raise ZeroDivisionError("no such pairing")
        return draw(chosen, setup, played)

    monkeypatch.setattr(RoundRobin, "next_round", broken)

    assert lifecycle.advance(now=NOW) == 1
    assert statuses(rows) == ["paused", "finished"]


def test_a_trial_that_cannot_go_on_stops_no_other(monkeypatch):
    ended = []

    def broken(trial, **_details):
        if not ended:
            ended.append(trial)
            raise ZeroDivisionError("no ratio")
        return True

    monkeypatch.setattr(trials, "_advance", broken)
    monkeypatch.setattr(Trial.objects, "running", lambda: ["one", "two", "three"])

    assert trials.advance(now=NOW) == 2
    assert (
        str(Incident.objects.get().text) == "Could not go on with one: ZeroDivisionError: no ratio"
    )


def test_a_database_that_is_away_is_no_rows_fault():
    def away(_row):
        raise OperationalError("the connection was lost")

    with pytest.raises(OperationalError):
        incidents.each(["one"], away, failed="start-failed", now=NOW)
