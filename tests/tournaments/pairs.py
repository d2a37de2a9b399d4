"""The pairs of a trial: those that wait, and how one is played."""

from tests.tournaments.factories import (
    LEASE,
    NOW,
    claimed,
    outcome,
)
from tournaments.models import Match, Seat
from tournaments.services.playing import reports
from tournaments.services.ratings import luck


def play(match, *, loser, judged=True):
    """The pair, in which `loser` gives up at once, so that nothing is thrown."""
    claimed(match)
    for game in match.games.order_by("number"):
        seat = game.seats.get(version=loser).number
        report = outcome(game, seed=game.pk, forfeits=seat)
        reports.report(match, game, report, now=NOW, lease=LEASE)
    if judged:
        judge(match)


def judge(match, lucks=(0.0, 0.0)):
    """The luck of both versions in each game of a pair, by the first game's seats."""
    seats = list(Seat.objects.filter(game__match=match).order_by("game", "number"))
    versions = dict.fromkeys(seat.version_id for seat in seats)
    by_version = dict(zip(versions, lucks, strict=True))
    for seat in seats:
        seat.luck = by_version[seat.version_id]
    Match.objects.filter(pk=match.pk).update(luck_due_at=None)
    luck.keep(match.tournament, seats)


def waiting(trial):
    return list(trial.tournament.matches.filter(status=Match.Status.QUEUED).order_by("number"))
