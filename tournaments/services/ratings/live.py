"""Elo after every game, in the game's own transaction. `ledger` proves and corrects it."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.mathematics import elo
from tournaments.models import Game, LedgerEntry, Rating, Seat, Variant, Version
from tournaments.queries.ratings import eligibility
from tournaments.services.ratings import listing


def rate(game: Game, seats: Sequence[Seat], *, now: datetime) -> None:
    """Enter a finished game into its leaderboard's ledger; call it last in its transaction.

    `seats` are those of `SeatQuerySet.of_report`. Nothing is entered for a game that is not rated:
    the game keeps why (`queries.rated`). The leaderboard's games are decided on and entered one
    after the other, which the lock on its row ensures; the ratings are locked in the order of
    their ids. Every report of the leaderboard waits for the lock until this transaction ends.
    """
    met = eligibility.facts_of(seats)
    if reason := met.barred():
        _leave_out(game, reason)
        return
    variant = Variant.objects.select_for_update(no_key=True).get(pk=game.variant_id)
    if reason := eligibility.capped(game, met, now=now):
        _leave_out(game, reason)
        return
    ranks = side_ranks(seats)
    begun = _start(variant, [seat.version for seat in seats], now)
    locked = _lock(variant, list(ranks))
    sides = [locked[version] for version in ranks]
    changes = elo.deltas(
        [side.value for side in sides], [side.games for side in sides], list(ranks.values())
    )
    _enter(game, variant, sides, changes, now)
    if begun:
        listing.settle(variant.ratings.filter(version__bot__in=begun))


def _leave_out(game: Game, reason: str) -> None:
    game.unrated_reason = reason
    game.save(update_fields=["unrated_reason"])


def side_ranks(seats: Sequence[Seat]) -> dict[int, int]:
    """The rank of each side by its version's id, in the order of first seats; partners are one."""
    ranks: dict[int, int] = {}
    for seat in seats:
        if seat.rank is not None:
            ranks.setdefault(seat.version_id, seat.rank)
    return ranks


def _start(variant: Variant, versions: Sequence[Version], now: datetime) -> set[int]:
    """The starting entries of versions that are new on a leaderboard.

    A version starts with what the one before it has come to; its k is that of a newcomer.
    Returns the bots of all versions that have no rated game yet.
    """
    rows = variant.ratings.filter(version__in=versions).values_list("version", "games")
    known = dict(rows)
    begun = {version.bot_id for version in versions if not known.get(version.pk)}
    if begun:
        listing.lock(begun)
    new = {version.pk: version for version in versions if version.pk not in known}
    for _pk, version in sorted(new.items()):
        before = _predecessor(variant, version)
        value = before.value if before else elo.START
        Rating.objects.create(
            variant=variant,
            version=version,
            start=value,
            value=value,
            inherited_from_id=before.version_id if before else None,
        )
        LedgerEntry.objects.create(
            variant=variant, epoch=variant.epoch, version=version, delta=value, total=value,
            number=0, created_at=now,
        )  # fmt: skip
    return begun


def _predecessor(variant: Variant, version: Version) -> Rating | None:
    """The rating of the newest earlier version of the same bot that has played here."""
    earlier = variant.ratings.with_games().filter(
        version__bot=version.bot_id, version__number__lt=version.number
    )
    return earlier.order_by("-version__number").first()


def _lock(variant: Variant, versions: Sequence[int]) -> dict[int, Rating]:
    rows = Rating.objects.select_for_update().filter(variant=variant, version__in=versions)
    return {row.version_id: row for row in rows.order_by("pk")}


def _enter(
    game: Game, variant: Variant, sides: Sequence[Rating], changes: Sequence[int], now: datetime
) -> None:
    entries = []
    for side, change in zip(sides, changes, strict=True):
        side.value += change
        side.games += 1
        entry = LedgerEntry(
            variant=variant,
            epoch=variant.epoch,
            version_id=side.version_id,
            game=game,
            delta=change,
            total=side.value,
            number=side.games,
            created_at=now,
        )
        entries.append(entry)
    LedgerEntry.objects.bulk_create(entries)
    Rating.objects.bulk_update(sides, ["value", "games"])
