"""Tables of tournaments: each is computed once for a change, stored, and shared by all readers.

A small one is computed by the first request after a change; others see the last one until it is
ready. A large one is computed by a worker, at most once in as many seconds as it has thousands of
games, so that a busy tournament costs no more than a part of one core. When a tournament is over,
a worker computes its table once more, and makes its large files.
"""

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q

from tournaments import dispatch
from tournaments.models import Bot, Entry, Game, Incident, TableLine, Tournament, TournamentTable
from tournaments.queries.tournaments import written
from tournaments.queries.tournaments.written import WrittenTable
from tournaments.services import incidents
from tournaments.services.tournaments import faults, files
from tournaments.words import Sentence

AT_ONCE = 500
"""Up to this many games, a table is computed by the request that shows it."""

GAMES_A_SECOND = 1000
"""A larger one is computed at most once in `games / GAMES_A_SECOND` seconds."""

BUSY_SECONDS = 600
"""After this time, a process that computes a table counts as dead."""

_KEPT = ("position", "place", "figures", "cells")


def current(tournament: Tournament, *, now: datetime) -> TournamentTable:
    """Return the table of a tournament that has begun; the last one while another is computed.

    Its `computed` is empty while it is computed for the first time. If it cannot be computed, the
    tournament is paused, and the last table stays until the next change.
    """
    table = _known(tournament)
    if table.is_fresh or table.has_failed:
        return table
    if table.games <= AT_ONCE:
        return _computed(tournament, table, now)
    if _is_due(table, now) and table.want():
        dispatch.wake(dispatch.TABLES)
    return table


def compute(tournament: Tournament, *, now: datetime) -> TournamentTable:
    """Compute and return the table; return the last one if another process is computing it."""
    return _computed(tournament, _kept(tournament), now)


def _computed(tournament: Tournament, table: TournamentTable, now: datetime) -> TournamentTable:
    busy = f"table-{table.pk}"
    if cache.add(busy, True, timeout=BUSY_SECONDS):
        try:
            store = partial(_store, table, now)
            stored = faults.attempt(tournament, store, failed="table-failed", now=now)
            if stored:
                return table
            if stored is None:
                TournamentTable.objects.filter(pk=table.pk).update(failed=table.state)
        finally:
            cache.delete(busy)
    return _kept(tournament)


def compute_wanted(*, now: datetime) -> int:
    """Compute every requested table; return how many there were."""
    wanted = Tournament.objects.filter(table__wanted=True).select_related("variant")
    return incidents.each(wanted, lambda row: _answer(row, now), failed="table-failed", now=now)


def are_wanted() -> bool:
    """Whether any table has been requested."""
    return TournamentTable.objects.filter(wanted=True).exists()


def check(*, now: datetime) -> int:
    """Recompute every table that has changed since its last check; return how many were wrong.

    A wrong one is noted as an incident and replaced. One that changes during its check is checked
    the next time. Tables that could not be computed are tried again by the next request.
    """
    TournamentTable.objects.exclude(failed=None).update(failed=None)
    unchecked = TournamentTable.objects.filter(
        Q(checked=None) | Q(checked__lt=F("computed")), computed=F("state")
    )
    rows = Tournament.objects.filter(table__in=unchecked).select_related("variant")
    return incidents.each(rows, lambda row: _is_wrong(row, now), failed="table-failed", now=now)


def renamed(bots: Iterable[Bot]) -> None:
    """Count a change in every tournament of these bots: its files name them and their owners."""
    entered = Entry.objects.filter(version__bot__in=bots)
    rows = TournamentTable.objects.filter(tournament__in=entered.values("tournament"))
    rows.update(state=F("state") + 1)


def _answer(tournament: Tournament, now: datetime) -> bool:
    # A request after this moment is for the next table.
    TournamentTable.objects.filter(pk=tournament.pk).update(wanted=False)
    table = compute(tournament, now=now)
    files.make(tournament, table, now=now)
    return table.computed is not None


def _known(tournament: Tournament) -> TournamentTable:
    """Return the table that was read with the tournament, or else read it."""
    if Tournament.table.is_cached(tournament) and hasattr(tournament, "table"):
        return tournament.table
    return _kept(tournament)


def _kept(tournament: Tournament) -> TournamentTable:
    table = TournamentTable.objects.filter(pk=tournament.pk).first()
    if table is not None:
        return table
    games = Game.objects.filter(match__tournament=tournament).count()
    table, _new = TournamentTable.objects.get_or_create(
        tournament=tournament, defaults={"games": games}
    )
    return table


def _is_due(table: TournamentTable, now: datetime) -> bool:
    if table.computed_at is None:
        return True
    return now - table.computed_at >= timedelta(seconds=table.games / GAMES_A_SECOND)


def _store(table: TournamentTable, now: datetime) -> bool:
    """Compute and store it, also in `table`; return False if one of a later state is stored."""
    if table.is_fresh:
        return True
    # Read again with its relations: the caller's tournament may be older than the state.
    fresh = written.table(Tournament.objects.select_related("variant").get(pk=table.pk))
    with transaction.atomic():
        _keep_lines(fresh)
        earlier = Q(computed=None) | Q(computed__lt=table.state)
        columns = {"computed": table.state, "computed_at": now, **_columns(fresh)}
        stored = TournamentTable.objects.filter(earlier, pk=table.pk).update(**columns)
        if not stored:
            transaction.set_rollback(True)
            return False
    for name, value in columns.items():
        setattr(table, name, value)
    return True


def _keep_lines(fresh: WrittenTable) -> None:
    # In a fixed order, so that two processes that write at once cannot deadlock.
    lines = sorted(fresh.lines, key=lambda line: line.entry_id)
    TableLine.objects.bulk_create(
        lines, update_conflicts=True, unique_fields=["table", "entry"], update_fields=_KEPT
    )


def _columns(fresh: WrittenTable) -> dict[str, object]:
    return {one.name: getattr(fresh, one.name) for one in fields(fresh) if one.name != "lines"}


def _is_wrong(tournament: Tournament, now: datetime) -> bool:
    table = _kept(tournament)
    recomputed = written.table(tournament)
    if _state(table) != table.state:
        return False
    columns, lines = _columns(recomputed), list(table.lines.order_by("position"))
    stored = {name: getattr(table, name) for name in columns}
    wrong = stored != columns or _figures(lines) != _figures(recomputed.lines)
    if wrong:
        text = Sentence("table-differs", tournament=tournament)
        incidents.alarm(Incident.Kind.WRONG_TABLE, text=text, now=now)
        TournamentTable.objects.filter(pk=table.pk).update(computed=None)
        compute(tournament, now=now)
    TournamentTable.objects.filter(pk=table.pk).update(checked=table.state)
    return wrong


def _state(table: TournamentTable) -> int:
    return TournamentTable.objects.values_list("state", flat=True).get(pk=table.pk)


def _figures(lines: list[TableLine]) -> list[tuple[object, ...]]:
    return [(one.entry_id, *(getattr(one, name) for name in _KEPT)) for one in lines]
