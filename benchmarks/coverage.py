"""How often the 95% intervals hold: of ratings, of differences, and of two that met.

`python -m benchmarks.coverage` makes up leaderboards whose strengths are known, scene by scene, and
counts how many of the intervals hold them; then it does the same for two that met. Each figure
stands with two standard errors of its own. `--intervals` are about so many a scene, `--only` names
scenes by a part of their names. Nothing is asserted; the tests hold a few of the scenes.
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.common import parser
from tournaments.mathematics.statistics.bradley_terry import fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.head_to_head import compare
from tournaments.mathematics.statistics.scale import SCALE, Z, expected_score


@dataclass(frozen=True)
class Scene:
    """A leaderboard: `games` each, in blocks of every seat order or each game alone.

    `spread` is the standard deviation of the strengths in Elo, `alike` that of what an opening
    gives each entrant for a whole block; `draws` is the share of games that are drawn between
    equals, at larger tables the share whose comparisons are the mean of two rankings. `left` is the
    part of the variance that is left when luck is taken out of the results; the platform's fit
    takes none out. `newcomer`: the first entrant has so many blocks only, and its interval alone is
    counted.
    """

    name: str
    sides: int
    games: int
    entrants: int
    spread: float = 150.0
    draws: float = 0.0
    alike: float = 0.0
    blocks: bool = True
    newcomer: int = 0
    left: float = 1.0


SCENES = [
    Scene("two seats, 8 games, .3 left", 2, 8, 10, left=0.3),
    Scene("two seats, 8 games alone, .3 left", 2, 8, 40, blocks=False, left=0.3),
    Scene("two seats, 20 games, .3 left", 2, 20, 10, left=0.3),
    Scene("two seats, 20 games, 60 entrants, .3 left", 2, 20, 60, left=0.3),
    Scene("two seats, 20 games, unequal, .3 left", 2, 20, 10, spread=400, left=0.3),
    Scene("two seats, 100 games, .3 left", 2, 100, 10, left=0.3),
    Scene("two seats, 100 games, unequal, .3 left", 2, 100, 10, spread=400, left=0.3),
    Scene("two seats, newcomer with 3 blocks, .3 left", 2, 60, 12, newcomer=3, left=0.3),
    Scene("four seats, 12 games, .3 left", 4, 12, 8, left=0.3),
    Scene("four seats, 60 games, .3 left", 4, 60, 8, left=0.3),
    Scene("four seats, 60 games, unequal, .3 left", 4, 60, 8, spread=300, left=0.3),
    Scene("four seats, newcomer with 3 blocks, .3 left", 4, 60, 12, newcomer=3, left=0.3),
    Scene("two seats, 4 games", 2, 4, 10),
    Scene("two seats, 4 games alone, 40 entrants", 2, 4, 40, blocks=False),
    Scene("two seats, 8 games", 2, 8, 10),
    Scene("two seats, 8 games, 40 entrants", 2, 8, 40),
    Scene("four seats, 8 games", 4, 8, 8),
    Scene("two seats, 20 games", 2, 20, 10),
    Scene("two seats, 100 games", 2, 100, 10),
    Scene("two seats, 20 games alone", 2, 20, 10, blocks=False),
    Scene("two seats, 20 games, 2 entrants", 2, 20, 2),
    Scene("two seats, 20 games, 3 entrants", 2, 20, 3),
    Scene("two seats, 20 games, 60 entrants", 2, 20, 60),
    Scene("two seats, 20 games, half drawn", 2, 20, 10, draws=0.5),
    Scene("two seats, 100 games, half drawn", 2, 100, 10, draws=0.5),
    Scene("two seats, 20 games, unequal", 2, 20, 10, spread=400),
    Scene("two seats, 100 games, unequal", 2, 100, 10, spread=400),
    Scene("two seats, 100 games, blocks alike", 2, 100, 10, alike=60),
    Scene("two seats, newcomer with 3 blocks", 2, 60, 12, newcomer=3),
    Scene("three seats, 12 games", 3, 12, 9),
    Scene("three seats, 60 games", 3, 60, 9),
    Scene("four seats, 12 games", 4, 12, 8),
    Scene("four seats, 12 games alone", 4, 12, 8, blocks=False),
    Scene("four seats, 12 games, 4 entrants", 4, 12, 4),
    Scene("four seats, 12 games, 40 entrants", 4, 12, 40),
    Scene("four seats, 60 games", 4, 60, 8),
    Scene("four seats, 60 games alone", 4, 60, 8, blocks=False),
    Scene("four seats, 60 games, unequal", 4, 60, 8, spread=300),
    Scene("four seats, 60 games, a fifth drawn", 4, 60, 8, draws=0.2),
    Scene("four seats, 200 games", 4, 200, 8),
    Scene("four seats, 200 games, 40 entrants", 4, 200, 40),
    Scene("four seats, newcomer with 3 blocks", 4, 60, 12, newcomer=3),
]
"""Teams of partners are two sides, and so scenes of two seats."""


def tables(scene: Scene, rng: np.random.Generator) -> np.ndarray:
    """Who meets in each block, a row of entrants for each."""
    blocks = round(scene.entrants * scene.games / scene.sides / _orders(scene))
    rows: list[list[int]] = []
    waiting: list[int] = []
    left = scene.newcomer or blocks
    while len(rows) < blocks:
        if len(waiting) < scene.sides:
            waiting += list(rng.permutation(scene.entrants))
        table, waiting = waiting[: scene.sides], waiting[scene.sides :]
        # A newcomer that has had its blocks gives its seat away, and so does whoever sits twice.
        if len(set(table)) < scene.sides or (0 in table and not left):
            first = 0 if left else 1
            table = list(first + rng.permutation(scene.entrants - first)[: scene.sides])
        left -= 0 in table and scene.newcomer > 0
        rows.append(table)
    return np.array(rows)


def _orders(scene: Scene) -> int:
    return scene.sides if scene.blocks else 1


def leaderboard(scene: Scene, rng: np.random.Generator) -> tuple[np.ndarray, Comparisons]:
    """Strengths in Elo, and what came of the games."""
    strength = rng.normal(0, scene.spread, scene.entrants)
    met = tables(scene, rng)
    opening = rng.normal(0, scene.alike, met.shape) if scene.alike else np.zeros(met.shape)
    parts = []
    for order in range(_orders(scene)):
        who = np.roll(met, order, axis=1)
        shown = (strength[who] + np.roll(opening, order, axis=1)) / SCALE
        shown[:, 0] += 30 / SCALE
        parts.append(_games(scene, who, shown, rng))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return strength, Comparisons(*columns)


def _games(
    scene: Scene, who: np.ndarray, shown: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, ...]:
    one, other = np.triu_indices(scene.sides, 1)
    ahead = shown[:, one] - shown[:, other]
    drawn = rng.random((len(who), 1)) < scene.draws
    if scene.sides == 2:
        chance = 1 / (1 + np.exp(-ahead))
        half = scene.draws * 2 * chance * (1 - chance)
        drawn_by = rng.random(ahead.shape)
        score = np.where(
            drawn_by < chance - half, 1.0, np.where(drawn_by < chance + half, 0.5, 0.0)
        )
    else:
        first, again = (_ranked(shown, one, other, rng) for _time in range(2))
        score = np.where(drawn, (first + again) / 2, first)
    seats = np.zeros(ahead.shape, dtype=np.int64)
    block = np.arange(len(who))[:, None] + seats
    if scene.left < 1:
        score = _without_luck(scene, shown, rng)
    first_side, second_side = who[:, one], who[:, other]
    columns = (first_side, second_side, seats + one, seats + other, score, block)
    return tuple(column.ravel() for column in columns)


def _without_luck(scene: Scene, shown: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """What play made of games, of which a part of the variance is left between equals.

    The Gumbel variable of each side is luck, from a positive stable distribution, and a smaller
    Gumbel variable. So the comparisons still follow Bradley and Terry.
    """
    one, other = np.triu_indices(scene.sides, 1)
    angle, wait = rng.uniform(0, np.pi, shown.shape), rng.exponential(size=shown.shape)
    left, gone = scene.left, 1 - scene.left
    luck = left * np.log(np.sin(left * angle)) - np.log(np.sin(angle))
    luck += gone * (np.log(np.sin(gone * angle)) - np.log(wait))
    lucky = shown + luck
    performed = lucky + left * rng.gumbel(size=shown.shape)
    gained = _returns(lucky / left) - _returns(shown)
    share = (scene.sides - 1) / scene.sides / 2
    won = (performed[:, one] > performed[:, other]).astype(float)
    return np.asarray(won - share * (gained[:, one] - gained[:, other]))


def _returns(strength: np.ndarray) -> np.ndarray:
    """What each side may expect of its game."""
    ahead = np.tanh((strength[:, :, None] - strength[:, None, :]) / 2)
    return np.asarray(ahead.sum(axis=2) / (strength.shape[1] - 1))


def _ranked(
    shown: np.ndarray, one: np.ndarray, other: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Plackett and Luce's ranking, whose comparisons follow Bradley and Terry."""
    performed = shown + rng.gumbel(size=shown.shape)
    return (performed[:, one] > performed[:, other]).astype(float)


