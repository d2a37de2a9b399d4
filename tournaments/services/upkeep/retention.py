"""Removes what is no longer kept: old logs and records, expired sessions, unused files.

Results, ratings and the ledger are never removed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet

from agents.sandbox import leftovers
from tournaments.machinery.messages import broker
from tournaments.models import (
    ApiToken,
    CasualGame,
    CasualSeat,
    Delivery,
    Game,
    GameFile,
    LastDone,
    Match,
    ResultFile,
    Seat,
    Version,
)
from tournaments.services.bots import forgetting
from tournaments.services.people import accounts
from tournaments.words import Sentence

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
        "old-deliveries": _deliveries,
        "expired-tokens": _expired_tokens,
        "old-tokens": _tokens,
        "old-acts": _acts,
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
    expired = ApiToken.objects.filter(ended_at=None, expires_at__lte=now)
    return expired.count() if dry_run else accounts.expire_tokens(now=now)


def _tokens(now: datetime, dry_run: bool) -> int:
    return _count_or_delete(accounts.old_tokens(now=now), dry_run)


def _acts(now: datetime, dry_run: bool) -> int:
    return _count_or_delete(accounts.old_acts(now=now), dry_run)


def _old_games(days: int, now: datetime) -> QuerySet[Game]:
    """Return the games that ended that long ago, in matches that are over; none for 0 days."""
    games = Game.objects.filter(ended_at__lt=now - timedelta(days=days))
    games = games.exclude(match__status__in=Match.OPEN)
    return games if days else games.none()


def _logs(now: datetime, dry_run: bool) -> int:
    of_matches = _forget_logs(_old_games(settings.KEEP_LOGS_DAYS, now), now, dry_run)
    return of_matches + _forget_casual_logs(settings.KEEP_LOGS_DAYS, now, dry_run)


def _forget_casual_logs(days: int, now: datetime, dry_run: bool) -> int:
    if not days:
        return 0
    old = CasualSeat.objects.filter(game__ended_at__lt=now - timedelta(days=days))
    return _without_logs(old, now, dry_run)


def _forget_logs(games: QuerySet[Game], now: datetime, dry_run: bool) -> int:
    return _without_logs(Seat.objects.filter(game__in=games.order_by()), now, dry_run)


def _without_logs(rows: QuerySet[Seat] | QuerySet[CasualSeat], now: datetime, dry_run: bool) -> int:
    seats = rows.exclude(log="")
    return seats.count() if dry_run else seats.update(log="", log_cuts=None, log_removed_at=now)


def _records(now: datetime, dry_run: bool) -> int:
    """Remove old records and the logs of their games, which are useless without a replay."""
    old = _old_games(settings.KEEP_RECORDS_DAYS, now).filter(record__isnull=False)
    if dry_run:
        return old.count()
    with transaction.atomic():
        _forget_logs(old, now, dry_run)
        rows = Game.objects.filter(pk__in=old.order_by().values("pk"))
        return rows.update(record=None, record_removed_at=now)


def _visitors_games(now: datetime, dry_run: bool) -> int:
    """Remove casual games of people without accounts, who could not find them any more."""
    days = settings.KEEP_VISITORS_GAMES_DAYS
    rows = CasualGame.objects.of_visitors().filter(ended_at__lt=now - timedelta(days=days))
    count = rows.count() if days else 0
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
        kept = Version.objects.filter(forgotten_at=None)
        used = set(kept.values_list("archive", flat=True))
        return _forget_files("archives", used, now, dry_run)


def _results(now: datetime, dry_run: bool) -> int:
    """Remove result files that have been replaced, and game files that were never published."""
    used = set(ResultFile.objects.values_list("content", flat=True))
    published = set(GameFile.objects.values_list("content", flat=True))
    return sum(
        _forget_files(folder, files, now, dry_run)
        for folder, files in (("results", used), ("games", published))
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
    return _delete(broker.old_messages(before=now - LEFT_ALONE), dry_run)


def _deliveries(now: datetime, dry_run: bool) -> int:
    """Remove finished deliveries after the time for which logs are kept."""
    days = settings.KEEP_LOGS_DAYS
    old = Delivery.objects.filter(created_at__lt=now - timedelta(days=days))
    over = old.exclude(done_at=None, given_up_at=None) if days else old.none()
    return _count_or_delete(over, dry_run)


def _count_or_delete(rows: QuerySet[Any], dry_run: bool) -> int:
    return rows.count() if dry_run else rows.delete()[0]


def _delete(paths: Iterable[Path], dry_run: bool) -> int:
    found = list(paths)
    for path in found if not dry_run else []:
        path.unlink(missing_ok=True)
    return len(found)


def _runtimes(_now: datetime, dry_run: bool) -> int:
    return len(leftovers.sweep(remove=not dry_run))
