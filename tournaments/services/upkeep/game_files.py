"""Publishes the rated games of each leaderboard: one file a month, which never changes."""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryFile

from tournaments.models import GameFile, Variant, stored_files
from tournaments.queries.games import game_lines
from tournaments.queries.games.game_lines import Month
from tournaments.queries.ratings.leaderboards import leaderboards

SETTLED_AFTER = timedelta(days=1)
"""After this time, every report and every void of a month is in the database."""


def publish(*, now: datetime) -> int:
    """Make the missing files of all months that are over; return how many."""
    return sum(_publish(variant, now) for variant in leaderboards().order_by("pk"))


def _publish(variant: Variant, now: datetime) -> int:
    made = 0
    month = _first_missing(variant)
    while month is not None and month.end + SETTLED_AFTER <= now:
        _make(variant, month, now)
        made, month = made + 1, month.next
    return made


def _first_missing(variant: Variant) -> Month | None:
    """Return the month after the last file, or that of the first rated game; None without one."""
    last = variant.game_files.order_by("-month").values_list("month", flat=True).first()
    if last is not None:
        return Month(last).next
    ends = game_lines.rated(variant).order_by("ended_at").values_list("ended_at", flat=True)
    first = ends.first()
    return None if first is None else Month.of(first)


def _make(variant: Variant, month: Month, now: datetime) -> None:
    file = GameFile(variant=variant, month=month.first, made_at=now, games=0, withdrawn=0)
    with TemporaryFile() as written:
        stored_files.pack(written, map(game_lines.text, _lines(file, month)))
        file.size = written.tell()
        written.seek(0)
        file.sha256 = hashlib.file_digest(written, "sha256").hexdigest()
        stored_files.store(file.content, written, size=file.size)
    # If two workers make it, the file of the first one stays.
    GameFile.objects.bulk_create([file], ignore_conflicts=True)


def _lines(file: GameFile, month: Month) -> Iterator[dict[str, object]]:
    variant = file.variant
    yield game_lines.heading(variant, leaderboard=variant.slug, month=str(month))
    for line in game_lines.withdrawn(variant, month):
        file.withdrawn += 1
        yield line
    for line in game_lines.of_month(variant, month):
        file.games += 1
        yield line
