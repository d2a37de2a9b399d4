"""Proves that the live ratings are the sum of their ledger."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from django.db.models import F, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from tournaments.mathematics import elo
from tournaments.mathematics.side_results import SideResult
from tournaments.models import LedgerEntry, Rating, RatingCheck, Variant, Version
from tournaments.queries.ratings import audit, game_results
from tournaments.services.ratings import fits, listing, meetings
from tournaments.words import Sentence

_BATCH = 1000


def check(*, now: datetime) -> RatingCheck:
    """Replay every leaderboard's ledger, compare it with the live ratings, store the outcome."""
    differences: list[Sentence] = []
    for variant in Variant.objects.all():
        if variant.rated:
            differences.extend(_differences(variant))
            differences.extend(audit.wrong(variant))
            differences.extend(listing.wrong(variant))
            differences.extend(fits.check(variant, now=now))
        differences.extend(meetings.check(variant, now=now))
    return RatingCheck.objects.create(
        checked_at=now, differences=[difference.stored() for difference in differences]
    )


@dataclass
class _Replay:
    """Unsaved ratings, as they follow from starts, results and corrections in ledger order.

    `corrected` are the games that are corrected later; what they `changed` is kept until then.
    """

    corrected: Set[int | None]
    changed: dict[int, list[tuple[Rating, int, SideResult]]] = field(default_factory=dict)
    ratings: dict[int, Rating] = field(default_factory=dict)

    def start(self, version: int, before: int | None) -> None:
        """Start a version with the rating of the version `before`."""
        known = None if before is None else self.ratings.get(before)
        value = known.value if known else elo.START
        self.ratings[version] = Rating(value=value, by_seat={}, lost_by={})

    def play(self, game: int, results: Mapping[int, SideResult]) -> None:
        """Count a game by the result of each side."""
        sides = [(self.ratings[version], result) for version, result in results.items()]
        changed = Rating.count_game(sides)
        if game in self.corrected:
            self.changed[game] = changed

    def take_back(self, game: int) -> None:
        """Undo a game."""
        for side, change, result in self.changed.pop(game, ()):
            side.count(change, result, times=-1)

    def of(self, version: int) -> tuple[Any, ...]:
        """Return the values of a rating in the order of `Rating.COUNTED`."""
        row = self.ratings.get(version)
        if row is None:
            return None, 0, 0, 0, 0, {}, {}
        return tuple(getattr(row, name) for name in Rating.COUNTED)


_Event = tuple[int, int | None, bool]
"""The version and the game of an entry, and whether it is a correction."""


def _story(variant: Variant) -> Iterator[tuple[_Event, Mapping[int, SideResult]]]:
    """Yield starts, games and corrections in ledger order, games with each side's result."""
    entries = variant.ledger.order_by("pk").values_list("version", "game", "is_correction")
    rows: Iterator[_Event] = entries.iterator(chunk_size=_BATCH)
    # The entries of a game are adjacent: the first one is enough to name the game.
    groups = groupby(rows, key=lambda row: row[1:] if row[1] else row)
    events = (next(group) for _key, group in groups)
    while batch := list(islice(events, _BATCH)):
        results = dict(game_results.by_side([game for _version, game, _again in batch if game]))
        for event in batch:
            yield event, results.get(event[1] or 0, {})


def _differences(variant: Variant) -> Iterator[Sentence]:
    """Yield what differs from the ledger."""
    live = {rating.version_id: rating for rating in variant.ratings.select_related("version__bot")}
    replay = _replay(variant, {pk: rating.inherited_from_id for pk, rating in live.items()})
    for version, rating in live.items():
        replayed = replay.of(version)
        counted = tuple(getattr(rating, name) for name in Rating.COUNTED)
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
    drift = sum(rating.value - rating.start for rating in live.values())
    if drift:
        yield Sentence("ratings-drifted", variant=variant, drift=drift)
    yield from _wrong_sums(variant, replay)
    yield from _wrong_entries(variant)
    yield from _wrong_corrections(variant)


def _told(counted: Sequence[Any]) -> str:
    """Describe the values of `Rating.COUNTED`, except for the first, in words."""
    _value, entries, games, wins, draws, by_seat, lost_by = counted
    seats = ", ".join(f"{seat}: {counts}" for seat, counts in sorted(by_seat.items()))
    losses = ", ".join(f"{why}: {count}" for why, count in sorted(lost_by.items()))
    parts = f"by seat ({seats}), lost by ({losses}), the last entry is {entries}"
    return f"{games} games, {wins} won, {draws} drawn, {parts}"


def _replay(variant: Variant, inherited: Mapping[int, int | None]) -> _Replay:
    """Replay a leaderboard in ledger order, from inherited ratings and game results alone."""
    replay = _Replay(set(_corrected(variant)))
    for (version, game, is_correction), results in _story(variant):
        if game is None:
            replay.start(version, inherited.get(version))
        elif is_correction:
            replay.take_back(game)
        else:
            replay.play(game, results)
    return replay


def _corrected(variant: Variant) -> QuerySet[LedgerEntry, int | None]:
    return variant.ledger.filter(is_correction=True).values_list("game", flat=True)


def _wrong_sums(variant: Variant, replay: _Replay) -> Iterator[Sentence]:
    """Yield the versions whose stored deltas do not add up to what their games give."""
    sums = variant.ledger.order_by().values("version").annotate(total=Sum("delta"))
    for row in sums:
        expected = replay.of(row["version"])[0]
        if row["total"] != expected:
            version = Version.objects.get(pk=row["version"])
            total = row["total"]
            yield Sentence(
                "sums-differ", variant=variant, version=version, total=total, wanted=expected
            )


def _wrong_entries(variant: Variant) -> Iterator[Sentence]:
    """Yield a sentence if entries are misnumbered or have a wrong total, within their version."""
    ordered = F("pk").asc()
    counted = variant.ledger.annotate(
        place=Window(RowNumber(), partition_by="version", order_by=ordered),
        sum=Window(Sum("delta"), partition_by="version", order_by=ordered),
    )
    wrong = counted.exclude(number=F("place") - 1, total=F("sum")).count()
    if wrong:
        yield Sentence("entries-differ", variant=variant, entries=wrong)


def _wrong_corrections(variant: Variant) -> Iterator[Sentence]:
    """Yield a sentence unless exactly the void ones among the rated games are corrected."""
    rated = variant.ledger.filter(is_correction=False, game__voided_at__isnull=False)
    missing = set(rated.values_list("game", flat=True)) - set(_corrected(variant))
    undue = set(_corrected(variant).filter(game__voided_at=None))
    if missing or undue:
        yield Sentence("corrections-differ", variant=variant, games=len(missing | undue))
