"""What is computed of a leaderboard's games, in the rows that are kept of it.

numpy and scipy are for this alone. `fits` imports it when it computes, since they are a quarter
of what it takes to start a program, and most programs never compute.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from tournaments.mathematics.statistics import bradley_terry, triangle
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.places import places
from tournaments.mathematics.statistics.seats import seat_scores
from tournaments.models import FittedPlace, Variant
from tournaments.queries.ratings import game_results

MOST_COMPARED = 1000
"""Versions of which any two can be compared; where there are more, those with the most games."""


def counted_games(variant: Variant, *, until: int) -> GameTable:
    """The games that count, up to an entry of the ledger."""
    return GameTable.of(game_results.rated(variant, until=until))


def fitted(counted: GameTable, fixed: Mapping[int, float]) -> BradleyTerryFit:
    """The fit of these games; `fixed` are the versions of known strength, in Elo."""
    number = {version: index for index, version in enumerate(counted.versions)}
    return bradley_terry.fit(
        counted.comparisons(),
        entrants=len(counted.versions),
        seats=counted.seats,
        fixed={number[version]: elo for version, elo in fixed.items()},
    )


def lines(
    found: BradleyTerryFit, counted: GameTable, listed: Iterable[int]
) -> Iterator[FittedPlace]:
    """The lines of a fit, best first: of every bot the version that is listed."""
    number = {version: index for index, version in enumerate(counted.versions)}
    rows = places(
        found,
        games=counted.played,
        among=[number[version] for version in listed if version in number],
    )
    met: Counter[int] = Counter()
    for line, row in enumerate(rows):
        met[row.component] += 1
        told = {name: value for name, value in asdict(row).items() if name != "entrant"}
        version, place = counted.versions[row.entrant], met[row.component]
        yield FittedPlace(number=line, version_id=version, place=place, **told)


def seats(counted: GameTable) -> list[dict[str, Any]]:
    """How each seat scored."""
    return [asdict(seat) for seat in seat_scores(*counted.whole_blocks())]


def covariance(found: BradleyTerryFit, counted: GameTable) -> dict[str, Any]:
    """What two versions are compared by, of the versions with the most games."""
    played = counted.played
    most = sorted(range(len(played)), key=lambda one: -played[one])[:MOST_COMPARED]
    return {
        "versions": [counted.versions[one] for one in most],
        "triangle": triangle.packed(found.covariance(most)),
    }
