"""Tables are computed once for each change of what they show, exactly, and checked each night."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    NOW,
    VersionFactory,
    claimed,
    outcome,
    play_all,
    play_out,
    tournament,
)
from tournaments import dispatch
from tournaments.mathematics import score_table
from tournaments.models import Incident, Tournament, TournamentTable
from tournaments.queries.tournaments import by_play, standings, written
from tournaments.queries.tournaments.format_input import format_input
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.playing import reports
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import byes, lifecycle, tables, withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice):
    return tournament([VersionFactory() for _ in range(4)], organiser=alice)


@pytest.fixture
def computed(monkeypatch):
    """How often each tournament's table was computed."""
    calls = []
    compute = written.table
    monkeypatch.setattr(written, "table", lambda one: calls.append(one.pk) or compute(one))
    return calls


def state(row):
    return TournamentTable.objects.get(pk=row.pk).state


def look(row):
    return KeptTable(row, tables.current(row, now=NOW))


def test_what_is_kept_is_what_is_computed(row):
    play_all(row)

    inputs, kept = format_input(row), look(row)
    games = [game for games in inputs.results.values() for game in games]
    scores = score_table.crosstable(games)

    scores_by_play = by_play.scores(row)
    lines = [
        replace(line, by_play=scores_by_play.get(line.row.entrant.version_id))
        for line in standings.lines(inputs)
    ]
    assert kept.lines(0, kept.count) == lines
    for line, (number, entry, cells) in zip(lines, kept.cross((0, 4), (0, 4)), strict=True):
        assert (number, entry) == (line.number, line.row.entrant)
        assert cells == [
            (other.row.entrant, scores.get((entry.pk, other.row.entrant.pk))) for other in lines
        ]


def test_two_who_look_compute_it_once(row, computed):
    look(row)
    look(row)

    assert computed == [row.pk]


def test_who_looks_while_it_is_computed_gets_the_last_one(row, computed):
    before = look(row).kept
    play_out(row.matches.first())
    cache.add(f"table-{row.pk}", True)

    assert look(row).kept.computed == before.computed
    assert len(computed) == 1


def test_every_change_of_what_is_shown_counts(row, alice, carol):
    match = row.matches.first()
    steps = {
        "a report": lambda: play_out(match),
        "a void game": lambda: voiding.void(
            match.games.all()[:1], player=carol, reason="A fault of the host.", now=NOW
        ),
        "a pause": lambda: lifecycle.pause(row, player=alice, now=NOW),
        "its end": lambda: lifecycle.resume(row, player=alice),
        "a withdrawal": lambda: withdrawals.withdraw(row.entries.first(), player=alice, now=NOW),
        "one cycle more": lambda: lifecycle.extend(row, player=alice, now=NOW),
        "a cancellation": lambda: lifecycle.cancel(row, player=alice, now=NOW),
    }
    for name, step in steps.items():
        before = state(row)
        step()
        row.refresh_from_db()
        assert state(row) > before, name


def test_a_requested_bye_counts(alice):
    swiss = tournament([VersionFactory() for _ in range(4)], organiser=alice, format="swiss",
                       format_options={"rounds": 3})  # fmt: skip
    before = state(swiss)

    byes.ask(swiss.entries.first(), number=2, worth="half", player=alice)
    byes.take_back(swiss.entries.first(), number=2, player=alice)

    assert state(swiss) == before + 2


def test_nothing_else_counts(row, alice):
    match = play_out(row.matches.first())
    before = state(row)

    lifecycle.pause(row, player=alice, now=NOW)
    lifecycle.pause(row, player=alice, now=NOW)  # for nothing
    game = match.games.first()
    reports.report(match, game, outcome(game, seed=2), now=NOW, lease=timedelta(seconds=60))
    claimed(row.matches.filter(status="queued").first())

    assert state(row) == before + 1


def test_a_report_of_another_tournament_does_not_count(row):
    before = state(row)

    play_all(tournament([VersionFactory(), VersionFactory()], name="Other Cup"))

    assert state(row) == before


def test_a_large_table_is_left_to_a_worker(row, computed, sent, monkeypatch,
                                           django_capture_on_commit_callbacks):  # fmt: skip
    monkeypatch.setattr(tables, "AT_ONCE", 1)

    with django_capture_on_commit_callbacks(execute=True):
        assert not look(row).is_there
        assert not look(row).is_there
    assert (computed, sent.count(dispatch.TABLES)) == ([], 1)

    assert tables.compute_wanted(now=NOW) == 1
    assert look(row).is_there
    assert computed == [row.pk]


def test_a_large_table_rests_between_two_changes(row, monkeypatch):
    tables.compute(row, now=NOW)
    monkeypatch.setattr(tables, "AT_ONCE", 1)
    monkeypatch.setattr(tables, "GAMES_A_SECOND", 1)
    play_out(row.matches.first())

    tables.current(row, now=NOW + timedelta(seconds=11))
    assert not tables.are_wanted()

    tables.current(row, now=NOW + timedelta(seconds=12))
    assert tables.are_wanted()


def test_an_older_computation_does_not_take_the_place_of_a_newer_one(row):
    late = tables.compute(row, now=NOW)
    play_out(row.matches.first())
    newer = look(row).kept
    late.computed, late.state = None, 0

    tables._store(late, NOW)

    now = TournamentTable.objects.get(pk=row.pk)
    assert (now.computed, now.finished) == (newer.computed, 2)


def test_the_check_finds_nothing_wrong_and_looks_at_no_table_twice(row, computed):
    play_all(row)
    look(row)
    computed.clear()

    assert tables.check(now=NOW) == 0
    assert tables.check(now=NOW) == 0
    assert computed == [row.pk]


def test_the_check_mends_a_wrong_table_and_says_so(row):
    play_all(row)
    kept = look(row).kept
    kept.lines.update(place=F("place") + 1)

    assert tables.check(now=NOW) == 1

    (incident,) = Incident.objects.filter(kind=Incident.Kind.WRONG_TABLE)
    assert str(incident.text) == (
        "The table of Autumn Cup differed from its games, and was computed again."
    )
    assert look(row).lines(0, 1)[0].row.place == 1


def test_a_tournament_without_a_table_gets_one(row):
    TournamentTable.objects.all().delete()

    assert look(Tournament.objects.get(pk=row.pk)).count == 4


@pytest.mark.once
def test_who_looks_first_after_a_change_takes_as_many_queries_however_many_played(alice):
    taken = []
    for count in (3, 9):
        entrants = [VersionFactory() for _ in range(count)]
        cup = play_all(tournament(entrants, name=f"Cup of {count}", organiser=alice))
        tables.current(cup, now=NOW)
        TournamentTable.changed([cup.pk])
        with CaptureQueriesContext(connection) as captured:
            assert tables.current(cup, now=NOW).is_fresh
        taken.append(len(captured))

    assert taken[0] == taken[1] <= 14
