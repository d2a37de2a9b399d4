"""Files of all games of large tournaments that are over: made once, and kept in the storage.

While a tournament runs, and where there is no file of its present state, the text is sent while it
is read from the rows.
"""

import gzip
import hashlib
from collections.abc import Iterable
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings
from django.core.files.base import File

from tournaments import dispatch
from tournaments.models import ResultFile, Tournament, TournamentTable
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.exports import Export
from tournaments.queries.tournaments.tables import KeptTable

LARGE = 500
"""The files of so many games, and fewer, are read from the rows in some hundredths of a second."""


def address(tournament: Tournament) -> str:
    """The address of a tournament's page as files name it, which nobody has to ask for first."""
    return f"{settings.SITE}{tournament.get_absolute_url()}"


def current(table: KeptTable, kind: str) -> ResultFile | None:
    """The stored file of this kind, if it tells what the table's state is.

    Where there should be one it is asked for, and a worker makes it.
    """
    if not _are_kept(table):
        return None
    found = table.tournament.files.filter(kind=kind, state=table.kept.state).first()
    if found is None:
        want(table.kept)
    return found


def want(table: TournamentTable) -> None:
    """Let a worker make the files that are not there."""
    if table.want():
        dispatch.wake(dispatch.TABLES)


def lost(file: ResultFile) -> None:
    """Note that the storage has lost a file, so that it is made again."""
    file.delete()
    want(file.tournament.table)


def make(tournament: Tournament, table: TournamentTable, *, now: datetime) -> int:
    """Make every file of a large tournament that is over and has not got it; how many that were."""
    kept = KeptTable(tournament, table)
    if not (_are_kept(kept) and table.is_fresh):
        return 0
    known = tournament.files.filter(state=table.state).values_list("kind", flat=True)
    missing = [one for one in _of_games(tournament) if one.kind not in set(known)]
    return sum(_make(kept, one, now) for one in missing)


def _are_kept(table: KeptTable) -> bool:
    return table.tournament.is_over and table.kept.games > LARGE


def _of_games(tournament: Tournament) -> Iterable[Export]:
    return (one for one in exports.available(tournament) if not one.is_short)


def _make(table: KeptTable, export: Export, now: datetime) -> bool:
    """Make a file, unless a change came between."""
    with TemporaryFile() as written:
        digest = _write(written, export.pieces(table, address(table.tournament)))
        if not TournamentTable.objects.filter(pk=table.kept.pk, state=table.kept.state).exists():
            return False
        _keep(ResultFile(
            tournament=table.tournament, kind=export.kind, state=table.kept.state, sha256=digest,
            made_at=now,
        ), written)  # fmt: skip
    return True


def _write(target: IO[bytes], pieces: Iterable[str]) -> str:
    """Write it compressed; the SHA-256 of the text."""
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=target, mode="wb", mtime=0) as packed:
        for piece in pieces:
            data = piece.encode()
            digest.update(data)
            packed.write(data)
    return digest.hexdigest()


def _keep(file: ResultFile, written: IO[bytes]) -> None:
    """Store it, and then the row in the place of the last one, whose file is pruned later."""
    field = file.content
    name = field.name = field.field.generate_filename(file, "")
    if not field.storage.exists(name) or field.storage.size(name) != written.tell():
        # What a crash left half written is written again.
        field.storage.delete(name)
        written.seek(0)
        field.storage.save(name, File(written))
    ResultFile.objects.bulk_create(
        [file],
        update_conflicts=True,
        unique_fields=["tournament", "kind"],
        update_fields=["state", "content", "sha256", "made_at"],
    )
