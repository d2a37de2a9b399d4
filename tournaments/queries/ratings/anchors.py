"""The house bots of stated strength, which fix the level of a leaderboard."""

from collections.abc import Sequence

from agents.house.strengths import MEASURED_CODE, STRENGTHS
from tournaments.models import Variant, Version


def anchors(variant: Variant, versions: Sequence[int]) -> dict[int, float]:
    """The stated strength, in Elo, of each anchor among `versions`, by its id.

    An anchor is a house bot in exactly the code that was measured, under the same rules.
    """
    stated = STRENGTHS.get((variant.key, variant.rules_version), {})
    codes = {MEASURED_CODE[name]: elo for name, elo in stated.items()}
    rows = Version.objects.filter(pk__in=versions, bot__is_house=True, sha256__in=codes)
    return {pk: float(codes[sha256]) for pk, sha256 in rows.values_list("pk", "sha256")}
