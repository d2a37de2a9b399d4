"""The results of two bots against each other, variant by variant."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.mathematics.meetings import Tally
from tournaments.mathematics.statistics.head_to_head import Comparison, compare_sums
from tournaments.models import Bot, Match, Meeting, Variant, Version


@dataclass(frozen=True)
class VariantMeeting:
    """The results of one bot against another in a variant; `repeated` games are not counted."""

    variant: Variant
    comparison: Comparison
    repeated: int


def meetings(one: QuerySet[Version], other: QuerySet[Version]) -> list[VariantMeeting]:
    """The results of versions `one` against versions `other`, the variant with most games first.

    Checks, voided games, and games of private tournaments and trials do not count. Of identical
    games only one counts.
    """
    by_variant: dict[Variant, list[Meeting]] = defaultdict(list)
    for row in _rows(one, other).select_related("variant"):
        by_variant[row.variant].append(row)
    found = [_meeting(variant, rows) for variant, rows in by_variant.items()]
    met = [meeting for meeting in found if meeting is not None]
    return sorted(met, key=lambda meeting: -meeting.comparison.games)


def versions(bot: Bot, number: int | None) -> QuerySet[Version]:
    """One version of a bot, or all of them."""
    return bot.versions.all() if number is None else bot.versions.filter(number=number)


def last_matches(
    one: QuerySet[Version], other: QuerySet[Version], *, limit: int
) -> QuerySet[Match]:
    """The last matches of `one` against `other` that count, at most ten, the newest first."""
    rows = _rows(one, other).values_list("last_matches", flat=True)
    pks = sorted({pk for matches in rows for pk in matches}, reverse=True)[:limit]
    return Match.objects.filter(pk__in=pks).select_related("tournament").order_by("-pk")


def most_met(bot: Bot, *, limit: int) -> QuerySet[Meeting]:
    """Against whom the newest version of a bot that has played plays most, and how."""
    played = Exists(Meeting.objects.filter(version=OuterRef("pk"), games__gt=0))
    newest = bot.versions.filter(played).order_by("-number").first()
    if newest is None:
        return Meeting.objects.none()
    # Of one version, by its id, an index has those with the most games first.
    rows = Meeting.objects.filter(version=newest, games__gt=0)
    named = rows.select_related("variant", "version", "opponent__bot")
    return named.order_by("-games")[:limit]


def _rows(one: QuerySet[Version], other: QuerySet[Version]) -> QuerySet[Meeting]:
    """The meetings of `one` with `other`, from the side of `one`."""
    return Meeting.objects.filter(version__in=one.values("pk"), opponent__in=other.values("pk"))


def _meeting(variant: Variant, rows: Sequence[Meeting]) -> VariantMeeting | None:
    """The rows of two in a variant as one; None where no game counts."""
    tally = sum((row.tally for row in rows), start=Tally())
    if not tally.sums.games:
        return None
    return VariantMeeting(variant, compare_sums(tally.sums), tally.repeated)
