"""Results of versions against each other: updated game by game, and recounted from all games."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import permutations

from django.db import transaction
from django.db.models import QuerySet

from tournaments.mathematics import meetings
from tournaments.mathematics.meetings import PlayedGame, Tally, Two
from tournaments.models import Game, Incident, Meeting, Seat, Variant
from tournaments.models.meetings import TALLY
from tournaments.queries.ratings import eligibility, game_results, met
from tournaments.queries.ratings.eligibility import RatingFacts
from tournaments.services import incidents
from tournaments.words import Sentence

_BATCH = 1000

ONE_BY_ONE = 200
"""If more are wrong, all meetings of the variant are counted again."""


def enter(
    game: Game, block: Sequence[Seat], facts: RatingFacts, *, rated: bool, now: datetime
) -> None:
    """Add a finished game to the meetings of its versions.

    Call it in the transaction of its report, while the row of the variant is locked. `block` are
    the seats of `SeatQuerySet.of_report`.
    """
    seats = [seat for seat in block if seat.game_id == game.pk]
    met_before, repeats = met.of_report(game, seats)
    rows = {row.two: row for row in met_before}
    if repeats:
        game.is_repetition = True
        game.save(update_fields=["is_repetition"])
    played = PlayedGame(
        match=game.match_id,
        ranks=game_results.side_ranks(seats),
        luck=game_results.side_lucks(seats),
        repeats=game.is_repetition,
        day=eligibility.day_of(now).date() if rated else None,
        owners=eligibility.first_of_owners(facts.sides),
    )
    grown = meetings.of_next(played, _before(game, block))
    _keep(game.variant_id, rows, {two: _tally(rows.get(two)) + more for two, more in grown.items()})


def _before(game: Game, block: Sequence[Seat]) -> list[PlayedGame]:
    """Return the other games of a match that have been played."""
    tables: dict[Game, list[Seat]] = {}
    for seat in block:
        if seat.rank is not None and seat.game_id != game.pk:
            tables.setdefault(seat.game, []).append(seat)
    return [
        PlayedGame(
            other.match_id,
            game_results.side_ranks(seats),
            game_results.side_lucks(seats),
            other.counts,
            other.is_repetition,
        )
        for other, seats in tables.items()
    ]


def _tally(row: Meeting | None) -> Tally:
    return row.tally if row else Tally()


def _keep(variant: int, rows: Mapping[Two, Meeting], tallies: Mapping[Two, Tally]) -> None:
    """Write these tallies into their rows, some of which may be new."""
    changed: list[Meeting] = []
    new: list[Meeting] = []
    for two, tally in sorted(tallies.items()):
        row = rows.get(two) or Meeting(variant_id=variant, version_id=two[0], opponent_id=two[1])
        row.tally = tally
        (changed if row.pk else new).append(row)
    if new:
        Meeting.objects.bulk_create(new, batch_size=_BATCH)
    if changed:
        Meeting.objects.bulk_update(changed, TALLY, batch_size=_BATCH)


@contextmanager
def leaving_out(variant: Variant, games: Collection[int]) -> Iterator[None]:
    """Take games of a variant, which the body of the `with` statement voids, out of its meetings.

    Call it while the row of the variant is locked.
    """
    heirs = met.heirs(games)
    with changing(variant, [*games, *heirs]):
        yield
        Game.objects.filter(pk__in=heirs).update(is_repetition=False)


@contextmanager
def changing(variant: Variant, games: Collection[int]) -> Iterator[None]:
    """Enter in the meetings how the body of the `with` statement changes these games of a variant.

    Only the matches concerned are read. Call it while the row of the variant is locked.
    """
    concerned = met.of_the_matches(games)
    before = meetings.of_all(met.blocks(concerned))
    yield
    after = meetings.of_all(met.blocks(concerned))
    rows = {row.two: row for row in variant.meetings.of(before)}
    tallies = {two: _less(row.tally, before[two], after[two]) for two, row in rows.items()}
    for two, tally in tallies.items():
        if before[two].last_matches != after[two].last_matches:
            tallies[two] = replace(tally, last_matches=met.last_matches(variant, two))
    _keep(variant.pk, rows, tallies)


def _less(tally: Tally, before: Tally, after: Tally) -> Tally:
    """Return a tally after some matches have changed; voided games stay in the daily counts."""
    return replace(
        tally,
        sums=tally.sums - before.sums + after.sums,
        play=tally.play - before.play + after.play,
        repeated=tally.repeated - before.repeated + after.repeated,
    )


def recount(variant: Variant, twos: Iterable[Two]) -> list[Two]:
    """Recount the meetings of these pairs from their games; return the pairs that were wrong.

    Call it in a transaction in which the row of the variant is locked.
    """
    both = {(min(two), max(two)) for two in twos}
    return [two for two in sorted(both) if _recount(variant, two)]


def _recount(variant: Variant, two: Two) -> bool:
    played = met.games_of(variant, two)
    repeated = _settle_repetitions(played)
    counted = meetings.of_all(met.blocks(played))
    sides = (two, two[::-1])
    tallies = {side: counted[side] for side in sides if side in counted}
    rows = {row.two: row for row in Meeting.objects.of(sides).filter(variant=variant)}
    wrong = list(meetings.differing(tallies, [(row.two, row.tally) for row in rows.values()]))
    _keep(variant.pk, rows, tallies)
    variant.meetings.of(set(rows) - set(tallies)).delete()
    return bool(wrong) or repeated


def _settle_repetitions(played: QuerySet[Game]) -> bool:
    """Store which of these games repeat another; return whether any had to be changed."""
    wrong = met.wrongly_repeated(played)
    for repeats in (False, True):
        pks = [pk for pk, is_repetition in wrong.items() if is_repetition == repeats]
        Game.objects.filter(pk__in=pks).update(is_repetition=repeats)
    return bool(wrong)


def twos_of(played: QuerySet[Game]) -> set[Two]:
    """Return every ordered pair of versions that met in one of these games."""
    tables: dict[int, set[int]] = {}
    for game, version in Seat.objects.filter(game__in=played).values_list("game", "version"):
        tables.setdefault(game, set()).add(version)
    return {two for table in tables.values() for two in permutations(sorted(table), 2)}


@transaction.atomic
def rebuild(variant: Variant) -> None:
    """Recount all meetings of a variant, and replace the stored ones."""
    Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
    played = met.games(variant)
    _settle_repetitions(played)
    tallies = meetings.of_all(met.blocks(played))
    variant.meetings.all().delete()
    _keep(variant.pk, {}, tallies)


def check(variant: Variant, *, now: datetime) -> list[Sentence]:
    """Recount the meetings of a variant, and replace those that differ from their games.

    Wrong ones are noted as an incident and returned as a sentence.
    """
    played = met.games(variant)
    rows = variant.meetings.order_by("pk").iterator(chunk_size=_BATCH)
    tallies = meetings.of_all(met.blocks(played))
    suspects = set(meetings.differing(tallies, ((row.two, row.tally) for row in rows)))
    suspects.update(twos_of(Game.objects.filter(pk__in=met.wrongly_repeated(played))))
    wrong = _replaced(variant, suspects) if suspects else 0
    if not wrong:
        return []
    text = Sentence("meetings-differ", variant=variant, meetings=wrong)
    incidents.alarm(Incident.Kind.WRONG_RECORD, text=text, now=now)
    return [text]


@transaction.atomic
def _replaced(variant: Variant, suspects: set[Two]) -> int:
    """Recount these pairs while no game can be reported; return how many were wrong."""
    Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
    if len(suspects) > ONE_BY_ONE:
        rebuild(variant)
        return len(suspects)
    return len(recount(variant, suspects))
