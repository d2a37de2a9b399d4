"""Publishes the rated games of each leaderboard: one file a month.

The file of a complete month never changes. That of a running month is replaced every night.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryFile

from django.db import transaction

from tournaments.machinery.web import replica
from tournaments.models import GameFile, Variant, stored_files
from tournaments.queries.games import game_lines
from tournaments.queries.games.game_lines import Month
from tournaments.queries.ratings.eligibility import day_of
from tournaments.queries.ratings.leaderboards import leaderboards

SETTLED_AFTER = timedelta(days=1)
"""After this time, every report and every void of a month is in the database."""


def publish(*, now: datetime) -> int:
    """Make the missing files of all months, up to the last midnight; return how many."""
    return sum(_publish(variant, now) for variant in leaderboards().order_by("pk"))


def _publish(variant: Variant, now: datetime) -> int:
    made = 0
    month = _first_missing(variant)
    while month is not None and month.begin < day_of(now):
        made += _make(variant, month, now)
        month = month.next
    return made


def _first_missing(variant: Variant) -> Month | None:
    """The month after the last complete one, or that of the first rated game; None without one."""
    complete = variant.game_files.filter(until=None)
    last = complete.order_by("-month").values_list("month", flat=True).first()
    if last is not None:
        return Month(last).next
    ends = game_lines.rated(variant).order_by("ended_at").values_list("ended_at", flat=True)
    first = ends.first()
    return None if first is None else Month.of(first)


def _make(variant: Variant, month: Month, now: datetime) -> bool:
    """Make the file of a month, unless it has one up to the same midnight."""
    until = None if month.end + SETTLED_AFTER <= now else min(month.end, day_of(now))
    if until is not None and variant.game_files.filter(month=month.first, until=until).exists():
        return False
    file = GameFile(variant=variant, month=month.first, until=until, made_at=now)
    with TemporaryFile() as written:
        with replica.late_reads():
            stored_files.pack(written, map(game_lines.text, _lines(file, month)))
        stored_files.store_hashed(file, written)
    _replace_partial(file)
    return True


def _replace_partial(file: GameFile) -> None:
    """Store the row. If two workers make it, the file of the first one stays."""
    with transaction.atomic():
        partial = GameFile.objects.filter(variant=file.variant, month=file.month)
        partial.exclude(until=None).delete()
        GameFile.objects.bulk_create([file], ignore_conflicts=True)


def _lines(file: GameFile, month: Month) -> Iterator[dict[str, object]]:
    variant, until = file.variant, file.until or month.end
    running = {"until": game_lines.moment(until)} if file.until else {}
    yield game_lines.heading(variant, leaderboard=variant.slug, month=str(month), **running)
    file.withdrawn = file.games = 0
    for line in game_lines.withdrawn(variant, month, until):
        file.withdrawn += 1
        yield line
    for line in game_lines.of_month(variant, month, until):
        file.games += 1
        yield line
