"""How long ratings take to compute: the ledger replayed, and everybody at once with errors.

`python -m benchmarks.ratings` makes up a thousand bots that play half a million blocks, a
million games, and times the fold of their Elo ledger, our Bradley-Terry fit with its errors, and
the ratings of evalica, which have none, from the same games. Nothing is asserted.
"""

import statistics
from collections.abc import Callable

import evalica
import numpy as np

from benchmarks.common import parser, seconds
from tournaments.mathematics import elo
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, Comparisons, fit
from tournaments.mathematics.statistics.scale import SCALE


def games(bots: int, blocks: int, seed: int) -> tuple[np.ndarray, Comparisons]:
    """Strengths in Elo, and games of two orders a block; in a tenth of them one luck decides both.

    Luck that was added to the strengths would make the curve flatter than the one that is fitted.
    """
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 200, bots)
    one = rng.integers(0, bots, blocks)
    other = (one + rng.integers(1, bots, blocks)) % bots
    luck, shared = rng.random(blocks), rng.random(blocks) < 0.1
    again = np.where(shared, 1 - luck, rng.random(blocks))
    first = np.stack([one, other], axis=1).ravel()
    second = np.stack([other, one], axis=1).ravel()
    ahead = strength[first] - strength[second] + 20
    drawn = np.stack([luck, again], axis=1).ravel()
    score = (drawn < 1 / (1 + np.exp(-ahead / SCALE))).astype(float)
    seats = np.zeros(2 * blocks, dtype=np.int64)
    block = np.repeat(np.arange(blocks), 2)
    return strength, Comparisons(first, second, seats, seats + 1, score, block)


def replay(rows: Comparisons, bots: int) -> list[int]:
    """The Elo ledger folded: a start, and then every game."""
    values, played = [elo.START] * bots, [0] * bots
    for one, other, score in zip(
        rows.first.tolist(), rows.second.tolist(), rows.score.tolist(), strict=True
    ):
        changes = elo.deltas(
            [values[one], values[other]],
            [played[one], played[other]],
            (1, 2) if score else (2, 1),
        )
        for side, change in zip((one, other), changes, strict=True):
            values[side] += change
            played[side] += 1
    return values


def theirs(rows: Comparisons) -> object:
    """The same games by evalica's Bradley-Terry."""
    won = [evalica.Winner.X if score else evalica.Winner.Y for score in rows.score]
    return evalica.bradley_terry(rows.first.tolist(), rows.second.tolist(), won)


def timed(name: str, work: Callable[[], object], rounds: int) -> tuple[object, float]:
    """Print the least, median and most wall seconds; what came out, and the median."""
    found: list[object] = []
    taken = [seconds(lambda: found.append(work())) for _round in range(rounds)]
    middle = statistics.median(taken)
    print(f"{name:42}{min(taken):9.2f}{middle:9.2f}{max(taken):9.2f}")
    return found[-1], middle


def main() -> None:
    chosen = parser(__doc__, bots=1000, games=1_000_000, rounds=3).parse_args()
    strength, rows = games(chosen.bots, chosen.games // 2, seed=1)
    print(f"{len(rows.score):,} games of {chosen.bots:,} bots; seconds: least, median, most")
    values, _ = timed("Elo, the ledger replayed", lambda: replay(rows, chosen.bots), chosen.rounds)
    found, ours = timed(
        "Bradley-Terry with errors, ours",
        lambda: fit(rows, entrants=chosen.bots, seats=2),
        chosen.rounds,
    )
    _, other = timed("Bradley-Terry without errors, evalica", lambda: theirs(rows), chosen.rounds)
    print(f"ours takes {ours / other:.2f} times as long as evalica's")
    assert isinstance(found, BradleyTerryFit)
    assert isinstance(values, list)
    show("Bradley-Terry", found.ratings - found.ratings.mean(), strength)
    show("Elo", np.array(values) / elo.MILLI - 1500, strength)
    inside = np.abs(found.ratings - 1500 - (strength - strength.mean())) < 1.96 * found.errors
    print(f"intervals that hold the strength: {100 * inside.mean():.1f}%")


def show(name: str, found: np.ndarray, strength: np.ndarray) -> None:
    """How far the ratings are from the strengths that the games were made of."""
    error = np.sqrt(np.mean((found - (strength - strength.mean())) ** 2))
    print(f"{name}: root mean square error {error:.1f} Elo")


if __name__ == "__main__":
    main()
