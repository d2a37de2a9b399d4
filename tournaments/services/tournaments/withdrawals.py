"""Withdraws entrants from a tournament before its end, so that none waits for ever."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Entry, Match, Player, Tournament, TournamentTable
from tournaments.queries import tournament_lists
from tournaments.services.notices import notices
from tournaments.words import Sentence


def withdraw(entry: Entry, *, player: Player, now: datetime) -> bool:
    """Take an entrant out of a tournament: what it has not played is void.

    Returns False if it was out, or if the tournament is over. Raises NotAllowed for anybody but its
    owner, organisers and staff, Invalid if only one entrant would be left before the start.
    """
    tournament = entry.tournament
    check_player(entry, player, refusal="organiser-or-owner-withdraws")
    if tournament.is_over or entry.withdrawn_at:
        return False
    if tournament.status == Tournament.Status.SCHEDULED and _others(entry) < 2:
        raise Invalid("two-must-stay", "entrant")
    return take_out(entry, reason=Sentence("withdrawn-by", player=player), now=now, by=player)


def check_player(entry: Entry, player: Player, *, refusal: str) -> None:
    """Raise NotAllowed, with this code, for anybody but its owner, organisers and staff."""
    if not tournament_lists.may_withdraw(player=player, entry=entry):
        organiser, owner = entry.tournament.organiser, entry.version.bot.owner
        raise NotAllowed(refusal, organiser=organiser, owner=owner, version=entry.version)


def withdraw_absent(*, now: datetime, patience: timedelta) -> int:
    """Take out entrants that are banned, or paused for longer than `patience`.

    Returns how many entrants there were. If a match of theirs was still being played and has been
    requeued, it becomes void as well.
    """
    absent = Entry.objects.active().filter(
        Q(version__paused_at__lt=now - patience)
        | Q(version__banned_at__isnull=False)
        | Q(version__bot__banned_at__isnull=False),
        tournament__status__in=Tournament.OPEN,
    )
    rows = absent.select_related("version__bot__owner", "tournament")
    taken_out = sum(take_out(entry, reason=_reason(entry, patience), now=now) for entry in rows)
    for entry in _returned():
        void_unplayed(entry, now)
    return taken_out


def _others(entry: Entry) -> int:
    return entry.tournament.entries.active().exclude(pk=entry.pk).count()


@transaction.atomic
def take_out(entry: Entry, *, reason: Sentence, now: datetime, by: Player | None = None) -> bool:
    """Withdraw an entrant: what waits is void, its owner gets a notice; False if it was out.

    `by` gets no notice. When owners do it themselves, the organiser gets one.
    """
    if not entry.withdraw(reason=reason, now=now):
        return False
    void_unplayed(entry, now)
    owner = entry.version.bot.owner
    text = Sentence("taken-out", version=entry.version, tournament=entry.tournament, why=reason)
    concerned = {owner, entry.tournament.organiser} if by == owner else {owner}
    tell(entry, text, {player for player in concerned if player != by}, now=now)
    dispatch.wake(dispatch.ADVANCE)
    return True


def tell(entry: Entry, text: Sentence, players: Iterable[Player], *, now: datetime) -> None:
    """Leave each of these players a notice about an entry."""
    link = entry.tournament.get_absolute_url()
    notices.tell_all(players, text, kind=notices.Kind.TOURNAMENT, link=link, now=now)


def void_unplayed(entry: Entry, now: datetime) -> None:
    """Void the waiting matches of an entrant; one that is being played goes on."""
    waiting = entry.tournament.matches.queued().filter(pairing__entries=entry)
    reason = Sentence("entrant-left", version=entry.version)
    voided = Match.objects.filter(pk__in=waiting.values("pk")).void_waiting(reason=reason, now=now)
    TournamentTable.changed([entry.tournament_id] if voided else [])


def _returned() -> list[Entry]:
    """Return withdrawn entrants that have a match in the queue."""
    rows = Entry.objects.withdrawn().filter(
        tournament__status__in=Tournament.OPEN,
        pairings__matches__status=Match.Status.QUEUED,
    )
    return list(rows.select_related("version__bot").distinct())


def _reason(entry: Entry, patience: timedelta) -> Sentence:
    for row in (entry.version.bot, entry.version):
        if row.banned_at:
            return Sentence("was-banned", banned=row, reason=row.ban_reason)
    hours = patience // timedelta(hours=1)
    return Sentence("paused-too-long", hours=hours, why=entry.version.pause_reason)
