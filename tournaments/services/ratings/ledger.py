"""The proof that the live ratings are the sum of their ledger, and what happens to it when a game
is voided: it stays as it is, and a new epoch begins in which that game never counted.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import F, Min, Q, Sum, Window
from django.db.models.functions import RowNumber

from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import elo
from tournaments.mathematics.side_results import BySeat, LostBy, SideResult, side_results
from tournaments.models import (
    Game,
    LedgerEntry,
    Match,
    Player,
    Rating,
    RatingCheck,
    TournamentTable,
    Variant,
    Version,
)
from tournaments.queries.ratings import audit, met
from tournaments.services.ratings import fits, listing, meetings
from tournaments.words import Sentence

_BATCH = 1000


def check(*, now: datetime) -> RatingCheck:
    """Replay every leaderboard's ledger, compare it with the live ratings and note the outcome."""
    differences: list[Sentence] = []
    for variant in Variant.objects.all():
        if variant.rated:
            differences.extend(_differences(variant))
            differences.extend(audit.wrong(variant))
            differences.extend(listing.wrong(variant))
            differences.extend(fits.check(variant, now=now))
        differences.extend(meetings.check(variant, now=now))
    return RatingCheck.objects.create(
        checked_at=now, differences=[one.stored() for one in differences]
    )


@transaction.atomic
def void(games: Iterable[Game], *, player: Player, reason: str, now: datetime) -> int:
    """Let finished games count no more, on leaderboards and in standings; how many that were.

    Each leaderboard concerned begins a new epoch of its ledger, in which all other games are
    entered again in their order. Raises NotAllowed for anybody but staff, Invalid without a
    reason.
    """
    if not player.is_staff:
        raise NotAllowed("staff-voids")
    if not reason.strip():
        raise Invalid("void-without-reason", "reason")
    wanted = [game.pk for game in games]
    # Locked in the order of reports: first the match, and then the variant.
    matches = Match.objects.filter(pk__in=Game.objects.filter(pk__in=wanted).values("match"))
    list(matches.order_by("pk").select_for_update(no_key=True))
    concerned = Game.objects.counted().filter(pk__in=wanted)
    played = Variant.objects.filter(pk__in=concerned.values("variant")).order_by("pk")
    variants = list(played.select_for_update(no_key=True))
    voided = concerned.update(voided_at=now, void_reason=reason.strip())
    for variant in variants:
        if variant.ledger.filter(epoch=variant.epoch, game__in=wanted).exists():
            _begin_epoch(variant, now)
        public = met.games(variant).filter(pk__in=wanted)
        meetings.recount(variant, meetings.twos_of(public))
    if voided:
        TournamentTable.changed(matches.values_list("tournament", flat=True), wanted=True)
    return voided


@dataclass
class _Replay:
    """Ratings, unsaved, as they follow from starts and results, in ledger order."""

    ratings: dict[int, Rating] = field(default_factory=dict)

    def start(self, version: int, before: int | None) -> int:
        """Begin with what the version `before` has come to; what that is."""
        known = None if before is None else self.ratings.get(before)
        value = known.value if known else elo.START
        self.ratings[version] = Rating(value=value, by_seat={}, lost_by={})
        return value

    def play(self, results: Mapping[int, SideResult]) -> list[int]:
        """Count a game by the result of each side; the changes, in the same order."""
        sides = [self.ratings[version] for version in results]
        changes = elo.deltas(
            [side.value for side in sides],
            [side.games for side in sides],
            [result.rank for result in results.values()],
        )
        for side, change, result in zip(sides, changes, results.values(), strict=True):
            side.count(change, result)
        return changes

    def of(self, version: int) -> tuple[Any, ...]:
        """What a rating comes to, as `Rating.COUNTED` has it."""
        row = self.ratings.get(version)
        if row is None:
            return None, 0, 0, 0, {}, {}
        return tuple(getattr(row, name) for name in Rating.COUNTED)


def _begin_epoch(variant: Variant, now: datetime) -> None:
    """Enter all that still counts again, in its order, into a new epoch of the ledger."""
    locked = {row.version_id: row for row in variant.ratings.select_for_update().order_by("pk")}
    replay = _Replay()
    entries = list(_entered_again(variant, replay, locked, now))
    LedgerEntry.objects.bulk_create(entries, batch_size=_BATCH)
    starts = {one.version_id: one.delta for one in entries if one.game_id is None}
    for version, row in locked.items():
        row.start = starts[version]
        for name, found in zip(Rating.COUNTED, replay.of(version), strict=True):
            setattr(row, name, found)
    changed = ["start", *Rating.COUNTED]
    Rating.objects.bulk_update(locked.values(), changed, batch_size=_BATCH)
    listing.settle(variant.ratings.all())
    variant.epoch += 1
    variant.save(update_fields=["epoch"])


