"""Updates Elo after every game, in the game's own transaction. `ledger` checks the result."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.mathematics import elo
from tournaments.mathematics.side_results import SideResult
from tournaments.models import Game, LedgerEntry, Rating, Seat, Variant, Version
from tournaments.queries.ratings import eligibility, game_results
from tournaments.services.ratings import listing, meetings


def rate(game: Game, block: Sequence[Seat], *, now: datetime) -> None:
    """Enter a finished game into its leaderboard's ledger, and into its versions' meetings.

    Call it last in its transaction: a game that everybody may see locks the row of its variant, for
    which other reports of the variant wait until this transaction ends. So these games are decided
    on and entered one after another. Ratings are locked in the order of their ids. `block` are the
    seats of `SeatQuerySet.of_report`. A game that is not rated stores the reason
    (`queries.ratings.eligibility`).
    """
    seats = [seat for seat in block if seat.game_id == game.pk]
    met = eligibility.facts_of(seats)
    reason = met.barred()
    if not (met.is_public and len(met.sides) > 1):
        _leave_out(game, reason)
        return
    variant = Variant.objects.select_for_update(no_key=True).get(pk=game.variant_id)
    reason = reason or eligibility.refused(variant, met, now=now)
    if reason:
        _leave_out(game, reason)
    else:
        _rate(game, variant, seats, now)
    meetings.enter(seats[0].game, block, met, rated=not reason, now=now)


def _rate(game: Game, variant: Variant, seats: Sequence[Seat], now: datetime) -> None:
    results = game_results.of_sides(seats)
    begun = _start(variant, [seat.version for seat in seats], now)
    locked = _lock(variant, list(results))
    _enter(game, [(locked[version], result) for version, result in results.items()], now)
    if begun:
        listing.settle(variant.ratings.filter(version__bot__in=begun))


def _leave_out(game: Game, reason: str) -> None:
    game.unrated_reason = reason
    game.save(update_fields=["unrated_reason"])


def _start(variant: Variant, versions: Sequence[Version], now: datetime) -> set[int]:
    """Enter versions that are new on a leaderboard; return the bots of those without rated games.

    A version starts with the rating of its predecessor, but with the k of a newcomer.
    """
    rows = variant.ratings.filter(version__in=versions).values_list("version", "games")
    games_of = dict(rows)
    begun = {version.bot_id for version in versions if not games_of.get(version.pk)}
    if begun:
        listing.lock(begun)
    new = {version.pk: version for version in versions if version.pk not in games_of}
    for _pk, version in sorted(new.items()):
        before = _predecessor(variant, version)
        value = before.value if before else elo.START
        rating = Rating.objects.create(
            variant=variant,
            version=version,
            start=value,
            value=value,
            inherited_from_id=before.version_id if before else None,
        )
        LedgerEntry.of(rating, value, None, now=now).save(force_insert=True)
    return begun


def _predecessor(variant: Variant, version: Version) -> Rating | None:
    """Return the rating of the newest earlier version of the same bot that has played here."""
    earlier = variant.ratings.with_games().filter(
        version__bot=version.bot_id, version__number__lt=version.number
    )
    return earlier.order_by("-version__number").first()


def _lock(variant: Variant, versions: Sequence[int]) -> dict[int, Rating]:
    rows = Rating.objects.select_for_update().filter(variant=variant, version__in=versions)
    return {row.version_id: row for row in rows.order_by("pk")}


def _enter(game: Game, sides: Sequence[tuple[Rating, SideResult]], now: datetime) -> None:
    LedgerEntry.objects.bulk_create(
        LedgerEntry.of(rating, change, game.pk, now=now)
        for rating, change, _result in Rating.count_game(sides)
    )
    Rating.objects.bulk_update([rating for rating, _result in sides], Rating.COUNTED)
