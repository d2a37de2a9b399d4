"""The pairs of a trial: those that wait, and how one is played."""

from tests.tournaments.factories import (
    LEASE,
    NOW,
    claimed,
    outcome,
)
from tournaments.models import Match
from tournaments.services.playing import reports


def play(match, *, loser):
    """The pair, in which `loser` gives up at once."""
    claimed(match)
    for game in match.games.order_by("number"):
        seat = game.seats.get(version=loser).number
        report = outcome(game, seed=game.pk, forfeits=seat)
        reports.report(match, game, report, now=NOW, lease=LEASE)


def waiting(trial):
    return list(trial.tournament.matches.filter(status=Match.Status.QUEUED).order_by("number"))
