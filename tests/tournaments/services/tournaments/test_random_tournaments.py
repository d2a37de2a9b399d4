"""Whatever happens to entrants and matches, the services take every tournament to its end."""

import random

import pytest

from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    tournament,
)
from tournaments.errors import Invalid
from tournaments.mathematics import formats
from tournaments.models import Incident, Match
from tournaments.services.playing import reports
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import byes, lifecycle, tables, withdrawals
from tournaments.words import Sentence

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EACH = 4
"""Tournaments of each format; six of these are two dozen."""

FAULT = Sentence("given-up", failures=3)


def happen(row, rng, staff):
    """Withdraw, ask for a bye, and void games and matches, each now and then."""
    entries = list(row.entries.active())
    if len(entries) > 1 and rng.random() < 0.3:
        withdrawals.withdraw(rng.choice(entries), player=staff, now=NOW)
    if row.format == "swiss" and rng.random() < 0.5:
        number = row.rounds.count() + 1
        try:
            byes.ask(rng.choice(entries), number=number, worth="zero", player=staff)
        except Invalid:  # the last round is paired
            assert number > lifecycle.Configuration.plan_of(row).rounds
    waiting = list(row.matches.queued().values_list("pk", flat=True))
    if waiting and rng.random() < 0.3:
        void = Match.objects.filter(pk=rng.choice(waiting))
        void.void_waiting(reason=FAULT, now=NOW)
    over = row.matches.finished().first()
    if over is not None and rng.random() < 0.2:
        voiding.void(over.games.filter(voided_at=None), player=staff, reason="Fault.", now=NOW)


def play(match, rng):
    """Play a match whose first or second seat gives up at once in each game."""
    claimed(match)
    for game in match.games.order_by("number"):
        report = outcome(game, seed=game.pk, forfeits=rng.randrange(2))
        reports.report(match, game, report, now=NOW, lease=LEASE)


@pytest.mark.parametrize("seed", range(EACH))
@pytest.mark.parametrize("format_id", formats.FORMATS)
def test_a_tournament_ends_without_a_fault_whatever_happens_to_it(client, carol, format_id, seed):
    rng = random.Random(f"{format_id} {seed}")
    versions = [VersionFactory() for _number in range(rng.randint(4, 7))]
    row = tournament(versions, organiser=carol, format=format_id)

    while not row.is_over:
        happen(row, rng, carol)
        for match in row.matches.queued():
            play(match, rng)
        tables.current(row, now=NOW)
        lifecycle.advance(now=NOW)
        row.refresh_from_db()
        assert row.status != "paused", row.pause_reason

    assert client.get(row.get_absolute_url()).status_code == 200
    assert not Incident.objects.exists()
