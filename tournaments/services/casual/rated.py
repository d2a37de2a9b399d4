"""Matches in which a remote bot plays: their games are boards, one after the other.

The rows are the state. Hosts and remote programs play a board as any casual game, and its record is
reported as a worker's would be. Each step begins with a conditional update, so it can be repeated,
and a process that is killed between two of them loses nothing.
"""

from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q

from agents.table.referee import GameReport
from agents.terms.faults import Fault
from tournaments import dispatch
from tournaments.errors import StaleAttempt
from tournaments.models import CasualGame, CasualSeat, Incident, Match, PairingSide
from tournaments.models.casual import CasualGameQuerySet
from tournaments.models.matches import MatchQuerySet
from tournaments.queries.casual.courses import course_of
from tournaments.queries.playing import queue
from tournaments.services import incidents
from tournaments.services.casual.changes import keep
from tournaments.services.playing import reports
from tournaments.words import Sentence

PATIENCE = timedelta(minutes=5)
"""How long a match waits for a remote bot that is not connected. Then it begins without it."""

LEASE = timedelta(hours=1)
"""The lease of a match whose games are boards; each tick renews it."""

LOOKED_AT = 50
"""The most matches that one tick begins."""

REST = timedelta(seconds=5)
"""How long a board that is over is left to those who are still at it, such as its host."""

WORKER = "boards"
"""What the row of such a match names as its worker."""


def tend(*, now: datetime) -> None:
    """Begin, continue and report matches of remote bots, whatever is due."""
    _playing().update(lease_until=now + LEASE)
    _abandoned().going_on().update(state=F("state") + 1, **CasualGame.ending("platform", now=now))
    _abandoned().filter(ended_at__lte=now - REST).delete()
    for rows, work in ((_over(now), settle), (_waiting(now), _begin), (_between_games(), _deal)):
        incidents.each(rows, partial(work, now=now), failed="board-failed", now=now)


def settle(board: CasualGame, *, now: datetime) -> bool:
    """Report the game of a board that is over; False if that is no longer wanted.

    A board that the platform has ended is a platform failure of the match: a new one follows.
    """
    game = board.game
    if game is None or not board.is_over or bytes(board.seed) != bytes(game.match.seed):
        return False
    try:
        if board.result is None:
            return _fail(game.match, now)
        reports.report(game.match, game, _outcome(board), now=now, lease=LEASE)
    except StaleAttempt:
        return False
    return _deal(game.match, now=now)


def _playing() -> MatchQuerySet:
    return Match.objects.running().filter(is_remote=True)


def _boards() -> CasualGameQuerySet:
    """The boards whose games are not reported, with their matches."""
    rows = CasualGame.objects.filter(game__isnull=False, game__ended_at=None)
    return rows.select_related("game__match", "variant").prefetch_related("seats__version__bot")


def _abandoned() -> CasualGameQuerySet:
    """The boards of matches that nobody plays any more, or that have another seed by now."""
    rows = CasualGame.objects.filter(game__isnull=False, game__ended_at=None)
    return rows.exclude(game__match__status=Match.Status.RUNNING, seed=F("game__match__seed"))


def _over(now: datetime) -> CasualGameQuerySet:
    """The boards to report: those that a host has not reported itself."""
    hosted = CasualSeat.objects.filter(game=OuterRef("pk"), version__is_remote=False)
    over = _boards().filter(status=CasualGame.Status.OVER)
    return over.filter(Q(ended_at__lte=now - REST) | ~Exists(hosted))


def _waiting(now: datetime) -> MatchQuerySet:
    """The matches that may begin, the longest wait first."""
    sides = PairingSide.objects.filter(pairing=OuterRef("pairing"), entry__version__is_remote=True)
    absent = sides.exclude(entry__version__bot__connected_until__gte=now)
    ready = queue.ready(now=now, is_remote=True).of_running_tournaments()
    here = ready.filter(queue.plays(queue.rules_here(), variant="tournament__variant"))
    free = here.exclude(Exists(sides.filter(entry__version__bot__in=_busy())))
    due = free.filter(Q(queued_at__lte=now - PATIENCE) | ~Exists(absent))
    return due.order_by("queued_at", "pk")[:LOOKED_AT]


def _busy() -> list[int]:
    """The remote bots that play as many games as they want to, by id."""
    seats = CasualSeat.objects.filter(
        game__status=CasualGame.Status.PLAYING, version__is_remote=True
    )
    games = seats.order_by().values("version__bot").annotate(games=Count("game", distinct=True))
    full = games.filter(games__gte=F("version__bot__at_once"))
    return list(full.values_list("version__bot", flat=True))


def _between_games() -> MatchQuerySet:
    """The matches whose next board is missing, as after a crash."""
    in_play = CasualGame.objects.filter(game__match=OuterRef("pk"), game__ended_at=None)
    return _playing().filter(~Exists(in_play))


def _begin(match: Match, *, now: datetime) -> bool:
    seated = PairingSide.objects.filter(pairing=match.pairing, entry__version__bot__in=_busy())
    if seated.exists() or not match.claim(worker=WORKER, now=now, lease=LEASE):
        return False
    return _deal(match, now=now)


@transaction.atomic
def _deal(match: Match, *, now: datetime) -> bool:
    """Open the board of a match's next game; False if it is there, or all games are over."""
    row = Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
    game = row.games.filter(ended_at=None).order_by("number").first()
    if row.status != Match.Status.RUNNING or game is None or hasattr(game, "board"):
        return False
    board = CasualGame.objects.create(
        key=token_hex(8), game=game, variant=game.variant, seed=row.seed, has_people=False,
        has_remote=True, time_control=row.time_control, created_at=now, due_since=now,
        not_before=now,
    )  # fmt: skip
    CasualSeat.objects.bulk_create(
        CasualSeat(game=board, number=seat.number, version=seat.version)
        for seat in game.seats.select_related("version__bot")
    )
    course = course_of(board)
    course.open(row.opening)
    course.roll()
    return keep(board, course, now=now)


def _fail(match: Match, now: datetime) -> bool:
    reason = Sentence("board-ended")
    if not reports.fail(match, reason=reason, now=now):
        return False
    kind = Incident.Kind.PLATFORM_FAULT
    incidents.note(kind, text=reason, now=now, worker=WORKER, match=match)
    dispatch.wake(dispatch.ADVANCE)
    return True


def _outcome(board: CasualGame) -> GameReport:
    """Return the report of a board, as a worker would give it."""
    course, seats = course_of(board), list(board.seats.all())
    document = course.recorder.document(course.state)
    return GameReport(
        record=document,
        returns=tuple(course.state.returns()),
        ranks=tuple(course.state.ranks()),
        reason=document["result"]["reason"],
        faults=tuple(Fault(**seat.fault) if seat.fault else None for seat in seats),
        logs=tuple(seat.log for seat in seats),
        cuts=tuple(tuple((at, size) for at, size in seat.log_cuts or ()) for seat in seats),
    )
