"""The nightly jobs, done one after another.

A row notes when each job was last done. So an interrupted night goes on with the job at which it
was, as soon as a worker looks again.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from tournaments.models import LastDone
from tournaments.queries.ratings.eligibility import day_of
from tournaments.services import incidents
from tournaments.services.ratings import anomalies, fits, ledger, passing
from tournaments.services.tournaments import tables
from tournaments.services.upkeep import game_files, record_files, retention, totals

BEGINS = timedelta(hours=2)
"""When a night begins, in UTC."""


def _fit(now: datetime) -> None:
    fits.compute_all(now=now)
    passing.look(now=now)


Job = Callable[[datetime], object]

JOBS: dict[str, Job] = {
    LastDone.Name.PRUNING: lambda now: retention.prune(now=now),
    LastDone.Name.TOTALS: lambda now: totals.count_again(now=now),
    LastDone.Name.TABLES: lambda now: tables.check(now=now),
    LastDone.Name.FITS: _fit,
    LastDone.Name.ANOMALIES: lambda now: anomalies.look(now=now),
    LastDone.Name.RATINGS: lambda now: ledger.check(now=now),
    LastDone.Name.FILES: lambda now: game_files.publish(now=now),
    LastDone.Name.RECORDS: lambda now: record_files.move(now=now),
}
"""In the order in which they are done: what frees space comes first."""


def _due(jobs: Mapping[str, Job], *, now: datetime) -> list[str]:
    """Return the jobs that have not been done since the night began, in their order."""
    night = day_of(now - BEGINS) + BEGINS
    done = set(LastDone.objects.filter(at__gte=night).values_list("name", flat=True))
    return [name for name in jobs if name not in done]


def do_next(*, now: datetime, last: Mapping[str, Job]) -> bool:
    """Do the first job that is due; return whether there was one. A failed one waits a night.

    After `JOBS` come the `last`, which are no matter of services.
    """
    jobs = {**JOBS, **last}
    for name in _due(jobs, now=now)[:1]:
        incidents.each([name], lambda name: _do(jobs[name], now), failed="nightly-failed", now=now)
        LastDone.note(name, now=now)
        return True
    return False


def _do(job: Job, now: datetime) -> int:
    job(now)
    return 1
