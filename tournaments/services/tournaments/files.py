"""Files of all games of large tournaments that are over: made once, and kept in the storage.

While a tournament runs, and where there is no file of its present state, the text is sent while it
is read from the rows.
"""

from collections.abc import Iterable
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings

from tournaments import dispatch
from tournaments.models import ResultFile, Tournament, TournamentTable, stored_files
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.exports import Export
from tournaments.queries.tournaments.tables import KeptTable

LARGE = 500
"""Up to this many games, files are read straight from the rows."""


def address(tournament: Tournament) -> str:
    """Return the address of a tournament's page, as it is written in files."""
    return f"{settings.SITE}{tournament.get_absolute_url()}"


def current(table: KeptTable, kind: str) -> ResultFile | None:
    """Return the stored file of this kind, if it is of the table's present state.

    If it is missing but should be stored, a worker is asked to make it.
    """
    if not _are_kept(table):
        return None
    file = table.tournament.files.filter(kind=kind, state=table.kept.state).first()
    if file is None:
        want(table.kept)
    return file


def want(table: TournamentTable) -> None:
    """Let a worker make the missing files."""
    if table.want():
        dispatch.wake(dispatch.TABLES)


def lost(file: ResultFile) -> None:
    """Note that the storage has lost a file, so that it is made again."""
    file.delete()
    want(file.tournament.table)


def make(tournament: Tournament, table: TournamentTable, *, now: datetime) -> int:
    """Make the missing files of a large tournament that is over; return how many."""
    kept_table = KeptTable(tournament, table)
    if not (_are_kept(kept_table) and table.is_fresh):
        return 0
    kinds = tournament.files.filter(state=table.state).values_list("kind", flat=True)
    missing = [export for export in _of_games(tournament) if export.kind not in set(kinds)]
    return sum(_make(kept_table, export, now) for export in missing)


def _are_kept(table: KeptTable) -> bool:
    return table.tournament.is_over and table.kept.games > LARGE


def _of_games(tournament: Tournament) -> Iterable[Export]:
    return (export for export in exports.available(tournament) if not export.is_short)


def _make(table: KeptTable, export: Export, now: datetime) -> bool:
    """Make a file; return False if the tournament has changed in the meantime."""
    with TemporaryFile() as written:
        digest = stored_files.pack(written, export.pieces(table, address(table.tournament)))
        if not TournamentTable.objects.filter(pk=table.kept.pk, state=table.kept.state).exists():
            return False
        _keep(ResultFile(
            tournament=table.tournament, kind=export.kind, state=table.kept.state, sha256=digest,
            made_at=now,
        ), written)  # fmt: skip
    return True


def _keep(file: ResultFile, written: IO[bytes]) -> None:
    """Store the file, then replace the last row, whose file is pruned later."""
    stored_files.store(file.content, written, size=written.tell())
    ResultFile.objects.bulk_create(
        [file],
        update_conflicts=True,
        unique_fields=["tournament", "kind"],
        update_fields=["state", "content", "sha256", "made_at"],
    )
