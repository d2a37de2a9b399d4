"""Stores the luck of a match that has been judged, and what follows from it."""

from collections.abc import Sequence

from django.db import transaction

from tournaments import dispatch
from tournaments.models import Seat, Tournament, TournamentTable, Variant
from tournaments.services.ratings import meetings


@transaction.atomic
def keep(tournament: Tournament, seats: Sequence[Seat]) -> None:
    """Store the luck of these seats of a finished match.

    The meetings of their versions follow, and the tournament's table. A trial goes on.
    """
    variant = Variant.objects.select_for_update(no_key=True).get(pk=tournament.variant_id)
    with meetings.changing(variant, {seat.game_id for seat in seats}):
        Seat.objects.bulk_update(seats, ["luck"])
    TournamentTable.changed([tournament.pk], wanted=tournament.is_over)
    if tournament.format == Tournament.Format.TRIAL:
        dispatch.wake(dispatch.ADVANCE)
