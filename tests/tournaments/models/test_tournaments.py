"""The states of a tournament, and each step between them happens once."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    GIVEN_UP,
    NO_RULES,
    NOW,
    PlayerFactory,
    VersionFactory,
    tournament,
)
from tournaments.models import Entry, Tournament, TournamentTable
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


def make_once():
    return tournament([VersionFactory(), VersionFactory()])


def state(row):
    return TournamentTable.objects.get(tournament=row).state


@pytest.mark.parametrize(
    ("status", "selected"),
    [
        ("scheduled", {"scheduled", "open"}),
        ("running", {"running", "begun", "open"}),
        ("paused", {"begun", "open"}),
        ("finished", set()),
        ("cancelled", set()),
    ],
)
def test_what_a_status_means(made, status, selected):
    reason = GIVEN_UP if status == "paused" else None
    rows = Tournament.objects.filter(pk=made.pk)
    rows.update(status=status, pause_reason=reason)
    names = ("scheduled", "running", "begun", "open")

    assert {name for name in names if getattr(Tournament.objects, name)().exists()} == selected
    assert rows.get().is_over == ("open" not in selected)


def test_a_ladder_is_told_from_other_tournaments(made):
    assert (made.is_ladder, Tournament.objects.ladders().exists()) == (False, False)

    Tournament.objects.update(format="ladder")

    assert Tournament.objects.get().is_ladder
    assert not Tournament.objects.without_ladders().exists()


@pytest.mark.parametrize(
    ("organiser", "format_id", "in_full"),
    [
        ({}, "swiss", False),
        ({}, "ladder", True),
        ({"is_staff": True}, "swiss", True),
        ({"is_trusted": True}, "swiss", True),
    ],
)
def test_games_count_in_full_where_somebody_trusted_pairs(made, organiser, format_id, in_full):
    Tournament.objects.update(organiser=PlayerFactory(**organiser), format=format_id)

    assert Tournament.objects.get().is_in_full == in_full
    assert Tournament.objects.in_full().exists() == in_full


def test_a_tournament_ends_once_and_its_table_is_wanted(made):
    before = state(made)
    later = NOW + timedelta(hours=1)

    assert made.end("finished", now=later)
    assert state(made) == before + 1
    assert not made.end("cancelled", now=NOW)
    assert state(made) == before + 1

    assert (made.status, made.ended_at) == ("finished", later)
    assert TournamentTable.objects.get(tournament=made).wanted


def test_a_tournament_keeps_why_it_is_paused_while_it_is(made, alice):
    pausing = {"pause_reason": GIVEN_UP, "paused_by": alice}

    assert made.move(from_status="running", to_status="paused", **pausing)
    assert (made.pause_reason, made.paused_by) == (GIVEN_UP, alice)
    assert not made.move(from_status="running", to_status="paused", **pausing)

    assert made.move(from_status="paused", to_status="running")
    assert (made.pause_reason, made.paused_by) == (Sentence(), None)


@pytest.mark.parametrize(
    ("status", "reason", "alone"),
    [("paused", NO_RULES, True), ("paused", GIVEN_UP, False), ("running", Sentence(), False)],
)
def test_it_goes_on_alone_when_a_host_can_play_its_rules(status, reason, alone):
    assert Tournament(status=status, pause_reason=reason).goes_on_alone == alone


def test_an_entrant_withdraws_and_comes_back_once(made):
    entry = made.entries.get(number=1)
    before = state(made)

    assert entry.is_active
    assert entry.withdraw(reason=GIVEN_UP, now=NOW)
    assert state(made) == before + 1
    assert not entry.withdraw(reason=GIVEN_UP, now=NOW)
    entry.refresh_from_db()
    assert (entry.is_active, entry.withdrawal) == (False, GIVEN_UP)
    assert list(Entry.objects.withdrawn()) == [entry]
    assert entry not in Entry.objects.active()

    assert state(made) == before + 1
    assert entry.come_back()
    assert state(made) == before + 2
    assert not entry.come_back()
    assert state(made) == before + 2
    assert list(Entry.objects.withdrawn()) == []