def _entered_again(
    variant: Variant, replay: _Replay, locked: dict[int, Rating], now: datetime
) -> Iterator[LedgerEntry]:
    """The entries of the next epoch: starts and games in the order of the present one."""
    for version, game, results in _story(variant, epoch=variant.epoch):
        if game is None:
            value = replay.start(version, locked[version].inherited_from_id)
            yield _entry(variant, replay, version, value, now)
        else:
            for side, change in zip(results, replay.play(results), strict=True):
                yield _entry(variant, replay, side, change, now, game=game)


def _entry(
    variant: Variant,
    replay: _Replay,
    version: int,
    delta: int,
    now: datetime,
    *,
    game: int | None = None,
) -> LedgerEntry:
    """The entry of what has just been replayed."""
    return LedgerEntry(
        variant=variant,
        epoch=variant.epoch + 1,
        version_id=version,
        game_id=game,
        delta=delta,
        total=replay.ratings[version].value,
        number=replay.ratings[version].games,
        created_at=now,
    )


_Event = tuple[int, int | None, Mapping[int, SideResult]]


def _story(variant: Variant, *, epoch: int) -> Iterator[_Event]:
    """Starts (version, None, {}) and games that still count (0, game, results), in ledger order."""
    known = dict(_results(variant, epoch=epoch))
    entries = variant.ledger.filter(epoch=epoch).order_by("pk").values_list("version", "game")
    rows: Iterator[tuple[int, int | None]] = entries.iterator(chunk_size=_BATCH)
    for version, game in rows:
        if game is None:
            yield version, None, {}
        elif game in known:
            yield 0, game, known.pop(game)


def _results(variant: Variant, *, epoch: int) -> Iterator[tuple[int, dict[int, SideResult]]]:
    """How every game of an epoch that still counts went for its sides, by their versions."""
    counted = Game.objects.filter(Q(voided_at=None), ledger__variant=variant, ledger__epoch=epoch)
    ordered = counted.annotate(entered=Min("ledger__pk")).order_by("entered", "seats__number")
    rows = ordered.values_list(
        "pk", "reason", "seats__version", "seats__number", "seats__rank", "seats__fault__kind"
    )
    for (game, reason), seats in groupby(rows.iterator(chunk_size=_BATCH), key=lambda row: row[:2]):
        told = [
            (version, seat, rank, fault or "")
            for *_game, version, seat, rank, fault in seats
            if rank is not None
        ]
        yield game, side_results(told, reason)


def _differences(variant: Variant) -> Iterator[Sentence]:
    """What is not as the ledger has it."""
    live = {rating.version_id: rating for rating in variant.ratings.select_related("version__bot")}
    replay = _replay(variant, {pk: rating.inherited_from_id for pk, rating in live.items()})
    for version, rating in live.items():
        value, *counts = replay.of(version)
        kept = [getattr(rating, name) for name in Rating.COUNTED]
        if kept != [value, *counts]:
            yield Sentence(
                "rating-differs",
                variant=variant,
                version=rating.version,
                value=rating.value,
                counts=_told(*kept[1:]),
                replayed=value,
                replayed_counts=_told(*counts),
            )
    drift = sum(rating.value - rating.start for rating in live.values())
    if drift:
        yield Sentence("ratings-drifted", variant=variant, drift=drift)
    yield from _wrong_sums(variant, replay)
    yield from _wrong_entries(variant)


def _told(games: int, wins: int, draws: int, by_seat: BySeat, lost_by: LostBy) -> str:
    seats = ", ".join(f"{seat}: {counts}" for seat, counts in sorted(by_seat.items()))
    losses = ", ".join(f"{why}: {count}" for why, count in sorted(lost_by.items()))
    parts = f"by seat ({seats}), lost by ({losses})"
    return f"{games} games, {wins} won, {draws} drawn, {parts}"


def _replay(variant: Variant, inherited: Mapping[int, int | None]) -> _Replay:
    """A leaderboard computed again, in ledger order, from who inherited and who won alone."""
    replay = _Replay()
    for version, game, results in _story(variant, epoch=variant.epoch):
        if game is None:
            replay.start(version, inherited.get(version))
        else:
            replay.play(results)
    return replay


def _wrong_sums(variant: Variant, replay: _Replay) -> Iterator[Sentence]:
    """Versions whose written deltas do not add up to what their games give."""
    entries = variant.ledger.filter(epoch=variant.epoch)
    sums = entries.order_by().values("version").annotate(total=Sum("delta"))
    for row in sums:
        wanted = replay.of(row["version"])[0]
        if row["total"] != wanted:
            version = Version.objects.get(pk=row["version"])
            total = row["total"]
            yield Sentence(
                "sums-differ", variant=variant, version=version, total=total, wanted=wanted
            )


def _wrong_entries(variant: Variant) -> Iterator[Sentence]:
    """Whether each entry has its number among its version's, and says what they sum up to."""
    within, ordered = [F("epoch"), F("version")], F("pk").asc()
    counted = variant.ledger.annotate(
        place=Window(RowNumber(), partition_by=within, order_by=ordered),
        sum=Window(Sum("delta"), partition_by=within, order_by=ordered),
    )
    wrong = counted.exclude(number=F("place") - 1, total=F("sum")).count()
    if wrong:
        yield Sentence("entries-differ", variant=variant, entries=wrong)
