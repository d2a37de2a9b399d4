"""Voids games: they no longer count, and the ledger takes back what they changed."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import (
    Game,
    LedgerEntry,
    Match,
    Player,
    Rating,
    Seat,
    TournamentTable,
    Variant,
)
from tournaments.queries.ratings import game_results, waiting
from tournaments.services.ratings import entering, listing, meetings


@transaction.atomic
def void(games: Iterable[Game], *, player: Player, reason: str, now: datetime) -> int:
    """Stop counting finished games on leaderboards and in standings; return how many there were.

    The ledger takes back exactly what a rated game gave each side. The entries of other games stay,
    so the cost does not depend on how many there are. Raises NotAllowed for anyone but staff,
    Invalid without a reason.
    """
    if not player.is_staff:
        raise NotAllowed("staff-voids")
    if not reason.strip():
        raise Invalid("void-without-reason", "reason")
    chosen = [game.pk for game in games]
    # Locked in the order of reports: matches, variants, bots, and ratings last.
    matches = Match.objects.filter(pk__in=Game.objects.filter(pk__in=chosen).values("match"))
    list(matches.order_by("pk").select_for_update(no_key=True))
    voided = list(Game.objects.counted().filter(pk__in=chosen).values_list("pk", flat=True))
    if not voided:
        return 0
    concerned = Game.objects.filter(pk__in=voided)
    variants = Variant.objects.filter(pk__in=concerned.values("variant")).order_by("pk")
    locked = list(variants.select_for_update(no_key=True))
    left = {variant: waiting.first(variant) for variant in locked}
    # A ban locks a bot before its ratings, so all bots are locked before any rating.
    listing.lock(_bots([*voided, *(each.game for games in left.values() for each in games)]))
    for variant, games_left in left.items():
        if games_left:
            entering.enter(variant, games_left)
        played = list(concerned.filter(variant=variant).values_list("pk", flat=True))
        with meetings.leaving_out(variant, played):
            concerned.filter(pk__in=played).update(voided_at=now, void_reason=reason.strip())
    _correct(voided, now)
    TournamentTable.changed(matches.values_list("tournament", flat=True), wanted=True)
    return len(voided)


def _bots(games: Collection[int]) -> set[int]:
    """Return the bots in these games."""
    return set(Seat.objects.filter(game__in=games).values_list("version__bot", flat=True))


def _correct(games: Collection[int], now: datetime) -> None:
    """Enter corrections of these games, which have none yet, in the order of their entries."""
    entries = LedgerEntry.objects.filter(game__in=games).select_related("version").order_by("pk")
    bots = {entry.version.bot_id for entry in entries}
    ratings = _lock(entries)
    results = dict(game_results.by_side(games))
    corrections = []
    for entry in entries:
        rating, game = ratings[entry.variant_id, entry.version_id], entry.game_id or 0
        rating.count(entry.delta, results[game][entry.version_id], times=-1)
        corrections.append(LedgerEntry.of(rating, -entry.delta, game, now=now, is_correction=True))
    LedgerEntry.objects.bulk_create(corrections)
    Rating.objects.bulk_update(ratings.values(), Rating.COUNTED)
    if not all(rating.games for rating in ratings.values()):
        # A version without rated games gives its place back to the one before it.
        listing.settle(Rating.objects.filter(version__bot__in=bots))


def _lock(entries: Collection[LedgerEntry]) -> dict[tuple[int, int], Rating]:
    """Lock and return the ratings of these entries, by variant and version."""
    rows = Rating.objects.select_for_update().filter(
        variant__in={entry.variant_id for entry in entries},
        version__in={entry.version_id for entry in entries},
    )
    return {(row.variant_id, row.version_id): row for row in rows.order_by("pk")}
