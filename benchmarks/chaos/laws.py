"""What must hold when all is over. Every law returns a sentence for each way in which it is broken.

Needs Django set up.
"""

import fcntl
import os
import time
from collections.abc import Iterator, Set
from pathlib import Path

from django.db.models import Q, QuerySet
from django.utils import timezone

from benchmarks.chaos import fleet
from engine import record
from tests.agents import leftovers
from tournaments.models import Game, Incident, Match, Rating, Seat, Tournament, Version
from tournaments.services.ratings import ledger

LEAVING_SECONDS = 15.0


def broken(*, conflicts: int) -> list[str]:
    """The laws that the rows break; `conflicts` is how many differing reports were injected."""
    return [
        *matches_are_over(),
        *games_count_once(),
        *records_replay(),
        *nobody_is_blamed(),
        *alarms_are_true(conflicts),
        *the_sum_stands(),
        *ledger.check(now=timezone.now()).differences,
        *uploads_are_settled(),
    ]


def losses() -> int:
    """The games that were scheduled and are neither finished nor void."""
    over = Q(ended_at__isnull=False) | Q(match__status=Match.Status.VOID)
    return Game.objects.exclude(over).count()


def matches_are_over() -> Iterator[str]:
    """Finished with every game, or void with a reason; and so is every tournament."""
    for match in Match.objects.open():
        yield f"{match} is {match.status}, after {match.attempt} attempts: {match.failure}"
    for match in Match.objects.finished().filter(games__ended_at=None).distinct():
        yield f"{match} is finished without all of its games."
    for match in Match.objects.void().filter(void_reason__isnull=True):
        yield f"{match} is void without a reason."
    for row in _begun().exclude(status__in=("finished", "cancelled")):
        yield f"{row} is {row.status}: {row.pause_reason}"


def _begun() -> QuerySet[Tournament]:
    """The tournaments that have an end."""
    return Tournament.objects.without_ladders()


def games_count_once() -> Iterator[str]:
    """A finished game has one entry of each version in the ledger, where it counts; others none."""
    for game in Game.objects.filter(match__tournament__isnull=False):
        seats = list(game.seats.select_related("version__bot"))
        counts = game.is_over and not game.unrated_reason
        if game.is_waiting:
            yield f"{game} still waits to be entered."
        wanted = {seat.version_id for seat in seats} if counts else set()
        entries = list(game.ledger.values_list("version", flat=True))
        if sorted(entries) != sorted(wanted):
            yield f"{game} has {len(entries)} entries in the ledger in place of {len(wanted)}."


def records_replay() -> Iterator[str]:
    """Every record is of a game by the rules, with the dice that were committed to."""
    for game in Game.objects.finished().filter(match__status="finished"):
        document = game.record
        document["dice"]["seed"] = game.match.seed_of(document).hex()
        verdict = record.verify(document)
        if not verdict.ok:
            yield f"{game}: {verdict.line}"


def nobody_is_blamed() -> Iterator[str]:
    """House bots do nothing wrong: whatever ended one of their games early was done to it."""
    for seat in Seat.objects.filter(fault__isnull=False).select_related("game"):
        yield f"{seat} of {seat.game} is blamed: {seat.fault['kind']}: {seat.fault['summary']}"


def alarms_are_true(injected: int) -> Iterator[str]:
    """As many alarms as were injected; others only of attempts that were lost by then."""
    alarms = Incident.objects.filter(kind=Incident.Kind.CONFLICTING_REPORT)
    ours = [alarm for alarm in alarms if not _was_lost(alarm)]
    if len(alarms) < injected:
        yield f"{injected} reports differed, {len(alarms)} alarms were raised."
    if len(ours) > injected:
        yield f"{len(ours)} alarms were raised of current attempts, {injected} reports differed."


def _was_lost(alarm: Incident) -> bool:
    return alarm.match is not None and alarm.attempt < alarm.match.attempt


def the_sum_stands() -> Iterator[str]:
    """Elo is only ever passed from one to another."""
    drift = sum(rating.value - rating.start for rating in Rating.objects.all())
    if drift:
        yield f"The Elo sum has moved by {drift} thousandths of a point."


def uploads_are_settled() -> Iterator[str]:
    """A good upload is accepted, or told that it could not be checked; it is never refused."""
    wanted = (Version.Status.ACCEPTED, Version.Status.UNCHECKED)
    for version in Version.objects.exclude(status__in=wanted):
        yield f"{version} is {version.status}: {version.refusal}"


def leftover(folder: Path, *, family: Set[int], since: float, but: Set[int]) -> list[str]:
    """What still runs or is held after everything has been stopped, `but` for these processes.

    `folder` has the locks of all hosts. Only what these processes of a `family` can have left
    `since` they began: others may play on this machine.
    """
    deadline = time.monotonic() + LEAVING_SECONDS
    while (left := list(_left(folder, but))) and time.monotonic() < deadline:
        fleet.bury(set())
        time.sleep(0.2)
    return left + leftovers.found(family, since=since)


def _left(folder: Path, but: Set[int]) -> Iterator[str]:
    for pid in set(fleet.descendants(os.getpid())) - but:
        command = Path(f"/proc/{pid}/cmdline")
        words = command.read_bytes().split(b"\0") if command.exists() else []
        if words:
            yield f"process {pid}: {b' '.join(words)[:150].decode(errors='replace')}"
    for path in folder.glob("*/slots/**/*-[0-9]*"):
        if path.is_file() and not _is_free(path):
            yield f"the lock {path}"


def _is_free(path: Path) -> bool:
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
