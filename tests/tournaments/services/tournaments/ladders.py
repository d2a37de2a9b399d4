"""Ladders for tests: bots that climb, a turn of the housekeeping, and games by given strengths."""

from datetime import timedelta
from random import Random

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    claimed,
    outcome,
    variant,
)
from tournaments.models import Tournament
from tournaments.queries.playing import queue
from tournaments.queries.tournaments.ladder import entries
from tournaments.services.playing import reports
from tournaments.services.tournaments import ladder

MINUTE = timedelta(minutes=1)


def switched_on(key):
    row = variant(key)
    row.ladder = True
    row.save()
    return row


def bots(count, **fields):
    return [VersionFactory(bot=BotFactory(**fields)) for _ in range(count)]


def tend(*, now=NOW, seed=1):
    ladder.tend(now=now, rng=Random(seed))
    return Tournament.objects.filter(format="ladder").order_by("pk").first()


def climbers(row):
    return {entry.version for entry in entries(row)}


def waiting(row):
    return list(row.matches.filter(status="queued").order_by("pk"))


def sides(match):
    return {side.entry.version for side in match.pairing.sides.all()}


def play(row, *, now):
    """Play all that waits, and look after the ladder again."""
    for match in waiting(row):
        win(match, {}, now=now)
    return tend(now=now, seed=int(now.timestamp()))


def win(match, strengths, *, now, rng=None):
    """The stronger wins, or by the odds of their difference where there is chance."""
    claimed(match, now=now)
    for game in match.games.order_by("number"):
        first, second = (strengths.get(seat.version_id, 0) for seat in game.seats.all())
        odds = 1 / (1 + 10 ** ((second - first) / 400))
        loser = 1 if (rng or Random(game.pk)).random() < odds else 0
        report = outcome(game, seed=game.pk, forfeits=loser)
        reports.report(match, game, report, now=now, lease=LEASE)


def claim_next(*, now):
    match = queue.next_matches(now=now, rules=queue.rules_here()).first()
    claimed(match, now=now)
    Tournament.objects.filter(pk=match.tournament_id).update(last_claim_at=now)
    return match.tournament
