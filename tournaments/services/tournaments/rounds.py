"""Advances a tournament from one round to the next, by the rules of its format.

Each step is computed from the rows alone, so a tournament goes on from wherever a crash left it.
Computing can take seconds (a large Swiss round), and happens outside any transaction. Then a
transaction locks the tournament, and carries the step out if no other process was first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from tournaments import dispatch
from tournaments.mathematics import formats
from tournaments.models import Entry, Pairing, Rating, RequestedBye, Tournament
from tournaments.queries.tournaments.format_input import FormatInput, format_input
from tournaments.services.tournaments import faults, news, pairings
from tournaments.words import Sentence

_MOST_WAKES = 64


@dataclass(frozen=True)
class _Step:
    """The next step: one more block for `tied` pairings, or a `drawn` round, or the end."""

    tied: Sequence[Pairing] = ()
    drawn: Sequence[formats.Pairing] | None = None


def note_ratings(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Store the ratings of these entries at the start, for seeding and performance ratings."""
    rows = Rating.objects.filter(
        variant=tournament.variant, version__entries__tournament=tournament
    )
    values = dict(rows.values_list("version", "value"))
    rated = list(entries)
    for entry in rated:
        entry.rating = values.get(entry.version_id)
    Entry.objects.bulk_update(rated, ["rating"])


def proceed(tournament: Tournament, *, now: datetime) -> bool:
    """Advance a running tournament as far as its results allow; return True if it has ended.

    A fault pauses it until it is resumed.
    """
    if tournament.format not in formats.FORMATS:
        return False
    further = partial(_proceed, tournament, now=now)
    return bool(faults.attempt(tournament, further, failed="advance-failed", now=now))


def _proceed(tournament: Tournament, *, now: datetime) -> bool:
    while True:
        known = format_input(tournament)
        step = _next(known)
        if step is None:
            return False
        if not _carry_out(known, step, _deal(known, step), now):
            return False
        if not step.tied and step.drawn is None:
            return True


def _next(known: FormatInput) -> _Step | None:
    """Return the next step; None while it has to wait for results."""
    if tied := _tied(known):
        return _Step(tied=tied)
    if known.open_pairings and not known.format.eager:
        return None
    drawn = known.format.next_round(known.setup, known.played)
    if drawn is None and known.open_pairings:
        return None
    return _Step(drawn=drawn)


def _tied(known: FormatInput) -> list[Pairing]:
    """Return the pairings of the last round that are over but need another block to be decided."""
    if not known.pairings or not isinstance(known.format, formats.Elimination):
        return []
    undecided = known.format.undecided(known.setup, known.played)
    return [
        pairing
        for pairing, played in zip(known.pairings[-1], known.played[-1], strict=True)
        if pairing.pk not in known.open_pairings and played in undecided
    ]


def _deal(known: FormatInput, step: _Step) -> list[pairings.Dealt]:
    """Draw the dice and openings of the next step, outside of any transaction."""
    tournament = known.tournament
    tied = [pairings.entrants(pairing) for pairing in step.tied]
    return pairings.deal(tournament, tied or pairings.of_table(tournament, _table(known, step)))


def _table(known: FormatInput, step: _Step) -> list[list[Entry]]:
    """Return the pairings that were drawn, and then the half-point byes."""
    if step.drawn is None:
        return []
    drawn = [[known.entries[one] for one in pairing] for pairing in step.drawn]
    return [*drawn, *([entry] for entry in known.half_byes(len(known.played) + 1))]


@transaction.atomic
def _carry_out(
    known: FormatInput, step: _Step, dealt: Sequence[pairings.Dealt], now: datetime
) -> bool:
    """Carry out the step, unless the tournament has advanced or stopped since it was read."""
    tournament = Tournament.objects.select_for_update().get(pk=known.tournament.pk)
    blocks_known = sum(played.blocks for round_ in known.played for played in round_)
    asked = sum(map(len, known.asked.values()))
    as_known = (len(known.pairings), blocks_known, {one.pk for one in known.entries}, asked)
    if _as_it_is(tournament) != as_known:
        return False
    if tournament.status != Tournament.Status.RUNNING:
        return False
    if step.tied:
        pairings.add_blocks(tournament, step.tied, blocks=1, now=now, dealt=dealt)
        dispatch.wake(dispatch.PLAY, times=min(len(step.tied), _MOST_WAKES))
        return True
    if step.drawn is not None:
        _make_round(known, step, dealt, now)
        return True
    return _end(tournament, now)


def _end(tournament: Tournament, now: datetime) -> bool:
    ended = tournament.move(
        from_status=Tournament.Status.RUNNING, to_status=Tournament.Status.FINISHED, ended_at=now
    )
    if ended:
        news.tell(tournament, Sentence("tournament-ended", tournament=tournament), now=now)
    return ended


def _as_it_is(tournament: Tournament) -> tuple[int, int, set[int], int]:
    """Return what changes when it advances, and with late entries, withdrawals and byes."""
    byes = RequestedBye.objects.filter(entry__tournament=tournament)
    entries = set(tournament.entries.values_list("pk", flat=True))
    return tournament.rounds.count(), tournament.matches.count(), entries, byes.count()


def _make_round(
    known: FormatInput, step: _Step, dealt: Sequence[pairings.Dealt], now: datetime
) -> None:
    number = len(known.played) + 1
    pairings.make_round(
        known.tournament,
        number=number,
        name=known.format.round_name(known.setup, known.played, number),
        table=(table := _table(known, step)),
        now=now,
        dealt=dealt,
    )
    dispatch.wake(dispatch.PLAY, times=min(len(table), _MOST_WAKES))
