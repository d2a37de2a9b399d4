"""Computes fits from a leaderboard's games, and turns them into rows to be stored.

It imports numpy and scipy, which take a quarter of the time in which a program starts. So `fits`
imports this module only when it computes: most programs never do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cached_property
from typing import Any

import numpy as np

from tournaments.mathematics.statistics import bradley_terry, triangle, witnesses
from tournaments.mathematics.statistics.authors import Authors
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.comparisons import Floats, Integers
from tournaments.mathematics.statistics.definite import FULL, Precision
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.places import places, surest_first
from tournaments.mathematics.statistics.seats import seat_scores
from tournaments.models import FittedPlace, Variant, Version
from tournaments.queries.ratings import rated_games
from tournaments.queries.ratings.anchors import anchors
from tournaments.queries.ratings.eligibility import OwnedVersion

MOST_COMPARED = 1000
"""The most versions of which any two can be compared; those with the most games are kept."""


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


def fitted(
    counted: GameTable,
    whose: Authors,
    fixed: Mapping[int, float],
    *,
    precision: Precision = FULL,
    about: Integers | None = None,
    start: BradleyTerryFit | None = None,
) -> BradleyTerryFit:
    """Return the fit of these games; `fixed` are the versions of known strength, in Elo.

    `about` and `start` are those of `bradley_terry.fit`; versions are rows of the games' versions.
    """
    number = {version: index for index, version in enumerate(counted.versions)}
    return bradley_terry.fit(
        counted.comparisons(*observations(counted, whose)),
        entrants=len(counted.versions),
        seats=counted.seats,
        fixed={number[version]: elo for version, elo in fixed.items()},
        before=whose.before,
        precision=precision,
        about=about,
        start=start,
    )


def observations(counted: GameTable, whose: Authors) -> tuple[Integers, Floats]:
    """Return the observation that each of these games belongs to, and its weight in games."""
    bots, owners = (whose.seated(column, counted) for column in (whose.bots, whose.owners))
    clusters = witnesses.clusters(owners, counted.block, counted.in_full)
    bounded = np.zeros(1 + whose.bots.max(), dtype=bool)
    bounded[whose.bots] = ~whose.is_house
    return clusters, witnesses.weights(bots, clusters, counted.in_full, bounded)


class FittedGames:
    """The rated games of a leaderboard up to an entry of its ledger, and their fit.

    `anchors` are the versions of known strength, in Elo.
    """

    def __init__(self, variant: Variant, *, until: int) -> None:
        self.games = rated_games.rated(variant, until=until)
        self.anchors = anchors(variant, self.games.versions)
        self._variant = variant

    @property
    def games_in_full(self) -> int:
        """The number of games that the platform or trusted organisers paired."""
        return int(self.games.in_full.sum())

    @cached_property
    def fit(self) -> BradleyTerryFit:
        """The fit of the games."""
        return fitted(self.games, self._authors, self.anchors)

    @cached_property
    def _authors(self) -> Authors:
        return authors_of(self._variant, self.games)

    def lines(self, listed: Iterable[int]) -> Iterator[FittedPlace]:
        """Yield the lines of the fit, one for the listed version of each bot.

        First come those with a place, best first, then those with too few games for one. A version
        of known strength always has a place.
        """
        games, versions = self.games.played, self.games.versions
        number = {version: index for index, version in enumerate(versions)}
        entrants = [number[version] for version in listed if version in number]
        missing = self._authors.missing(self.games)
        early = [
            entry for entry in entrants if missing[entry] and versions[entry] not in self.anchors
        ]
        rows = places(self.fit, games=games, among=sorted(set(entrants) - set(early)))
        met: Counter[int] = Counter()
        for line, row in enumerate(rows):
            met[row.component] += 1
            figures = {name: value for name, value in asdict(row).items() if name != "entrant"}
            version, place = versions[row.entrant], met[row.component]
            yield FittedPlace(number=line, version_id=version, place=place, **figures)
        for line, entrant in enumerate(surest_first(self.fit, early), start=len(rows)):
            yield FittedPlace(
                number=line,
                version_id=versions[entrant],
                component=self.fit.components[entrant],
                rating=float(self.fit.ratings[entrant]),
                error=float(self.fit.errors[entrant]),
                games=games[entrant],
                missing_games=missing[entrant].games,
                missing_owners=missing[entrant].owners,
            )

    def seats(self) -> list[dict[str, Any]]:
        """Return how each seat scored."""
        return [asdict(seat) for seat in seat_scores(*self.games.whole_blocks())]

    def covariance(self) -> dict[str, Any]:
        """Return the covariances of the versions with the most games, to compare any two."""
        played = self.games.played
        most = sorted(range(len(played)), key=lambda entrant: -played[entrant])[:MOST_COMPARED]
        return {
            "versions": [self.games.versions[entrant] for entrant in most],
            "triangle": triangle.packed(self.fit.covariance(most)),
        }
