"""Publishes the rated games of each leaderboard: one file a month.

The file of a complete month never changes. That of a running month is replaced every night. A file
is compressed in parts, one after the other. So the next one takes over the part of the games that
ended long before, as it is, and a night costs as much as its own games.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryFile
from typing import IO

from django.db import transaction
from django.db.models.fields.files import FieldFile

from tournaments.machinery.web import replica
from tournaments.models import GameFile, Variant, stored_files
from tournaments.models.game_files import Settled
from tournaments.queries.games import game_lines
from tournaments.queries.games.game_lines import Month
from tournaments.queries.ratings.eligibility import day_of
from tournaments.queries.ratings.leaderboards import leaderboards

SETTLED_AFTER = timedelta(days=1)
"""After this time, every report and every void of a month is in the database."""

PIECE_BYTES = 4 * 1024 * 1024
"""How much of the last file is in memory at once while the next one takes it over."""


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
    last = variant.game_files.filter(month=month.first).first()
    if until is not None and last is not None and last.until == until:
        return False
    file = GameFile(variant=variant, month=month.first, until=until, made_at=now)
    with TemporaryFile() as written:
        with replica.late_reads():
            _write(file, month, written, last)
        stored_files.store_hashed(file, written)
    _replace_partial(file)
    return True


def _write(file: GameFile, month: Month, target: IO[bytes], last: GameFile | None) -> None:
    """Write a file: what it says of itself, the games that are settled, and the later ones.

    That of a complete month takes nothing over: luck may have been judged late.
    """
    until = file.until or month.end
    _pack(target, _head(file, month, until))
    start, begin, games = target.tell(), month.begin, 0
    if file.until is not None and last is not None and (part := _settled(last, month, until)):
        _take_over(target, last.content, part)
        begin, games = part.until, part.games
    end = max(begin, until - SETTLED_AFTER)
    games += _pack_games(target, file.variant, begin, end, at=until)
    file.settled = Settled(end, start, target.tell(), games)
    file.games = games + _pack_games(target, file.variant, end, until, at=until)


def _settled(last: GameFile, month: Month, until: datetime) -> Settled | None:
    """The settled games of the last file, if they are there, and count now as they did."""
    part = last.settled
    if part is None or not stored_files.is_whole(last.content, size=last.size):
        return None
    span = (last.variant, month.begin, part.until)
    before = game_lines.counted(*span, at=last.until or until)
    is_same = game_lines.counted(*span, at=until).count() == part.games
    return part if is_same and not before.filter(voided_at__lt=until).exists() else None


def _take_over(target: IO[bytes], content: FieldFile, part: Settled) -> None:
    for start in range(part.start, part.stop, PIECE_BYTES):
        stop = min(start + PIECE_BYTES, part.stop)
        target.write(stored_files.piece(content.storage, str(content.name), start, stop))


def _pack_games(
    target: IO[bytes], variant: Variant, begin: datetime, end: datetime, *, at: datetime
) -> int:
    """Write the games that ended from one moment to before another; return how many."""
    return _pack(target, game_lines.nameless(game_lines.counted(variant, begin, end, at=at)))


def _pack(target: IO[bytes], lines: Iterable[dict[str, object]]) -> int:
    """Write lines as a part of a file; return how many."""
    written = 0

    def texts() -> Iterator[str]:
        nonlocal written
        for line in lines:
            written += 1
            yield game_lines.text(line)

    stored_files.pack(target, texts())
    return written


def _replace_partial(file: GameFile) -> None:
    """Store the row. If two workers make it, the file of the first one stays."""
    with transaction.atomic():
        partial = GameFile.objects.filter(variant=file.variant, month=file.month)
        partial.exclude(until=None).delete()
        GameFile.objects.bulk_create([file], ignore_conflicts=True)


def _head(file: GameFile, month: Month, until: datetime) -> Iterator[dict[str, object]]:
    """What the file says of itself, and which games of earlier months it takes back."""
    variant = file.variant
    running = {"until": game_lines.moment(until)} if file.until else {}
    yield game_lines.heading(variant, leaderboard=variant.slug, month=str(month), **running)
    file.withdrawn = 0
    for line in game_lines.withdrawn(variant, month, until):
        file.withdrawn += 1
        yield line
