"""The house bots of stated strength, which fix the level of a leaderboard."""

import hashlib
from collections.abc import Sequence
from functools import cache

from agents import samples
from agents.bots import archive
from tournaments.models import Variant, Version
from tournaments.queries import shipped


def anchors(variant: Variant, versions: Sequence[int]) -> dict[int, float]:
    """The stated strength, in Elo, of each anchor among `versions`, by its id.

    An anchor is a house bot in exactly the code that was measured, under the same rules.
    """
    stated = shipped.STRENGTHS.get((variant.key, variant.rules_version), {})
    codes = {_archive(sample): elo for sample, elo in stated.items() if _is_measured(sample)}
    rows = Version.objects.filter(pk__in=versions, bot__is_house=True, sha256__in=codes)
    return {pk: float(codes[sha256]) for pk, sha256 in rows.values_list("pk", "sha256")}


def _is_measured(sample: str) -> bool:
    """Whether the code of a sample is still the one whose strength was measured."""
    return hashlib.sha256(samples.read(sample)).hexdigest() == shipped.MEASURED_CODE[sample]


@cache
def _archive(sample: str) -> str:
    """The SHA-256 of the archive that the upload of a sample makes."""
    return archive.pack("bot.py", samples.read(sample)).sha256
