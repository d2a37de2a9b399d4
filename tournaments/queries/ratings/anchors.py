"""The house bots of stated strength, against which everybody else on a leaderboard is measured."""

import hashlib
from collections.abc import Sequence
from functools import cache

from agents import archive, samples
from tournaments.models import Variant, Version
from tournaments.queries import shipped


def anchors(variant: Variant, versions: Sequence[int]) -> dict[int, float]:
    """Those of `versions` whose strength is stated, in Elo, by their ids.

    They are house bots in exactly the code that was measured, by exactly these rules.
    """
    stated = shipped.STRENGTHS.get((variant.key, variant.rules_version), {})
    codes = {_archive(sample): elo for sample, elo in stated.items() if _is_measured(sample)}
    rows = Version.objects.filter(pk__in=versions, bot__is_house=True, sha256__in=codes)
    return {pk: float(codes[sha256]) for pk, sha256 in rows.values_list("pk", "sha256")}


def _is_measured(sample: str) -> bool:
    """Whether its code is still the one whose strength was measured."""
    return hashlib.sha256(samples.read(sample)).hexdigest() == shipped.MEASURED_CODE[sample]


@cache
def _archive(sample: str) -> str:
    """The name of its archive: the sample as an upload."""
    return archive.pack("bot.py", samples.read(sample)).sha256
