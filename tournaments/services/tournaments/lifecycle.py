"""Starts, advances, pauses, resumes, extends and cancels tournaments."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import formats
from tournaments.models import Match, Player, Tournament, TournamentTable
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.people import clubs
from tournaments.services import incidents
from tournaments.services.tournaments import news, provisional, rounds
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence


def start(tournament: Tournament, *, now: datetime) -> bool:
    """Freeze the entrants, make the first rounds and queue their matches.

    Returns False if it has been started or cancelled. Too few entrants cancel it; its organiser
    gets a notice.
    """
    status = Tournament.Status
    provisional.settle_before_start(tournament, now=now)
    with transaction.atomic():
        if not tournament.move(
            from_status=status.SCHEDULED, to_status=status.RUNNING, started_at=now
        ):
            return False
        tournament.entries.withdrawn().delete()
        _freeze(tournament)
        try:
            Configuration.of(tournament).check_size(entrants=tournament.entries.count())
        except Invalid as refusal:
            _call_off(tournament, refusal.sentence, now)
            return False
        rounds.note_ratings(tournament, tournament.entries.all())
        news.tell(tournament, Sentence("tournament-began", tournament=tournament), now=now)
    # If the machine stops here, the tick goes on from this point.
    rounds.proceed(tournament, now=now)
    return True


def start_now(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Start a scheduled tournament before its time.

    Returns False if there was nothing to start. Raises NotAllowed for anybody but its organisers
    and staff, Invalid for too few entrants.
    """
    _require_manager(tournament, player, gettext_noop("start"))
    if tournament.status == Tournament.Status.SCHEDULED:
        Configuration.of(tournament).check_size(entrants=tournament.entries.count())
    return start(tournament, now=now)


def start_due(*, now: datetime) -> int:
    """Start every scheduled tournament whose time has come; return how many there were."""
    due = Tournament.objects.scheduled().filter(starts_at__lte=now)
    return incidents.each(due, partial(start, now=now), failed="start-failed", now=now)


def advance(*, now: datetime) -> int:
    """Give every running tournament its next round or its end; return how many ended."""
    further = partial(rounds.proceed, now=now)
    return incidents.each(_idle(), further, failed="advance-failed", now=now)


def pause(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Pause a tournament; matches that are being played are finished. False if it is not running.

    Raises NotAllowed for anybody but its organisers and staff.
    """
    _require_manager(tournament, player, gettext_noop("pause"))
    return tournament.pause(Sentence("paused-by", player=player, at=now), by=player)


def resume(tournament: Tournament, *, player: Player) -> bool:
    """Resume a tournament that an organiser or a fault has paused; False if it is not so.

    Raises NotAllowed for anybody but its organisers and staff.
    """
    _require_manager(tournament, player, gettext_noop("resume"))
    if tournament.goes_on_alone:
        return False
    resumed = tournament.resume()
    dispatch.wake(dispatch.PLAY)
    dispatch.wake(dispatch.ADVANCE)
    return resumed


def extend(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Add a cycle or a round, if the format has such an option; return False if it is over.

    Raises NotAllowed for anybody but its organisers and staff, Invalid if the format has no such
    option, or if it would become too long.
    """
    _require_manager(tournament, player, gettext_noop("extend"))
    longer = Configuration.of(tournament)
    name = extendable(tournament)
    if name is None:
        raise Invalid("cannot-be-extended", "format", format_id=longer.format)
    options = formats.get(tournament.format).complete(tournament.format_options)
    entrants = tournament.entries.count()
    # In a Swiss tournament, 0 means as many rounds as its entrants need.
    options[name] = (options[name] or longer.preview(entrants=entrants).rounds) + 1
    replace(longer, format_options=options).check_size(entrants=entrants)
    rows = Tournament.objects.open().filter(pk=tournament.pk)
    extended = rows.update(format_options=options) == 1
    TournamentTable.changed([tournament.pk] if extended else [])
    tournament.refresh_from_db()
    advance(now=now)
    return extended


def extendable(tournament: Tournament) -> str | None:
    """Return the option of its format that says how long it is, or None if there is none."""
    if tournament.format not in formats.FORMATS:
        return None
    names = {spec.name for spec in formats.get(tournament.format).options}
    return next((name for name in ("cycles", "rounds") if name in names), None)


def cancel(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Cancel a tournament: matches still waiting are void, games already played stay.

    Returns False if it was over already. Raises NotAllowed for anybody but its organisers and
    staff.
    """
    _require_manager(tournament, player, gettext_noop("cancel"))
    with transaction.atomic():
        cancelled = _cancel(tournament, Sentence("tournament-cancelled"), now)
        if cancelled:
            text = Sentence("tournament-was-cancelled", tournament=tournament)
            news.tell(tournament, text, now=now)
        return cancelled


def _cancel(tournament: Tournament, reason: Sentence, now: datetime) -> bool:
    cancelled = tournament.end(Tournament.Status.CANCELLED, now=now)
    if cancelled:
        tournament.matches.void_waiting(reason=reason, now=now)
    return cancelled


def _call_off(tournament: Tournament, reason: Sentence, now: datetime) -> None:
    _cancel(tournament, reason, now)
    text = Sentence("called-off", tournament=tournament, why=reason)
    news.tell(tournament, text, now=now, also=[tournament.organiser])


def _freeze(tournament: Tournament) -> None:
    """Replace the versions of `newest` entries by their bots' newest; from now on they stay."""
    for entry in tournament.entries.filter(newest=True).select_related("version__bot"):
        variant, until = tournament.variant.key, clubs.deadline(tournament)
        newest = overview.entering(entry.version.bot, variant=variant, until=until)
        if newest is not None and newest != entry.version:
            entry.play_with(newest)


def _require_manager(tournament: Tournament, player: Player, action: str) -> None:
    if not tournament_lists.may_manage(player=player, tournament=tournament):
        raise NotAllowed(
            "organiser-only",
            organiser=tournament.organiser,
            action=action,
            tournament=tournament,
        )


def _idle() -> QuerySet[Tournament]:
    """Return the running tournaments without an open match: only they can advance or end."""
    open_ = Match.objects.open().filter(tournament=OuterRef("pk"))
    return Tournament.objects.running().exclude(Exists(open_)).select_related("variant")
