"""Byes that entrants of a Swiss tournament ask for, before the round is paired."""

from django.db import transaction

from tournaments.errors import Invalid
from tournaments.mathematics import formats
from tournaments.models import Entry, Player, RequestedBye, Tournament, TournamentTable
from tournaments.services.tournaments import withdrawals
from tournaments.services.tournaments.configuration import Configuration

_HALF = RequestedBye.Worth.HALF


@transaction.atomic
def ask(entry: Entry, *, number: int, worth: str, player: Player) -> bool:
    """Give an entrant a bye in the round with this number, for half a point or none.

    Returns False if the entrant has left or the tournament is over. Raises NotAllowed for anybody
    but its owner, organisers and staff; Invalid if there is no such bye, or it is too late.
    """
    tournament = Tournament.objects.locked(entry.tournament_id)
    withdrawals.check_player(entry, player, refusal="organiser-or-owner-asks")
    if tournament.is_over or entry.withdrawn_at:
        return False
    _check_round(tournament, number)
    if worth not in RequestedBye.Worth.values:
        raise Invalid("unknown-bye", "worth", worth=worth)
    if worth == _HALF:
        _check_half(tournament, entry, number)
    RequestedBye.objects.update_or_create(entry=entry, round=number, defaults={"worth": worth})
    TournamentTable.changed([tournament.pk])
    return True


@transaction.atomic
def take_back(entry: Entry, *, number: int, player: Player) -> bool:
    """Cancel a requested bye; return False if there was none in this round.

    Raises NotAllowed for anybody but the owner, organisers and staff; Invalid if the round is
    paired.
    """
    tournament = Tournament.objects.locked(entry.tournament_id)
    withdrawals.check_player(entry, player, refusal="organiser-or-owner-asks")
    _check_round(tournament, number)
    rows, _each = RequestedBye.objects.filter(entry=entry, round=number).delete()
    TournamentTable.changed([tournament.pk] if rows else [])
    return rows > 0


def rounds_to_come(tournament: Tournament, *, paired: int, entrants: int) -> list[int]:
    """Return the rounds for which a bye can be requested, if the tournament has such byes.

    `paired` is how many rounds there are, `entrants` how many have entered.
    """
    if tournament.format != Tournament.Format.SWISS or tournament.is_over:
        return []
    try:
        last = Configuration.of(tournament).preview(entrants=entrants).rounds
    except Invalid:  # too few have entered so far
        return []
    return list(range(paired + 1, last + 1))


def _check_round(tournament: Tournament, number: int) -> None:
    if tournament.format != Tournament.Format.SWISS:
        raise Invalid("no-byes-here", "round")
    paired, last = tournament.rounds.count(), Configuration.plan_of(tournament).rounds
    if number <= paired:
        raise Invalid("round-paired", "round", number=number)
    if number > last:
        raise Invalid("no-such-round", "round", tournament=tournament, rounds=last)


def _check_half(tournament: Tournament, entry: Entry, number: int) -> None:
    most = formats.get(tournament.format).complete(tournament.format_options)["byes"]
    if number == Configuration.plan_of(tournament).rounds:
        raise Invalid("no-half-bye-at-the-end", "round")
    if entry.requested_byes.filter(worth=_HALF).exclude(round=number).count() >= most:
        raise Invalid("too-many-half-byes", "worth", version=entry.version, most=most)
