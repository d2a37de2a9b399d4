"""From one round of a tournament to the next, by the rules of its format.

What comes next is computed from what the database holds, each time anew and in one transaction
that has locked the tournament. So a tournament goes on from wherever a crash left it, and two that
try to take it further at once take it one step.
"""

from datetime import datetime

from django.db import transaction

from tournaments import dispatch, formats
from tournaments.models import Entry, Rating, Tournament
from tournaments.queries.course import Course, course
from tournaments.services import blocks


def begin(tournament: Tournament, *, now: datetime) -> None:
    """Note the entrants' ratings and make the first round, or all, where none waits for results.

    Call it in the transaction that starts the tournament.
    """
    _note_ratings(tournament)
    _go_on(tournament, now)


@transaction.atomic
def proceed(tournament: Tournament, *, now: datetime) -> bool:
    """Take a running tournament as far as its results allow; True when that was its end."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if locked.status != Tournament.Status.RUNNING or locked.format not in formats.FORMATS:
        return False
    if not _go_on(locked, now):
        return False
    return locked.move(
        from_status=Tournament.Status.RUNNING, to_status=Tournament.Status.FINISHED, ended_at=now
    )


def _note_ratings(tournament: Tournament) -> None:
    """For seeding, and for the performance of each entrant against the others as they were."""
    rows = Rating.objects.filter(
        variant=tournament.variant, version__entries__tournament=tournament
    )
    values = dict(rows.values_list("version", "value"))
    entries = list(tournament.entries.all())
    for entry in entries:
        entry.rating = values.get(entry.version_id)
    Entry.objects.bulk_update(entries, ["rating"])


def _go_on(tournament: Tournament, now: datetime) -> bool:
    """Make what can be made now; True when all is made and played."""
    while True:
        now_known = course(tournament)
        if _separate(now_known, now):
            return False
        if now_known.open_pairings and not now_known.format.eager:
            return False
        if not _next_round(now_known, now):
            return not now_known.open_pairings


def _separate(known: Course, now: datetime) -> bool:
    """One more block for every pairing of the last round that is over and has to be decided."""
    if not known.pairings:
        return False
    last = zip(known.pairings[-1], known.played[-1], strict=True)
    options = known.tournament.format_options
    tied = [
        pairing
        for pairing, played in last
        if pairing.pk not in known.open_pairings
        and known.format.needs_more(
            played, options=options, number=len(known.pairings), entrants=len(known.entries)
        )
    ]
    blocks.add_blocks(known.tournament, tied, blocks=1, now=now)
    dispatch.wake(dispatch.PLAY, times=len(tied))
    return bool(tied)


def _next_round(known: Course, now: datetime) -> bool:
    """Make the round after those that there are; False when there is none."""
    tournament = known.tournament
    options = tournament.format_options
    pairings = known.format.next_round(
        known.entrants,
        known.played,
        sides=known.sides,
        options=options,
        seed=tournament.pairing_seed,
    )
    if pairings is None:
        return False
    number = len(known.played) + 1
    blocks.make_round(
        tournament,
        number=number,
        name=known.format.round_name(
            number, entrants=len(known.entries), sides=known.sides, options=options
        ),
        table=[[known.entries[one] for one in pairing] for pairing in pairings],
        now=now,
    )
    dispatch.wake(dispatch.PLAY, times=min(len(pairings), 64))
    return True
