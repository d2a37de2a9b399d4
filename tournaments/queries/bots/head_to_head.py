"""The results of two bots against each other, variant by variant."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.mathematics.meetings import Tally
from tournaments.mathematics.statistics.by_play import PlayScore, by_play
from tournaments.mathematics.statistics.head_to_head import Comparison, compare_sums
from tournaments.models import Bot, Match, Meeting, Variant, Version


@dataclass(frozen=True)
class VariantMeeting:
    """The results of one bot against another in a variant; `repeated` games are not counted.

    `by_play` is the score without luck, None where no game has been judged.
    """

    variant: Variant
    comparison: Comparison
    by_play: PlayScore | None
    repeated: int


def meetings(versions: QuerySet[Version], other: QuerySet[Version]) -> list[VariantMeeting]:
    """The results of `versions` against the `other` ones, the variant with most games first.

    Checks, voided games, and games of private tournaments and trials do not count. Of identical
    games only one counts.
    """
    tallies: dict[Variant, Tally] = defaultdict(Tally)
    for row in _rows(versions, other).select_related("variant"):
        tallies[row.variant] += row.tally
    met = [
        VariantMeeting(variant, compare_sums(tally.sums), by_play(tally.play), tally.repeated)
        for variant, tally in tallies.items()
        if tally.sums.games
    ]
    return sorted(met, key=lambda meeting: -meeting.comparison.games)


def versions(bot: Bot, number: int | None) -> QuerySet[Version]:
    """One version of a bot, or all of them."""
    return bot.versions.all() if number is None else bot.versions.filter(number=number)


def last_matches(
    versions: QuerySet[Version], other: QuerySet[Version], *, limit: int
) -> QuerySet[Match]:
    """The last matches between these versions that count, the newest first."""
    rows = _rows(versions, other).values_list("last_matches", flat=True)
    pks = sorted({pk for matches in rows for pk in matches}, reverse=True)[:limit]
    return Match.objects.filter(pk__in=pks).select_related("tournament").order_by("-pk")


def most_met(bot: Bot, *, limit: int) -> QuerySet[Meeting]:
    """The opponents that a bot's newest version with games has met most, with the results."""
    played = Exists(Meeting.objects.filter(version=OuterRef("pk"), games__gt=0))
    newest = bot.versions.filter(played).order_by("-number").first()
    if newest is None:
        return Meeting.objects.none()
    # For a version named by its id, an index lists those with the most games first.
    rows = Meeting.objects.filter(version=newest, games__gt=0)
    named = rows.select_related("variant", "version", "opponent__bot")
    return named.order_by("-games")[:limit]


def _rows(versions: QuerySet[Version], other: QuerySet[Version]) -> QuerySet[Meeting]:
    """The meetings of `versions` with the `other` ones, from the side of `versions`."""
    return Meeting.objects.filter(
        version__in=versions.values("pk"), opponent__in=other.values("pk")
    )
