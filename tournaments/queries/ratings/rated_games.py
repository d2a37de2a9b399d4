"""The games that count on a leaderboard: those of its ledger's stretches, and the later ones.

It imports numpy, so that others import it only when they compute.
"""

from collections.abc import Collection

import numpy as np

from tournaments.mathematics.statistics import kept_games
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.kept_games import KeptGames
from tournaments.models import Variant
from tournaments.queries.ratings import game_results


def rated(
    variant: Variant, *, until: int | None = None, without: Collection[int] = ()
) -> GameTable:
    """The games that count on a leaderboard, by id; of identical ones only the first.

    `until` is the last of the ledger's entries that is looked at; None for all. The games in
    `without` are left out.
    """
    stretches = variant.stretches.order_by("number").values_list("last_entry", "games")
    rows = list(stretches if until is None else stretches.filter(last_entry__lte=until))
    later = entered(variant, after=rows[-1][0] if rows else 0, until=until)
    columns = np.concatenate([*(kept_games.unpacked(bytes(games)) for _last, games in rows), later])
    voided = variant.games.filter(voided_at__isnull=False).values_list("pk", flat=True)
    in_full = variant.tournaments.in_full().values_list("pk", flat=True)
    return kept_games.table(columns, without=[*voided, *without], in_full=in_full)


def entered(variant: Variant, *, after: int, until: int | None) -> KeptGames:
    """The games that the ledger entered after an entry, until another."""
    results = game_results.entered(variant, after=after, until=until)
    return kept_games.kept(results, seats=len(set(variant.sides())))
