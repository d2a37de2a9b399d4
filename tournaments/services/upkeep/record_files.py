"""Moves records of old months from their rows into files, which then never change.

A file is stored and read back before any row lets its record go. All rows of a file do so in one
transaction. A worker that dies before that leaves a file that no row names, which retention removes
a day later. The heading of a file has the moment at which it was made. So no second try takes a
file over that is being removed.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, QuerySet, When

from tournaments.models import Game, Match, RecordFile, Seat, stored_files
from tournaments.models.record_files import BLOCK, neutral, with_names
from tournaments.queries.games.game_lines import Month

FORMAT = 1

GAMES = 2_000
"""The most games of a file. Their rows let go of their records at once."""

A_NIGHT = 500_000
"""The most games of a night; the rest waits for the next one."""

_UPDATED = 250
"""The most rows of one statement."""


def move(*, now: datetime) -> int:
    """Move the records that are due, or what a night moves of them; return how many."""
    moved = 0
    rows = due(now=now).order_by("variant", "ended_at")
    while moved < A_NIGHT and (first := rows.first()):
        moved += _move(first, now)
    return moved


def due(*, now: datetime) -> QuerySet[Game]:
    """The games whose records leave their rows, `RECORD_DAYS` after the end of their month."""
    rows = Game.objects.filter(record_in_row__isnull=False).exclude(match__status__in=Match.OPEN)
    if not (days := settings.RECORD_DAYS):
        return rows.none()
    return rows.filter(ended_at__lt=Month.of(now - timedelta(days=days)).begin)


def _move(first: Game, now: datetime) -> int:
    """Move the next records of the month and the variant of a game; return how many."""
    assert first.ended_at is not None, "over"
    month = Month.of(first.ended_at)
    rows = due(now=now).filter(variant=first.variant_id, ended_at__lt=month.end)
    games = list(rows.order_by("ended_at", "pk").values_list("pk", flat=True)[:GAMES])
    file = RecordFile(variant=first.variant, month=month.first, games=len(games), made_at=now)
    _store(file, games)
    file.verify()
    return _let_go(file, games)


def _store(file: RecordFile, games: Sequence[int]) -> None:
    with TemporaryFile() as written:
        stored_files.pack(written, [_heading(file)])
        file.starts = [written.tell()]
        for start in range(0, len(games), BLOCK):
            stored_files.pack(written, _block(games[start : start + BLOCK]))
            file.starts.append(written.tell())
        stored_files.store_hashed(file, written)
    stored_files.flush(file.content)


def _heading(file: RecordFile) -> str:
    return _text({
        "kind": "records", "format": FORMAT, "variant": file.variant.key, "month": str(file.month),
        "games": file.games, "made_at": file.made_at.isoformat(),
    })  # fmt: skip


def _block(games: Sequence[int]) -> list[str]:
    """The lines of some games in their order."""
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    names: dict[int, list[str]] = {pk: [] for pk in games}
    for game, bot in seats.values_list("game", "version__bot"):
        names[game].append(neutral(bot))
    rows = Game.objects.filter(pk__in=games, record_in_row__isnull=False)
    by_pk = rows.only("match", "number", "record_in_row").in_bulk()
    return [_line(by_pk[pk], names[pk]) for pk in games if pk in by_pk]


def _line(game: Game, names: Sequence[str]) -> str:
    record = with_names(game.kept_record, names)
    return _text({"match": game.match_id, "number": game.number, "record": record})


def _text(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


@transaction.atomic
def _let_go(file: RecordFile, games: Sequence[int]) -> int:
    """Give the games their places in the file; change nothing if a record has left meanwhile."""
    file.save()
    numbers = count()
    moved = sum(
        _give_places(file, dict(zip(games[start : start + _UPDATED], numbers, strict=False)))
        for start in range(0, len(games), _UPDATED)
    )
    if moved != len(games):
        transaction.set_rollback(True)
        return 0
    return moved


def _give_places(file: RecordFile, numbers: dict[int, int]) -> int:
    rows = Game.objects.filter(pk__in=numbers, record_in_row__isnull=False)
    place = Case(*(When(pk=pk, then=number) for pk, number in numbers.items()))
    return rows.update(record_in_row=None, record_file=file, record_number=place)
