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
from tournaments.models import Entry, Pairing, Rating, RequestedBye, Tournament, TournamentTable
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
        snapshot = format_input(tournament)
        step = _next(snapshot)
        if step is None:
            return False
        if not _carry_out(snapshot, step, _deal(snapshot, step), now):
            return False
        if not step.tied and step.drawn is None:
            return True


def _next(snapshot: FormatInput) -> _Step | None:
    """Return the next step; None while it has to wait for results."""
    if tied := _tied(snapshot):
        return _Step(tied=tied)
    if snapshot.open_pairings and not snapshot.format.eager:
        return None
    drawn = snapshot.format.next_round(snapshot.setup, snapshot.played)
    if drawn is None and snapshot.open_pairings:
        return None
    return _Step(drawn=drawn)


def _tied(snapshot: FormatInput) -> list[Pairing]:
    """Return the pairings of the last round that are over but need another block to be decided."""
    if not snapshot.pairings or not isinstance(snapshot.format, formats.Elimination):
        return []
    undecided = snapshot.format.undecided(snapshot.setup, snapshot.played)
    return [
        pairing
        for pairing, played in zip(snapshot.pairings[-1], snapshot.played[-1], strict=True)
        if pairing.pk not in snapshot.open_pairings and played in undecided
    ]


def _deal(snapshot: FormatInput, step: _Step) -> list[pairings.Dealt]:
    """Draw the dice and openings of the next step, outside of any transaction."""
    tournament = snapshot.tournament
    tied = [pairings.entrants(pairing) for pairing in step.tied]
    return pairings.deal(tournament, tied or pairings.of_table(tournament, _table(snapshot, step)))


def _table(snapshot: FormatInput, step: _Step) -> list[list[Entry]]:
    """Return the pairings that were drawn, and then the half-point byes."""
    if step.drawn is None:
        return []
    drawn = [[snapshot.entries[number] for number in pairing] for pairing in step.drawn]
    return [*drawn, *([entry] for entry in snapshot.half_byes(len(snapshot.played) + 1))]


@transaction.atomic
def _carry_out(
    snapshot: FormatInput, step: _Step, dealt: Sequence[pairings.Dealt], now: datetime
) -> bool:
    """Carry out the step, unless the tournament has advanced or stopped since it was read."""
    tournament = Tournament.objects.select_for_update().get(pk=snapshot.tournament.pk)
    blocks = sum(played.blocks for round_ in snapshot.played for played in round_)
    asked = sum(map(len, snapshot.asked.values()))
    as_read = (len(snapshot.pairings), blocks, {entry.pk for entry in snapshot.entries}, asked)
    if _as_it_is(tournament) != as_read:
        return False
    if tournament.status != Tournament.Status.RUNNING:
        return False
    if step.tied:
        pairings.add_blocks(tournament, step.tied, blocks=1, now=now, dealt=dealt)
        dispatch.wake(dispatch.PLAY, times=min(len(step.tied), _MOST_WAKES))
        return True
    if step.drawn is not None:
        _make_round(snapshot, step, dealt, now)
        return True
    return _end(tournament, now)


def _end(tournament: Tournament, now: datetime) -> bool:
    ended = tournament.move(
        from_status=Tournament.Status.RUNNING, to_status=Tournament.Status.FINISHED, ended_at=now
    )
    if ended:
        # Series and courses count it before anybody has opened its page.
        TournamentTable.objects.filter(pk=tournament.pk).update(wanted=True)
        news.tell(tournament, Sentence("tournament-ended", tournament=tournament), now=now)
    return ended


def _as_it_is(tournament: Tournament) -> tuple[int, int, set[int], int]:
    """Return what changes when it advances, and with late entries, withdrawals and byes."""
    byes = RequestedBye.objects.filter(entry__tournament=tournament)
    entries = set(tournament.entries.values_list("pk", flat=True))
    return tournament.rounds.count(), tournament.matches.count(), entries, byes.count()


def _make_round(
    snapshot: FormatInput, step: _Step, dealt: Sequence[pairings.Dealt], now: datetime
) -> None:
    number = len(snapshot.played) + 1
    pairings.make_round(
        snapshot.tournament,
        number=number,
        name=snapshot.format.round_name(snapshot.setup, snapshot.played, number),
        table=(table := _table(snapshot, step)),
        now=now,
        dealt=dealt,
    )
    dispatch.wake(dispatch.PLAY, times=min(len(table), _MOST_WAKES))
