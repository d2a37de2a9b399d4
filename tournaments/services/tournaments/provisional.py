"""Provisional entries: their version was uploaded in time, and its check is not over.

The time of the upload counts. So the bot enters at once, and its matches wait for the verdict. An
accepted version keeps its place. A refused one is replaced by its bot's previous version, if the
bot was entered by its owner and has one; otherwise the entry is removed or withdrawn.
"""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from tournaments import dispatch
from tournaments.models import Entry, Seat, Tournament, TournamentTable, Version
from tournaments.models.tournaments import EntryQuerySet
from tournaments.queries.bots import overview
from tournaments.queries.people import clubs
from tournaments.services import incidents
from tournaments.services.tournaments import registration, withdrawals
from tournaments.words import Sentence


def settle(*, now: datetime, patience: timedelta) -> int:
    """Settle provisional entries whose verdict has come; return how many.

    After `patience` since the upload and since the start of the tournament, entries no longer wait
    for a check that the platform could not do.
    """
    rows = Entry.objects.provisional().active().filter(tournament__status__in=Tournament.OPEN)
    step = partial(_settle, now=now, patience=patience)
    return incidents.each(_due(rows, now - patience), step, failed="entry-unsettled", now=now)


def settle_before_start(tournament: Tournament, *, now: datetime) -> None:
    """Settle the provisional entries of a tournament whose verdict is known."""
    for entry in tournament.entries.provisional().active():
        _settle(entry, now=now, patience=timedelta.max)


def _due(rows: EntryQuerySet, before: datetime) -> EntryQuerySet:
    waiting = rows.filter(version__status__in=Version.AWAITING)
    late = waiting.filter(version__created_at__lt=before, tournament__started_at__lt=before)
    return rows.exclude(version__status__in=Version.AWAITING) | late


@transaction.atomic
def _settle(entry: Entry, *, now: datetime, patience: timedelta) -> bool:
    """Settle an entry, unless its verdict is still to come; return whether it was settled."""
    tournament = Tournament.objects.locked(entry.tournament_id)
    rows = tournament.entries.provisional().active().select_related("version__bot__owner")
    row = rows.filter(pk=entry.pk).first()
    if row is None:
        return False
    row.tournament = tournament
    why = _why_out(row, now, patience)
    if why is None:
        return False
    if not why:
        return _confirm(row, row.version)
    return _give_up(row, why, now)


def _why_out(entry: Entry, now: datetime, patience: timedelta) -> Sentence | None:
    """Return why its version cannot play; empty if it can, None while that is unknown."""
    version, tournament = entry.version, entry.tournament
    if version.awaits_verdict:
        begun = tournament.started_at
        if begun is None or now - max(begun, version.created_at) <= patience:
            return None
        return Sentence("unchecked-too-long", hours=patience // timedelta(hours=1))
    if version.is_refused:
        return Sentence("check-not-passed")
    if not version.plays(tournament.variant.key):
        return Sentence("plays-other-games", game=tournament.variant)
    return Sentence()


def _confirm(entry: Entry, version: Version) -> bool:
    """Let an entry play with a version."""
    entry.play_with(version)
    dispatch.wake(dispatch.PLAY)
    return True


def _give_up(entry: Entry, why: Sentence, now: datetime) -> bool:
    """Replace the version by the bot's previous one, or take the entry out."""
    tournament, version, heir = entry.tournament, entry.version, _heir(entry)
    if heir is not None:
        Seat.objects.filter(
            game__match__pairing__entries=entry, game__ended_at=None, version=version
        ).update(version=heir)
        text = Sentence("heir-enters", heir=heir, version=version, tournament=tournament, why=why)
        withdrawals.tell(entry, text, {version.bot.owner}, now=now)
        return _confirm(entry, heir)
    if not _leaves_no_trace(entry):
        return withdrawals.take_out(entry, reason=why, now=now)
    # The bot may still come back with a better version, so no withdrawal stays behind.
    text = Sentence("taken-out", version=version, tournament=tournament, why=why)
    listed_by = set() if entry.newest else {tournament.organiser}
    withdrawals.tell(entry, text, {version.bot.owner} | listed_by, now=now)
    entry.delete()
    TournamentTable.changed([tournament.pk])
    return True


def _leaves_no_trace(entry: Entry) -> bool:
    """Whether no round has it: the tournament has not begun, or the entry has just come late."""
    tournament = entry.tournament
    if tournament.status == Tournament.Status.SCHEDULED:
        return True
    is_late = registration.is_open_late(tournament) and tournament.rounds.exists()
    return is_late and not entry.pairings.exists()


def _heir(entry: Entry) -> Version | None:
    """Return the newest version uploaded before it that may take its place; None without one."""
    if not entry.newest:
        return None
    tournament, version = entry.tournament, entry.version
    entered = tournament.entries.values("version")
    return overview.entering(
        version.bot,
        variant=tournament.variant.key,
        until=clubs.deadline(tournament),
        among=version.bot.versions.filter(number__lt=version.number).exclude(pk__in=entered),
    )
