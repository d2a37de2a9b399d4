"""Proves that the live ratings are the sum of their ledger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Sum

from tournaments.mathematics import elo
from tournaments.mathematics.side_results import SideResult
from tournaments.models import LedgerEntry, LedgerStretch, Rating, RatingCheck, Variant, Version
from tournaments.queries.ratings import audit
from tournaments.queries.ratings.scope import Scope
from tournaments.queries.ratings.story import Entry, Event, story
from tournaments.services.ratings import fits, listing, meetings
from tournaments.words import Sentence


def check(*, now: datetime, full: bool = False) -> RatingCheck:
    """Replay every leaderboard's ledger, compare it with the live ratings, store the outcome.

    It goes on from the last check that found nothing, and looks at a slice of what was before.
    With `full` it begins with the first entry, and looks at all.
    """
    differences: list[Sentence] = []
    for variant in Variant.objects.all():
        since = None if full else variant.checked_until
        differences.extend(_check(variant, Scope(since, now)))
    return RatingCheck.objects.create(
        checked_at=now, differences=[difference.stored() for difference in differences]
    )


def _check(variant: Variant, scope: Scope) -> list[Sentence]:
    row = Variant.objects.filter(pk=variant.pk)
    # A check that is interrupted leaves nothing to go on from.
    row.update(checked_until=None)
    differences: list[Sentence] = []
    if variant.rated:
        differences.extend(_replayed(variant, scope))
        differences.extend(audit.wrong(variant, scope))
        differences.extend(listing.wrong(variant))
        differences.extend(fits.check(variant, scope))
    differences.extend(meetings.check(variant, scope))
    if not differences:
        row.update(checked_until=scope.until)
    return differences


def _replayed(variant: Variant, scope: Scope) -> list[Sentence]:
    """Return what differs in the ledger; where nothing does, keep what was replayed."""
    from tournaments.services.ratings import stretches  # noqa: PLC0415 - imports numpy

    changed = stretches.check(variant, scope)
    before = stretches.last(variant)
    if not (changed or scope.is_full):
        replay = _Replay.from_checkpoint(variant, before, scope)
        if replay and not _differences(variant, replay):
            _keep(before, replay)
            return []
    replay = _Replay(variant)
    differences = _differences(variant, replay)
    if not differences:
        _keep(before, replay)
    return [*changed, *differences]


@dataclass
class _Replay:
    """Unsaved ratings, as they follow from starts, results and corrections in ledger order.

    `written` has the number of each version's last entry and the sum of its entries; `misstated` is
    how many entries say otherwise. `last` is the last entry that was replayed; `played` are the
    versions of all that were.
    """

    variant: Variant
    last: int = 0
    ratings: dict[int, Rating] = field(default_factory=dict)
    written: dict[int, tuple[int, int]] = field(default_factory=dict)
    misstated: int = 0
    played: set[int] = field(default_factory=set)

    @classmethod
    def from_checkpoint(
        cls, variant: Variant, stretch: LedgerStretch, scope: Scope
    ) -> "_Replay | None":
        """Begin with the ratings at the end of a stretch; None if a slice of them is wrong."""
        replay = cls(variant, stretch.last_entry)
        rows = variant.ratings.exclude(checked=[]).values_list("version", "checked")
        for version, checked in rows.iterator():
            replay.ratings[version] = row = Rating(
                **dict(zip(Rating.COUNTED, checked, strict=True))
            )
            replay.written[version] = row.entries, row.value
        slice_ = [version for version in replay.written if scope.has(version)]
        sums = _written(variant, slice_, until=stretch.last_entry)
        return replay if sums == {pk: replay.written[pk] for pk in slice_} else None

    def go_on(self) -> None:
        """Replay the entries that have been added since."""
        inherited = dict(self.variant.ratings.values_list("version", "inherited_from"))
        for event in story(self.variant, after=self.last):
            self._replay(event, inherited)
            for entry in event.entries:
                self._read(entry)
            self.last = event.last

    def _replay(self, event: Event, inherited: Mapping[int, int | None]) -> None:
        entry = event.entries[0]
        if entry.game is None:
            self._start(entry.version, inherited.get(entry.version))
        elif entry.is_correction:
            self._take_back(entry.game, event.results)
        else:
            Rating.count_game([(self._of(pk), result) for pk, result in event.results.items()])

    def _start(self, version: int, before: int | None) -> None:
        """Start a version with the rating of the version `before`."""
        known = None if before is None else self.ratings.get(before)
        self._of(version).value = known.value if known else elo.START

    def _take_back(self, game: int, results: Mapping[int, SideResult]) -> None:
        rows = self.variant.ledger.filter(game=game, is_correction=False)
        for version, delta in rows.values_list("version", "delta"):
            if version in results:
                self._of(version).count(delta, results[version], times=-1)

    def _of(self, version: int) -> Rating:
        return self.ratings.setdefault(version, Rating(value=elo.START, by_seat={}, lost_by={}))

    def _read(self, entry: Entry) -> None:
        number, total = self.written.get(entry.version, (-1, 0))
        written = number + 1, total + entry.delta
        self.misstated += written != (entry.number, entry.total)
        self.played.add(entry.version)
        self.written[entry.version] = written

    def of(self, version: int) -> tuple[Any, ...]:
        """Return the values of a rating in the order of `Rating.COUNTED`."""
        row = self.ratings.get(version)
        if row is None:
            return None, 0, 0, 0, 0, {}, {}
        return _counted(row)


def _written(
    variant: Variant, versions: Sequence[int], *, until: int
) -> dict[int, tuple[int, int]]:
    """Return the number of the last entry of each of these versions, and the sum of its entries."""
    entries = variant.ledger.filter(version__in=versions, pk__lte=until).order_by()
    sums = entries.values_list("version").annotate(Max("number"), Sum("delta"))
    return {version: (number, total) for version, number, total in sums}


def _counted(row: Rating) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in Rating.COUNTED)


def _differences(variant: Variant, replay: _Replay) -> list[Sentence]:
    """Replay the rest of the ledger, and return what differs from it."""
    replay.go_on()
    with transaction.atomic():
        # No game is entered while the last few entries are replayed and all are compared.
        Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
        replay.go_on()
        return [
            *_wrong_ratings(variant, replay),
            *_wrong_sums(variant, replay),
            *_wrong_corrections(variant),
        ]


def _wrong_ratings(variant: Variant, replay: _Replay) -> Iterator[Sentence]:
    """Yield the ratings that are not what was replayed, and their drift."""
    live = list(variant.ratings.select_related("version__bot"))
    for rating in live:
        counted, replayed = _counted(rating), replay.of(rating.version_id)
        if counted != replayed:
            yield Sentence(
                "rating-differs",
                variant=variant,
                version=rating.version,
                value=rating.value,
                counts=_told(counted),
                replayed=replayed[0],
                replayed_counts=_told(replayed),
            )
    drift = sum(rating.value - rating.start for rating in live)
    if drift:
        yield Sentence("ratings-drifted", variant=variant, drift=drift)


def _told(counted: Sequence[Any]) -> str:
    """Describe the values of `Rating.COUNTED`, except for the first, in words."""
    _value, entries, games, wins, draws, by_seat, lost_by = counted
    seats = ", ".join(f"{seat}: {counts}" for seat, counts in sorted(by_seat.items()))
    losses = ", ".join(f"{why}: {count}" for why, count in sorted(lost_by.items()))
    parts = f"by seat ({seats}), lost by ({losses}), the last entry is {entries}"
    return f"{games} games, {wins} won, {draws} drawn, {parts}"


def _wrong_sums(variant: Variant, replay: _Replay) -> Iterator[Sentence]:
    """Yield the versions whose entries do not add up to what their games give, and misstated ones.

    Each entry has a number and a total within its version.
    """
    for version, (_number, total) in replay.written.items():
        if total != (expected := replay.of(version)[0]):
            row = Version.objects.get(pk=version)
            yield Sentence(
                "sums-differ", variant=variant, version=row, total=total, wanted=expected
            )
    if replay.misstated:
        yield Sentence("entries-differ", variant=variant, entries=replay.misstated)


def _wrong_corrections(variant: Variant) -> Iterator[Sentence]:
    """Yield a sentence unless exactly the void ones among the rated games are corrected."""
    rows = LedgerEntry.objects.filter(variant=variant, game__variant=variant)
    rated = rows.filter(is_correction=False, game__voided_at__isnull=False)
    corrected = set(rows.filter(is_correction=True).values_list("game", flat=True))
    voided = set(rated.values_list("game", flat=True))
    if differing := voided ^ corrected:
        yield Sentence("corrections-differ", variant=variant, games=len(differing))


def _keep(before: LedgerStretch, replay: _Replay) -> None:
    """Store what was replayed and agreed, unless another check was first."""
    from tournaments.services.ratings import stretches  # noqa: PLC0415 - imports numpy

    variant = replay.variant
    new = list(stretches.after(before, until=replay.last))
    with transaction.atomic():
        Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
        if stretches.last(variant).last_entry != before.last_entry:
            return
        LedgerStretch.objects.bulk_create(new)
        locked = variant.ratings.filter(version__in=replay.played).select_for_update()
        rows = list(locked.order_by("pk"))
        for row in rows:
            row.checked = [*replay.of(row.version_id)]
        Rating.objects.bulk_update(rows, ["checked"], batch_size=500)