def held(scene: Scene, rng: np.random.Generator) -> tuple[float, bool]:
    """The share of a leaderboard's intervals that hold, and whether that of one difference does."""
    strength, rows = leaderboard(scene, rng)
    if scene.left < 1:
        # Each game says as much as 1 / left games with their luck.
        rows = replace(rows, weight=np.full(len(rows.score), 1 / scene.left))
    found = fit(rows, entrants=scene.entrants, seats=scene.sides)
    missed = found.ratings - 1500 - (strength - strength.mean())
    inside = np.abs(missed) < Z * found.errors
    other = int(rng.integers(1, scene.entrants))
    apart = abs(missed[0] - missed[other]) < Z * found.difference_error(0, other)
    return float(inside[0] if scene.newcomer else inside.mean()), bool(apart)


def met_held(blocks: int, rng: random.Random) -> bool:
    """Whether the interval of two that met in so many blocks of two games holds."""
    elo = rng.gauss(0, 150)
    score = expected_score(elo)
    found = compare([[float(rng.random() < score) for _ in range(2)] for _ in range(blocks)])
    return found.low < elo < found.high


def _share(hits: list[float]) -> str:
    return f"{np.mean(hits):8.3f} ± {2 * np.std(hits) / np.sqrt(len(hits)):.3f}"


def rows(chosen: argparse.Namespace) -> Iterator[str]:
    for scene in SCENES:
        if chosen.only in scene.name:
            rng = np.random.default_rng(chosen.seed)
            times = chosen.intervals // (1 if scene.newcomer else scene.entrants)
            hits = [held(scene, rng) for _time in range(max(40, min(times, 1500)))]
            ratings, differences = ([float(hit[which]) for hit in hits] for which in (0, 1))
            yield f"{scene.name:38}{_share(ratings)}  {_share(differences)}"
    for blocks in (2, 3, 5, 10, 30):
        chance = random.Random(chosen.seed)
        hits = [float(met_held(blocks, chance)) for _time in range(chosen.intervals)]
        yield f"{f'two that met in {blocks} blocks':38}{_share(hits)}"


def main() -> None:
    chosen = parser(__doc__, intervals=6000, seed=7, only="").parse_args()
    print(f"{'scene':38}{'ratings':>16}  {'differences':>16}")
    for row in rows(chosen):
        print(row, flush=True)


if __name__ == "__main__":
    main()
