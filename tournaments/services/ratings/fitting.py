"""Computes fits from a leaderboard's games, and turns them into rows to be stored.

It imports numpy and scipy, which take a quarter of the time in which a program starts. So `fits`
imports this module only when it computes: most programs never do.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from tournaments.mathematics.statistics import bradley_terry, triangle, witnesses
from tournaments.mathematics.statistics.authors import Authors
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.places import places, surest_first
from tournaments.mathematics.statistics.seats import seat_scores
from tournaments.models import FittedPlace, Variant, Version
from tournaments.queries.ratings import game_results
from tournaments.queries.ratings.eligibility import OwnedVersion

MOST_COMPARED = 1000
"""The most versions of which any two can be compared; those with the most games are kept."""


def counted_games(variant: Variant, *, until: int) -> GameTable:
    """Return the games that count, up to an entry of the ledger."""
    return GameTable.of(game_results.rated(variant, until=until))


def authors_of(variant: Variant, counted: GameTable) -> Authors:
    """Return the bot and owner of each version in these games; each house bot is its own owner."""
    rows = Version.objects.filter(ratings__variant=variant).order_by("bot", "number")
    named = rows.values_list("pk", "bot", "bot__owner", "bot__is_house")
    return Authors.of(
        counted.versions,
        (
            (version, bot, OwnedVersion(version, bot, owner, is_house).counted, is_house)
            for version, bot, owner, is_house in named.iterator()
        ),
    )


def fitted(counted: GameTable, whose: Authors, fixed: Mapping[int, float]) -> BradleyTerryFit:
    """Return the fit of these games; `fixed` are the versions of known strength, in Elo."""
    number = {version: index for index, version in enumerate(counted.versions)}
    bots, owners = (whose.seated(column, counted) for column in (whose.bots, whose.owners))
    clusters = witnesses.clusters(owners, counted.block, counted.in_full)
    bounded = np.zeros(1 + whose.bots.max(), dtype=bool)
    bounded[whose.bots] = ~whose.is_house
    weights = witnesses.weights(bots, clusters, counted.in_full, bounded)
    return bradley_terry.fit(
        counted.comparisons(clusters, weights),
        entrants=len(counted.versions),
        seats=counted.seats,
        fixed={number[version]: elo for version, elo in fixed.items()},
        before=whose.before,
    )


def lines(
    found: BradleyTerryFit,
    counted: GameTable,
    whose: Authors,
    listed: Iterable[int],
    *,
    fixed: Container[int],
) -> Iterator[FittedPlace]:
    """Yield the lines of a fit, one for the listed version of each bot.

    First come those with a place, best first, then those with too few games for one. A version of
    known strength, which is `fixed`, always has a place.
    """
    number = {version: index for index, version in enumerate(counted.versions)}
    entrants = [number[version] for version in listed if version in number]
    missing = whose.missing(counted)
    early = [one for one in entrants if missing[one] and counted.versions[one] not in fixed]
    games = counted.played
    rows = places(found, games=games, among=sorted(set(entrants) - set(early)))
    met: Counter[int] = Counter()
    for line, row in enumerate(rows):
        met[row.component] += 1
        told = {name: value for name, value in asdict(row).items() if name != "entrant"}
        version, place = counted.versions[row.entrant], met[row.component]
        yield FittedPlace(number=line, version_id=version, place=place, **told)
    for line, entrant in enumerate(surest_first(found, early), start=len(rows)):
        yield FittedPlace(
            number=line,
            version_id=counted.versions[entrant],
            component=found.components[entrant],
            rating=float(found.ratings[entrant]),
            error=float(found.errors[entrant]),
            games=games[entrant],
            missing_games=missing[entrant].games,
            missing_owners=missing[entrant].owners,
        )


def seats(counted: GameTable) -> list[dict[str, Any]]:
    """Return how each seat scored."""
    return [asdict(seat) for seat in seat_scores(*counted.whole_blocks())]


def covariance(found: BradleyTerryFit, counted: GameTable) -> dict[str, Any]:
    """Return the covariances of the versions with the most games, to compare any two of them."""
    played = counted.played
    most = sorted(range(len(played)), key=lambda one: -played[one])[:MOST_COMPARED]
    return {
        "versions": [counted.versions[one] for one in most],
        "triangle": triangle.packed(found.covariance(most)),
    }
