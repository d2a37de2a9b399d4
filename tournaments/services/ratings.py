"""Elo after every game, and the proof that the live ratings are the sum of their ledger."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import Min, Sum

from tournaments import ratings
from tournaments.models import Game, LedgerEntry, Rating, RatingCheck, Variant, Version


def rate(game: Game, *, now: datetime) -> None:
    """Enter a finished game into its leaderboard's ledger; call it in the game's transaction.

    Nothing is entered where the variant has no leaderboard or a version meets itself. The rows
    are locked in the order of their ids, so that two games can never wait for each other.
    """
    seats = list(game.seats.order_by("number"))
    versions = [seat.version_id for seat in seats]
    if not game.variant.rated or len(set(versions)) < len(versions):
        return
    _start(game.variant, sorted(versions), now)
    locked = _lock(game.variant, versions)
    sides = [locked[version] for version in versions]
    changes = ratings.deltas(
        [side.value for side in sides], [side.games for side in sides], [s.rank for s in seats]
    )
    _enter(game, sides, changes, now)


def check(*, now: datetime) -> RatingCheck:
    """Replay every leaderboard's ledger, compare it with the live ratings and note the outcome."""
    differences: list[str] = []
    for variant in Variant.objects.filter(rated=True):
        differences.extend(_differences(variant))
    return RatingCheck.objects.create(checked_at=now, differences=differences)


def _start(variant: Variant, versions: Sequence[int], now: datetime) -> None:
    """The starting entries of versions that are new on a leaderboard."""
    for version in versions:
        rating, created = Rating.objects.get_or_create(variant=variant, version_id=version)
        if created:
            LedgerEntry.objects.create(
                variant=variant,
                epoch=variant.epoch,
                version_id=version,
                delta=rating.start,
                created_at=now,
            )


def _lock(variant: Variant, versions: Sequence[int]) -> dict[int, Rating]:
    rows = Rating.objects.select_for_update().filter(variant=variant, version__in=versions)
    return {row.version_id: row for row in rows.order_by("pk")}


def _enter(game: Game, sides: Sequence[Rating], changes: Sequence[int], now: datetime) -> None:
    for side, change in zip(sides, changes, strict=True):
        LedgerEntry.objects.create(
            variant=game.variant,
            epoch=game.variant.epoch,
            version_id=side.version_id,
            game=game,
            delta=change,
            created_at=now,
        )
        side.value += change
        side.games += 1
        side.save(update_fields=["value", "games"])


def _differences(variant: Variant) -> Iterator[str]:
    """Sentences about whatever is not as the ledger has it."""
    folded, games = _replay(variant)
    live = {rating.version_id: rating for rating in variant.ratings.select_related("version__bot")}
    for version, rating in live.items():
        if (rating.value, rating.games) != (folded.get(version), games.get(version, 0)):
            yield (
                f"{variant}: {rating.version} is live at {rating.value} after {rating.games} "
                f"games, its ledger replays to {folded.get(version)} after {games.get(version, 0)}."
            )
    drift = sum(rating.value - rating.start for rating in live.values())
    if drift:
        yield f"{variant}: the ratings have drifted by {drift} thousandths of a point in sum."
    yield from _wrong_sums(variant, folded)


def _replay(variant: Variant) -> tuple[dict[int, int], dict[int, int]]:
    """Ratings and games of a leaderboard, computed again from results in ledger order alone."""
    entries = variant.ledger.filter(epoch=variant.epoch)
    starts = entries.filter(game__isnull=True)
    folded = dict(starts.values_list("version", "delta"))
    games: dict[int, int] = defaultdict(int)
    for seated in _results(variant):
        sides = list(seated)
        changes = ratings.deltas(
            [folded[side] for side in sides], [games[side] for side in sides], list(seated.values())
        )
        for side, change in zip(sides, changes, strict=True):
            folded[side] += change
            games[side] += 1
    return folded, games


def _results(variant: Variant) -> Iterator[dict[int, int]]:
    """The rank of each version, by seat, of every rated game, in the order in which it counted.

    Games without a common version may take their ledger ids side by side; games with one never
    do, since its rating is locked. So the first id of each game orders them well.
    """
    counted = Game.objects.filter(ledger__variant=variant, ledger__epoch=variant.epoch)
    ordered = counted.annotate(entered=Min("ledger__pk")).order_by("entered", "seats__number")
    rows = ordered.values_list("pk", "seats__version", "seats__rank")
    for _game, seats in groupby(rows.iterator(), key=lambda row: row[0]):
        yield {version: rank for _game, version, rank in seats}


def _wrong_sums(variant: Variant, folded: dict[int, int]) -> Iterator[str]:
    """Versions whose written deltas do not add up to what their games give."""
    entries = variant.ledger.filter(epoch=variant.epoch)
    sums = entries.order_by().values("version").annotate(total=Sum("delta"))
    for row in sums:
        if row["total"] != folded.get(row["version"]):
            version = Version.objects.get(pk=row["version"])
            yield (
                f"{variant}: the ledger of {version} adds up to {row['total']}, "
                f"its games give {folded.get(row['version'])}."
            )
