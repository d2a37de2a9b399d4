"""Results of versions against each other: updated game by game, and recounted from all games."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice, permutations

from django.db import transaction
from django.db.models import QuerySet

from tournaments.mathematics import meetings
from tournaments.mathematics.meetings import Tally, Two
from tournaments.models import Game, Incident, Meeting, Seat, Variant, Version
from tournaments.models.meetings import TALLY
from tournaments.queries.ratings import met
from tournaments.queries.ratings.scope import NIGHTS, Scope
from tournaments.queries.ratings.waiting import WaitingGame
from tournaments.services import incidents
from tournaments.words import Sentence

_BATCH = 1000
_MANY = 10_000

AT_ONCE = 50_000
"""If a variant has more meetings, all are recounted in parts."""

ONE_BY_ONE = 200
"""If more are wrong, all meetings of the variant are counted again."""


def enter(variant: Variant, games: Sequence[WaitingGame], rated: Set[int]) -> set[int]:
    """Add these games to the meetings of their versions; return those that repeat another.

    Call it while the row of the variant is locked. `rated` are the ids of the rated ones.
    """
    twos = {two for each in games for two in permutations(each.played.ranks, 2)}
    rows = {row.two: row for row in variant.meetings.of(twos).order_by()}
    tallies = {two: _tally(rows.get(two)) for two in twos}
    repetitions = _repetitions(variant, games)
    played = met.by_match({each.played.match for each in games})
    for each in games:
        day = each.day if each.game in rated else None
        game = replace(each.played, repeats=each.game in repetitions, day=day)
        for two, growth in meetings.of_next(game, played[game.match]).items():
            tallies[two] += growth
        played[game.match].append(game)
    _keep(variant.pk, rows, tallies)
    return repetitions


def _repetitions(variant: Variant, games: Sequence[WaitingGame]) -> set[int]:
    """Return those that come to the same end as one before them."""
    ends = met.known_ends(variant, {each.end[0] for each in games})
    repetitions = set()
    for each in games:
        if each.end in ends:
            repetitions.add(each.game)
        elif each.end[0]:
            ends.add(each.end)
    return repetitions


def _tally(row: Meeting | None) -> Tally:
    return row.tally if row else Tally()


def _keep(
    variant: int,
    rows: Mapping[Two, Meeting],
    tallies: Mapping[Two, Tally],
    also: Collection[str] = (),
) -> None:
    """Write these tallies, and `also` these columns, into their rows, some of which may be new."""
    changed: list[Meeting] = []
    new: list[Meeting] = []
    for two, tally in sorted(tallies.items()):
        row = rows.get(two) or Meeting(variant_id=variant, version_id=two[0], opponent_id=two[1])
        row.tally = tally
        (changed if row.pk else new).append(row)
    if new:
        Meeting.objects.bulk_create(new, batch_size=_BATCH)
    if changed:
        # Django's `bulk_update` takes milliseconds a row for these twenty columns.
        Meeting.objects.bulk_create(
            changed,
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=[*TALLY, *also],
        )


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
    if (
        variant.checked_until
        and concerned.filter(match__ended_at__lte=variant.checked_until).exists()
    ):
        for row in rows.values():
            row.is_late = True
    _keep(variant.pk, rows, tallies, also=["is_late"])


def _less(tally: Tally, before: Tally, after: Tally) -> Tally:
    """Return a tally after some matches have changed; voided games stay in the daily counts."""
    return replace(
        tally,
        sums=tally.sums - before.sums + after.sums,
        play=tally.play - before.play + after.play,
        repeated=tally.repeated - before.repeated + after.repeated,
    )


def _recount(variant: Variant, two: Two, *, until: datetime) -> bool:
    """Recount the meetings of two versions from their games; return whether they were wrong.

    They count as checked with the matches that ended until `until`.
    """
    played = met.by_id(met.games_of(variant, two))
    repeated = _settle_repetitions(played, are_few=True)
    settled, rest = _counted(variant, played, until)
    sides = (two, two[::-1])
    counted = {side: settled.get(side, Tally()) + rest.get(side, Tally()) for side in sides}
    tallies = {side: counted[side] for side in sides if side in {**settled, **rest}}
    rows = {row.two: row for row in Meeting.objects.of(sides).filter(variant=variant)}
    wrong = list(meetings.differing(tallies, [(row.two, row.tally) for row in rows.values()]))
    for side, row in rows.items():
        row.checked, row.is_late = settled.get(side, Tally()).stored, False
    _keep(variant.pk, rows, tallies, also=["checked", "is_late"])
    variant.meetings.of(set(rows) - set(tallies)).delete()
    return bool(wrong) or repeated


def _counted(
    variant: Variant, played: QuerySet[Game], until: datetime
) -> tuple[dict[Two, Tally], dict[Two, Tally]]:
    """Count these games: those of the matches that ended until `until`, and the rest."""
    late = met.late_matches(variant, since=until)
    settled: dict[Two, Tally] = {}
    rest: dict[Two, Tally] = {}
    for games in met.blocks(played):
        meetings.add(rest if games[0].match in late else settled, games)
    return settled, rest


def _settle_repetitions(played: QuerySet[Game], *, are_few: bool) -> bool:
    """Store which of these games repeat another; return whether any had to be changed."""
    wrong = met.wrongly_repeated(played, are_few=are_few)
    for repeats in (False, True):
        pks = [pk for pk, is_repetition in wrong.items() if is_repetition == repeats]
        Game.objects.filter(pk__in=pks).update(is_repetition=repeats)
    return bool(wrong)


def _twos_of_wrong_notes(played: QuerySet[Game], *, are_few: bool) -> set[Two]:
    """Return the pairs whose games are wrongly noted as repetitions, or wrongly not."""
    return twos_of(Game.objects.filter(pk__in=met.wrongly_repeated(played, are_few=are_few)))


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
    _settle_repetitions(played, are_few=False)
    tallies = meetings.of_all(met.blocks(played))
    # What was checked is gone with the rows.
    Variant.objects.filter(pk=variant.pk).update(checked_until=None)
    variant.meetings.all().delete()
    _keep(variant.pk, {}, tallies)


def check(variant: Variant, scope: Scope) -> list[Sentence]:
    """Recount meetings, and replace those that differ from their games.

    Those of which a match has ended since the last check go on from what it found, and a slice of
    the versions is recounted from all games. Wrong ones are noted as an incident and returned as a
    sentence.
    """
    suspects: set[Two] = set()
    late = set(variant.meetings.filter(is_late=True).values_list("version", "opponent"))
    if scope.since:
        suspects.update(_grown_wrong(variant, scope, scope.since))
    for versions in _slices(variant, scope):
        suspects.update(_wrong(variant, scope, versions))
    # What has changed since it was checked need not be wrong.
    wrong = sum(_recounted(variant, two, scope) for two in _once(late))
    wrong += _replaced(variant, suspects - late, scope)
    if not wrong:
        return []
    text = Sentence("meetings-differ", variant=variant, meetings=wrong)
    incidents.alarm(Incident.Kind.WRONG_RECORD, text=text, now=scope.now)
    return [text]


def _slices(variant: Variant, scope: Scope) -> Iterator[list[int]]:
    """Yield the versions of this night, or all in as many parts as memory asks for."""
    pks = Version.objects.order_by("pk").values_list("pk", flat=True)
    chosen = [pk for pk in pks if scope.has(pk)]
    meetings_a_part = AT_ONCE if scope.is_full else AT_ONCE * NIGHTS
    parts = 1 + max(variant.meetings.count() // meetings_a_part, len(chosen) // _MANY)
    yield from (chosen[part::parts] for part in range(parts) if chosen[part::parts])


def _grown_wrong(variant: Variant, scope: Scope, since: datetime) -> Iterator[Two]:
    """Yield the pairs whose results are not those of the last check and of later matches."""
    late = met.games(variant).filter(match__in=met.late_matches(variant, since=since))
    played = met.by_id(late)
    settled, rest = _counted(variant, played, scope.until)
    same_ends = met.of_same_ends(variant, played)
    yield from _twos_of_wrong_notes(same_ends, are_few=True)
    twos = iter(sorted({**settled, **rest}))
    while part := set(islice(twos, _BATCH)):
        versions, opponents = ({two[side] for two in part} for side in (0, 1))
        near = variant.meetings.filter(version__in=versions, opponent__in=opponents)
        rows = {row.two: row for row in near if row.two in part}
        before = {two: Tally.read(row.checked) for two, row in rows.items()}
        over = {two: before[two] + settled.get(two, Tally()) for two in rows}
        right = {two: over[two] + rest.get(two, Tally()) for two in rows}
        yield from (two for two in part if two not in rows or rows[two].tally != right[two])
        _keep_checked(variant, rows.values(), over)


def _wrong(variant: Variant, scope: Scope, versions: Collection[int]) -> Iterator[Two]:
    """Yield the pairs, with one of these versions first, that differ from all their games."""
    played = met.of_versions(variant, versions, are_few=not scope.is_full)
    settled, rest = _counted(variant, played, scope.until)
    yield from _twos_of_wrong_notes(played, are_few=not scope.is_full)
    rows = {row.two: row for row in variant.meetings.filter(version__in=versions)}
    twos = {two for two in {**settled, **rest, **rows} if two[0] in versions}
    over = {two: settled.get(two, Tally()) for two in twos}
    right = {two: over[two] + rest.get(two, Tally()) for two in twos}
    yield from (two for two in twos if two not in rows or rows[two].tally != right[two])
    _keep_checked(variant, rows.values(), over)


def _keep_checked(variant: Variant, rows: Iterable[Meeting], tallies: Mapping[Two, Tally]) -> None:
    """Store what the checked matches of these rows give, where it is not known."""
    changed = []
    for row in rows:
        stored = tallies[row.two].stored
        if row.checked != stored:
            row.checked = stored
            changed.append(row)
    for start in range(0, len(changed), _BATCH):
        with transaction.atomic():
            # Reports change the rows under this lock.
            Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
            Meeting.objects.bulk_update(changed[start : start + _BATCH], ["checked"])


@transaction.atomic
def _replaced(variant: Variant, suspects: set[Two], scope: Scope) -> int:
    """Recount these pairs while no game can be reported; return how many were wrong."""
    if len(suspects) > ONE_BY_ONE:
        rebuild(variant)
        return len(suspects)
    return sum(_recounted(variant, two, scope) for two in _once(suspects))


@transaction.atomic
def _recounted(variant: Variant, two: Two, scope: Scope) -> bool:
    """Recount a pair while no game can be reported; return whether it was wrong."""
    Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
    return _recount(variant, two, until=scope.until)


def _once(twos: Iterable[Two]) -> list[Two]:
    """Return each pair once, whichever of the two came first."""
    return sorted({(min(two), max(two)) for two in twos})
