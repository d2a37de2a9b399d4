"""Enters waiting games into a leaderboard's ledger, and into the meetings of their versions.

They are decided on and count in their order, each with what the ones before it have left.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.mathematics import elo
from tournaments.models import Game, LedgerEntry, Rating, Variant, Version
from tournaments.queries.ratings.eligibility import Decisions
from tournaments.queries.ratings.waiting import WaitingGame
from tournaments.services.ratings import listing, meetings, news


def enter(variant: Variant, games: Sequence[WaitingGame]) -> None:
    """Enter these games; call it while the row of the variant is locked.

    Ratings are locked in the order of their ids. A game that is not rated stores the reason
    (`queries.ratings.eligibility`). Owners of bots that failed in rated games are notified.
    """
    decisions = Decisions(variant, [(each.facts, each.day) for each in games])
    reasons = {each.game: decisions.decide(each.facts, each.day) for each in games}
    rated = [each for each in games if not reasons[each.game]]
    if rated:
        _rate(variant, rated)
    repetitions = meetings.enter(variant, games, {each.game for each in rated})
    _decide(reasons, repetitions)
    news.tell_of_failures([each.game for each in rated if each.has_faults])


def _rate(variant: Variant, games: Sequence[WaitingGame]) -> None:
    begun = _begun(variant, games)
    if begun:
        # Before any rating, as `listing.lock` says.
        listing.lock(begun)
    ratings = _lock(variant, {version for each in games for version in each.results})
    entries: list[LedgerEntry] = []
    for each in games:
        entries.extend(_start(variant, each, ratings))
        sides = [(ratings[version], result) for version, result in each.results.items()]
        entries.extend(
            LedgerEntry.of(rating, change, each.game, now=each.ended_at)
            for rating, change, _result in Rating.count_game(sides)
        )
    LedgerEntry.objects.bulk_create(entries)
    Rating.objects.bulk_create(
        ratings.values(), update_conflicts=True, unique_fields=["id"], update_fields=Rating.COUNTED
    )
    if begun:
        listing.settle(variant.ratings.filter(version__bot__in=begun))


def _begun(variant: Variant, games: Sequence[WaitingGame]) -> set[int]:
    """Return the bots of versions without rated games."""
    bot_of = {side.version: side.bot for each in games for side in each.facts.sides}
    rows = variant.ratings.with_games().filter(version__in=bot_of).order_by()
    played_here = set(rows.values_list("version", flat=True))
    return {bot for version, bot in bot_of.items() if version not in played_here}


def _start(
    variant: Variant, game: WaitingGame, ratings: dict[int, Rating]
) -> Iterator[LedgerEntry]:
    """Add to the ratings those of a game's new versions; yield the entries of their starts.

    A version starts with the rating of its predecessor, but with the k of a newcomer.
    """
    for version in Version.objects.filter(pk__in=set(game.results) - set(ratings)).order_by("pk"):
        before = _predecessor(variant, version, ratings)
        value = before.value if before else elo.START
        ratings[version.pk] = rating = Rating.objects.create(
            variant=variant,
            version=version,
            start=value,
            value=value,
            inherited_from_id=before.version_id if before else None,
        )
        yield LedgerEntry.of(rating, value, None, now=game.ended_at)


def _predecessor(
    variant: Variant, version: Version, ratings: Mapping[int, Rating]
) -> Rating | None:
    """Return the rating of the newest earlier version of the same bot that has played here.

    `ratings` are not yet stored.
    """
    earlier = variant.ratings.filter(
        version__bot=version.bot_id, version__number__lt=version.number
    )
    rows = (ratings.get(row.version_id, row) for row in earlier.order_by("-version__number"))
    return next((row for row in rows if row.games), None)


def _lock(variant: Variant, versions: Collection[int]) -> dict[int, Rating]:
    rows = Rating.objects.select_for_update().filter(variant=variant, version__in=versions)
    return {row.version_id: row for row in rows.order_by("pk")}


def _decide(reasons: dict[int, str], repetitions: Collection[int]) -> None:
    """Store why each game is not rated, if so, and whether it repeats another."""
    alike: defaultdict[tuple[str, bool], list[int]] = defaultdict(list)
    for game, reason in reasons.items():
        alike[reason, game in repetitions].append(game)
    for (reason, repeats), games in alike.items():
        Game.objects.filter(pk__in=games).update(
            is_waiting=False, unrated_reason=reason, is_repetition=repeats
        )
