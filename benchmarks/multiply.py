"""Ten times the games in the ledger's stretches, for the nightly jobs that read them.

DATABASE_URL names a site that `benchmarks.pages.dataset` has written, after a night of
`benchmarks.nights`. `python -m benchmarks.multiply --times 10` copies every stretch. In each copy
versions of about equal ratings take each other's places, so that other pairs of like strengths have
met. House bots stay. Then it computes the fits and searches for anomalies, each in a process
of its own. The copies have no rows of games, so a check of ratings would find them wrong.
"""

from datetime import timedelta

import numpy as np
from django.utils import timezone

from benchmarks import nights
from benchmarks.common import parser
from tournaments.mathematics.statistics import kept_games
from tournaments.mathematics.statistics.comparisons import Integers
from tournaments.mathematics.statistics.kept_games import KeptGames
from tournaments.models import LastDone, LedgerStretch, Variant

APART = 10**9
"""What is added to the numbers of games and matches in each copy."""

LATER = 10**6
"""What is added to the numbers of the stretches that are copied: copies come before these."""

ALIKE = 64
"""How many versions, neighbours by their ratings, take each other's places."""

PLACES = 7
"""By how many places a copy moves versions among these, times its number."""


def multiply(variant: Variant, times: int) -> int:
    """Copy the stretches of a leaderboard; the number of games that it has then."""
    rows = list(variant.stretches.order_by("number"))
    ranked = _ranked(variant)
    copies, games = [], 0
    for row in rows:
        columns = kept_games.unpacked(bytes(row.games))
        games += times * len(columns)
        LedgerStretch.objects.filter(pk=row.pk).update(number=LATER + row.number)
        copies += [_copy(columns, copy, ranked) for copy in range(1, times)]
    LedgerStretch.objects.bulk_create(
        (
            LedgerStretch(
                variant=variant, number=number, last_entry=number, games=kept_games.packed(copy)
            )
            for number, copy in enumerate(copies)
        ),
        batch_size=50,
    )
    return games


def _ranked(variant: Variant) -> Integers:
    """The versions of a leaderboard but for the house's, by their ratings."""
    rows = variant.ratings.exclude(version__bot__is_house=True).order_by("value", "version")
    return np.array(rows.values_list("version", flat=True), dtype=np.int64)


def _copy(games: KeptGames, copy: int, ranked: Integers) -> KeptGames:
    """The same games at other times, of other versions as strong as theirs."""
    moved = games.copy()
    moved["game"] += copy * APART
    moved["block"] += copy * APART
    moved["play"] ^= np.uint64(copy)
    names = np.arange(1 + max(games["versions"].max(), ranked.max()))
    whole = ranked[: len(ranked) // ALIKE * ALIKE].reshape(-1, ALIKE)
    names[whole] = np.roll(whole, copy * PLACES, axis=1)
    seated = games["versions"] >= 0
    moved["versions"][seated] = names[games["versions"][seated]]
    return moved


def main() -> None:
    """Multiply the games, and print what two jobs of the next night take."""
    given = parser(__doc__ or "", times=10).parse_args()
    rated = Variant.objects.filter(rated=True, stretches__isnull=False).distinct()
    games = sum(multiply(variant, given.times) for variant in rated)
    print(f"{games:,} games in the ledgers' stretches")
    now = timezone.now() + timedelta(days=2)
    nights.night([LastDone.Name.FITS, LastDone.Name.ANOMALIES], now)


if __name__ == "__main__":
    main()
