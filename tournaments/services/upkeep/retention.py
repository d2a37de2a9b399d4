"""Removes what is no longer kept: old logs and records, expired sessions, unused files.

Results, ratings and the ledger are never removed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

from agents.sandbox import leftovers
from tournaments.machinery.messages import broker
from tournaments.models import (
    CasualGame,
    CasualSeat,
    Delivery,
    Game,
    GameFile,
    LastDone,
    Match,
    RecordFile,
    ResultFile,
    Seat,
    Version,
)
from tournaments.services.bots import forgetting
from tournaments.services.people import accounts
from tournaments.words import Sentence

Row = TypeVar("Row", bound=Model)

LEFT_ALONE = timedelta(days=1)
"""Younger files are left alone, since they may be about to be used."""


@dataclass(frozen=True)
class Removal:
    """How many of something were removed, or would be."""

    what: Sentence
    count: int


def prune(*, now: datetime, dry_run: bool = False) -> list[Removal]:
    """Remove what is no longer kept, or count it with `dry_run`; return a line for each kind."""
    kinds: dict[str, Callable[[datetime, bool], int]] = {
        "deleted-versions": _deleted,
        "old-logs": _logs,
        "old-records": _records,
        "visitors-games": _visitors_games,
        "old-sessions": _sessions,
        "orphaned-archives": _archives,
        "orphaned-results": _results,
        "untaken-messages": _messages,
        "old-deliveries": partial(_rows, _old_deliveries),
        "expired-tokens": _expired_tokens,
        "old-tokens": partial(_rows, accounts.old_tokens),
        "old-acts": partial(_rows, accounts.old_acts),
        "unused-runtimes": _runtimes,
    }
    removals = [Removal(Sentence(code), remove(now, dry_run)) for code, remove in kinds.items()]
    if not dry_run:
        LastDone.note(LastDone.Name.PRUNING, now=now)
    return removals


def _deleted(now: datetime, dry_run: bool) -> int:
    """Forget deleted versions whose message was lost."""
    return Version.objects.to_be_forgotten().count() if dry_run else forgetting.forget(now=now)


def _expired_tokens(now: datetime, dry_run: bool) -> int:
    """End expired tokens, with their webhooks and feeds."""
    expired = accounts.expired_tokens(now)
    return expired.count() if dry_run else accounts.expire(expired, now=now)


def _old(rows: QuerySet[Row], field: str, *, days: int, now: datetime) -> QuerySet[Row]:
    """Return the rows with a time more than `days` ago; none for 0 days, which keep all."""
    return rows.filter(**{f"{field}__lt": now - timedelta(days=days)}) if days else rows.none()


def _old_games(days: int, now: datetime) -> QuerySet[Game]:
    """Return the games that ended that long ago, in matches that are over."""
    games = Game.objects.exclude(match__status__in=Match.OPEN)
    return _old(games, "ended_at", days=days, now=now)


def _logs(now: datetime, dry_run: bool) -> int:
    days = settings.KEEP_LOGS_DAYS
    of_matches = Seat.objects.filter(game__in=_old_games(days, now).order_by())
    casual = _old(CasualSeat.objects.all(), "game__ended_at", days=days, now=now)
    if dry_run:
        return sum(rows.exclude(log="").count() for rows in (of_matches, casual))
    return sum(forgetting.remove_logs(rows, now=now) for rows in (of_matches, casual))


def _records(now: datetime, dry_run: bool) -> int:
    """Remove old records and the logs of their games, which are useless without a replay."""
    old = _old_games(settings.KEEP_RECORDS_DAYS, now).filter(record_removed_at=None)
    if dry_run:
        return old.count()
    with transaction.atomic():
        forgetting.remove_logs(Seat.objects.filter(game__in=old.order_by()), now=now)
        rows = Game.objects.filter(pk__in=old.order_by().values("pk"))
        gone = {"record_in_row": None, "record_file": None, "record_number": None}
        count = rows.update(record_removed_at=now, **gone)
        named = Game.objects.filter(record_file=OuterRef("pk"))
        RecordFile.objects.exclude(Exists(named)).delete()
        return count


def _visitors_games(now: datetime, dry_run: bool) -> int:
    """Remove casual games of people without accounts, who could not find them any more."""
    days = settings.KEEP_VISITORS_GAMES_DAYS
    rows = _old(CasualGame.objects.of_visitors(), "ended_at", days=days, now=now)
    count = rows.count()
    if count and not dry_run:
        rows.delete()
    return count


def _sessions(now: datetime, dry_run: bool) -> int:
    expired = Session.objects.filter(expire_date__lt=now)
    if dry_run:
        return expired.count()
    removed = expired.delete()[0]
    # The details of a session are of no use after it.
    alive = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=alive).delete()
    return removed


def _archives(now: datetime, dry_run: bool) -> int:
    """Remove archives of uploads that never became a version, as when the database failed."""
    with transaction.atomic():
        forgetting.keep_uploads_out()
        versions = Version.objects.filter(forgotten_at=None)
        used = set(versions.values_list("archive", flat=True))
        return _forget_files("archives", used, now, dry_run)


def _results(now: datetime, dry_run: bool) -> int:
    """Remove files of results, games and records that no row names."""
    kinds: dict[str, QuerySet[Any]] = {
        "results": ResultFile.objects.all(),
        "games": GameFile.objects.all(),
        "records": RecordFile.objects.all(),
    }
    return sum(
        _forget_files(folder, set(rows.values_list("content", flat=True)), now, dry_run)
        for folder, rows in kinds.items()
    )


def _forget_files(folder: str, used: set[str], now: datetime, dry_run: bool) -> int:
    """Delete the stored files of a folder that are not used; return how many there are."""
    orphans = [
        name
        for name in _stored(folder)
        if name not in used and default_storage.get_modified_time(name) < now - LEFT_ALONE
    ]
    for name in orphans if not dry_run else []:
        default_storage.delete(name)
    return len(orphans)


def _stored(top: str) -> Iterable[str]:
    """Return the names of all stored files in the subfolders of a folder, which hashes name."""
    try:
        folders = default_storage.listdir(top)[0]
    except FileNotFoundError:  # as long as nothing was stored there
        return []
    return [
        f"{top}/{folder}/{name}"
        for folder in folders
        for name in default_storage.listdir(f"{top}/{folder}")[1]
    ]


def _messages(now: datetime, dry_run: bool) -> int:
    paths = list(broker.old_messages(before=now - LEFT_ALONE))
    for path in paths if not dry_run else []:
        path.unlink(missing_ok=True)
    return len(paths)


def _old_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return finished deliveries after the time for which logs are kept."""
    over = Delivery.objects.exclude(done_at=None, given_up_at=None)
    return _old(over, "created_at", days=settings.KEEP_LOGS_DAYS, now=now)


def _rows(select: Callable[[datetime], QuerySet[Row]], now: datetime, dry_run: bool) -> int:
    rows = select(now)
    return rows.count() if dry_run else rows.delete()[0]


def _runtimes(_now: datetime, dry_run: bool) -> int:
    return len(leftovers.sweep(remove=not dry_run))
