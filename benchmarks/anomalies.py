"""How often the detector of anomalies accuses the honest, and how soon it finds who throws games.

`python -m benchmarks.anomalies` makes up years of leaderboards whose owners are honest, and counts
the pairs of owners whose odds ever passed 30, 1,000, 100,000 and the bound. A ladder pairs
neighbours, a round-robin of twelve is held each month, and bots are replaced by stronger versions.
Any two bots suit each other better or worse than strengths tell, by a normal effect. `--looks` are
so many in a year, `--years` so many of each scene.

Then a helper loses ten games a day to a farmer on purpose, in tournaments, and is honest on the
ladder: the table tells after how many games the detector stops it. `--pools` are so many of each.
`--only` names scenes by a part of their names. Nothing is asserted; the tests hold a few.
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.common import parser
from tests.tournaments.mathematics.statistics.tables import Played, table_of
from tournaments.mathematics.elo import DAILY_CAP
from tournaments.mathematics.statistics import anomalies, bradley_terry, owner_pairs
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.definite import Precision
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.owner_pairs import Finding
from tournaments.mathematics.statistics.scale import expected_score

NEAR = 8
"""A ladder pairs a bot with one of so many neighbours."""

LEVELS = (30, 1_000, 100_000, anomalies.BOUND)


@dataclass(frozen=True)
class Scene:
    """A leaderboard of `bots` owners; `daily` are the ladder games of each on a day.

    `effect` is the standard deviation of what bots suit each other, `draws` the share of draws.
    """

    name: str
    bots: int
    daily: float
    effect: float = 50.0
    draws: float = 0.0


SCENES = (
    Scene("30 bots", 30, 10),
    Scene("30 bots, a third drawn", 30, 10, draws=1 / 3),
    Scene("30 bots, no effect of pairs", 30, 10, effect=0),
    Scene("30 bots, effects of 100 Elo", 30, 10, effect=100),
    Scene("6 bots, a course", 6, 4),
    Scene("100 bots", 100, 5),
    Scene("200 bots", 200, 5),
)


@dataclass
class Site:
    """A leaderboard day by day. The versions of owner n are n, n + bots, n + 2 bots and so on.

    Games of a ladder have a block below 0.
    """

    scene: Scene
    rng: np.random.Generator
    games: list[Played] = field(default_factory=list)
    today: Counter[frozenset[int]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        bots = self.scene.bots
        self.strengths = list(self.rng.normal(1500, 200, bots))
        self.newest = np.arange(bots)
        effects = self.rng.normal(0, self.scene.effect, (bots, bots))
        self.effects = np.triu(effects, 1) - np.triu(effects, 1).T

    def day(self, number: int) -> None:
        """The games of one day, all honest."""
        self.today.clear()
        if number % 30 == 0:
            members = self.rng.permutation(self.scene.bots)[:12]
            for one, other in combinations(members, 2):
                for seats in ((one, other), (other, one)):
                    self.play(*seats)
        for owner in range(self.scene.bots):
            if self.rng.random() < 1 / 60:
                self._improve(owner)
        for _game in range(round(self.scene.bots * self.scene.daily / 2)):
            self._ladder_game()

    def _improve(self, owner: int) -> None:
        """A new version, on average somewhat stronger; some are weaker."""
        strength = self.strengths[self.newest[owner]] + self.rng.normal(20, 40)
        while len(self.strengths) % self.scene.bots != owner:
            self.strengths.append(0.0)
        self.newest[owner] = len(self.strengths)
        self.strengths.append(strength)

    def _ladder_game(self) -> None:
        bots = self.scene.bots
        order = np.argsort([self.strengths[version] for version in self.newest])
        place = int(self.rng.integers(bots))
        low = min(max(place - NEAR // 2, 0), max(bots - NEAR - 1, 0))
        near = [one for one in range(low, min(low + NEAR + 1, bots)) if one != place]
        one, other = (int(order[at]) for at in (place, self.rng.choice(near)))
        if self.today[frozenset((one, other))] < DAILY_CAP:
            self.play(one, other, ladder=True)

    def play(self, one: int, other: int, *, ladder: bool = False, thrown: bool = False) -> None:
        """One game of two owners, by chance; the first loses a `thrown` one."""
        self.today[frozenset((one, other))] += 1
        first, second = int(self.newest[one]), int(self.newest[other])
        ahead = self.strengths[first] - self.strengths[second] + self.effects[one, other]
        chance = 0.0 if thrown else expected_score(ahead)
        draw = 0.0 if thrown else 2 * self.scene.draws * min(chance, 1 - chance)
        lot = self.rng.random()
        ranks = (0, 0) if lot < draw else (0, 1) if lot < chance + draw / 2 else (1, 0)
        block = len(self.games) + 1
        self.games.append(Played(-block if ladder else block, (first, second), ranks))

    def findings(self, bound: float) -> list[Finding]:
        """The pairs of owners whose odds pass a bound now."""
        table = table_of(self.games)
        owners = [version % self.scene.bots for version in table.versions]
        chosen, whole = table.block > 0, np.ones(len(table))
        return list(
            owner_pairs.find(table, owners, chosen, weights=whole, fitted=_fitted, bound=bound)
        )


def _fitted(table: GameTable, *, precision: Precision, **terms: Any) -> BradleyTerryFit:
    return bradley_terry.fit(
        table.comparisons(),
        entrants=len(table.versions),
        seats=2,
        precision=precision,
        **terms,
    )


def honest_year(scene: Scene, rng: np.random.Generator, looks: int) -> tuple[int, list[float]]:
    """How many pairs of owners met in an honest year, and the greatest odds of each, from 30."""
    site = Site(scene, rng)
    most: dict[tuple[int, int], float] = {}
    for day in range(365):
        site.day(day)
        if (day + 1) * looks // 365 > day * looks // 365:
            for one in site.findings(LEVELS[0]):
                most[one.owners] = max(one.odds, most.get(one.owners, 0.0))
    bots = scene.bots
    met = {frozenset(version % bots for version in game.versions) for game in site.games}
    return len(met), [math.exp(min(odds, 700)) for odds in most.values()]


@dataclass(frozen=True)
class Throwing:
    """A helper `stronger` than the farmer by so many Elo, who throws every `each`th game."""

    name: str
    stronger: float
    each: int = 1


THROWING = (
    Throwing("an equal throws all", 0),
    Throwing("one who is 200 stronger throws all", 200),
    Throwing("one who is 200 weaker throws all", -200),
    Throwing("an equal throws every second game", 0, each=2),
    Throwing("one who is 200 stronger throws every second game", 200, each=2),
)

FARMER, HELPER = 0, 1


def thrown_games(attack: Throwing, rng: np.random.Generator, days: int) -> int | None:
    """After how many games in tournaments the helper is found; None if not within so many days."""
    site = Site(SCENES[0], rng)
    site.strengths[:2] = [1600.0, 1600.0 + attack.stronger]
    for day in range(60):
        site.day(day)
    for day in range(1, days + 1):
        site.day(day)
        for number in range(DAILY_CAP):
            site.play(HELPER, FARMER, thrown=number % attack.each == 0)
        if any(one.owners == (FARMER, HELPER) for one in site.findings(anomalies.BOUND)):
            return DAILY_CAP * day
    return None


def _honest_lines(years: int, looks: int, only: str, seed: int) -> Iterator[str]:
    for scene in (scene for scene in SCENES if only in scene.name):
        rng = np.random.default_rng(seed)
        told = [honest_year(scene, rng, looks) for _year in range(years)]
        pairs, odds = sum(met for met, _odds in told), [one for _met, most in told for one in most]
        passed = " | ".join(str(sum(one >= level for one in odds)) for level in LEVELS)
        yield f"| {scene.name} | {years} | {pairs:,} | {passed} |"


def _thrown_lines(pools: int, days: int, only: str, seed: int) -> Iterator[str]:
    for attack in (attack for attack in THROWING if only in attack.name):
        rng = np.random.default_rng(seed)
        told = [thrown_games(attack, rng, days) for _pool in range(pools)]
        caught = [games for games in told if games is not None]
        median = f"{statistics.median(caught):.0f}" if caught else "-"
        yield f"| {attack.name} | {len(caught)} of {pools} | {median} |"


def _table(head: str, lines: Iterator[str]) -> None:
    columns = head.count("|") - 2
    print(f"\n{head}\n|---|{'---:|' * columns}")
    for line in lines:
        print(line, flush=True)


def main() -> None:
    asked = parser(str(__doc__), years=4, looks=12, pools=5, days=30, only="", seed=1).parse_args()
    passed = " | ".join(f"{level:,}" for level in LEVELS)
    honest = _honest_lines(asked.years, asked.looks, asked.only, asked.seed)
    _table(f"| honest years | years | pairs | {passed} |", honest)
    thrown = _thrown_lines(asked.pools, asked.days, asked.only, asked.seed)
    _table("| who throws | caught | games, median |", thrown)


if __name__ == "__main__":
    main()
