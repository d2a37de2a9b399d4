"""The results of two bots against each other, variant by variant."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.mathematics.score_table import half_points
from tournaments.mathematics.statistics.head_to_head import Comparison, compare
from tournaments.models import Bot, Game, Match, Tournament, Variant, Version
from tournaments.queries.ratings import game_results
from tournaments.queries.ratings.game_results import Result


@dataclass(frozen=True)
class VariantMeeting:
    """The results of one bot against another in a variant; `repeated` games are not counted."""

    variant: Variant
    comparison: Comparison
    repeated: int


def meetings(one: QuerySet[Version], other: QuerySet[Version]) -> list[VariantMeeting]:
    """The results of versions `one` against versions `other`, the variant with most games first.

    Checks, voided games, and games of private tournaments and trials do not count. Of identical
    games only the first counts.
    """
    ones = set(one.values_list("pk", flat=True))
    others = set(other.values_list("pk", flat=True)) - ones
    games = _games(ones, others)
    variants = dict(games.values_list("pk", "variant"))
    by_variant: dict[int, list[Result]] = defaultdict(list)
    for result in game_results.of(games):
        by_variant[variants[result.game]].append(result)
    rows = Variant.objects.in_bulk(by_variant)
    found = [_meeting(rows[pk], played, ones, others) for pk, played in by_variant.items()]
    return sorted(found, key=lambda meeting: -meeting.comparison.games)


def versions(bot: Bot, number: int | None) -> QuerySet[Version]:
    """One version of a bot, or all of them."""
    return bot.versions.all() if number is None else bot.versions.filter(number=number)


def last_matches(
    one: QuerySet[Version], other: QuerySet[Version], *, limit: int
) -> QuerySet[Match]:
    """The last matches of `one` against `other` that count, the newest first."""
    ones = set(one.values_list("pk", flat=True))
    others = set(other.values_list("pk", flat=True)) - ones
    matches = Match.objects.filter(pk__in=_games(ones, others).order_by().values("match"))
    return matches.select_related("tournament").order_by("-ended_at")[:limit]


def _games(ones: Iterable[int], others: Iterable[int]) -> QuerySet[Game]:
    public = Game.objects.counted().filter(match__tournament__in=Tournament.objects.public())
    met = public.filter(seats__version__in=list(ones)).filter(seats__version__in=list(others))
    return met.order_by("pk").distinct()


def _meeting(
    variant: Variant, played: list[Result], ones: set[int], others: set[int]
) -> VariantMeeting:
    counted = list(game_results.distinct(played))
    blocks: dict[int, list[float]] = defaultdict(list)
    for result in counted:
        blocks[result.block] += _points(result, ones, others)
    return VariantMeeting(variant, compare(list(blocks.values())), len(played) - len(counted))


def _points(result: Result, ones: set[int], others: set[int]) -> list[float]:
    """The points of each version in `ones` against each in `others`, two by two."""
    ranks = dict(zip(result.versions, result.ranks, strict=True))
    return [
        half_points(ranks[one], ranks[other]) / 2
        for one in ranks.keys() & ones
        for other in ranks.keys() & others
    ]
