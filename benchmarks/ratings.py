"""What ratings take to compute: the ledger replayed, and everybody at once with errors.

`python -m benchmarks.ratings` makes up a thousand bots that play half a million blocks, a million
games. It tells the CPU seconds and the peak memory of the fold of their Elo ledger, of our
Bradley-Terry fit with its errors and places, and of the ratings of evalica, which have neither,
from the same games. Each works in a process of its own, whose memory includes the games. Nothing is
asserted. `--bots 10000` is a large leaderboard; `--without evalica` leaves that out, as it keeps a
full table of all pairs.
"""

import multiprocessing
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import evalica
import numpy as np

from benchmarks.common import parser
from tournaments.mathematics import elo
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.places import places
from tournaments.mathematics.statistics.scale import SCALE


def games(bots: int, blocks: int, seed: int) -> tuple[np.ndarray, Comparisons]:
    """Strengths in Elo, and games of two orders a block; in a tenth of them one luck decides both.

    Luck that was added to the strengths would make the curve flatter than the one that is fitted.
    """
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 200, bots)
    one = rng.integers(0, bots, blocks, dtype=np.int32)
    other = (one + rng.integers(1, bots, blocks, dtype=np.int32)) % bots
    luck, shared = rng.random(blocks), rng.random(blocks) < 0.1
    again = np.where(shared, 1 - luck, rng.random(blocks))
    first = np.stack([one, other], axis=1).ravel()
    second = np.stack([other, one], axis=1).ravel()
    ahead = strength[first] - strength[second] + 20
    drawn = np.stack([luck, again], axis=1).ravel()
    score = (drawn < 1 / (1 + np.exp(-ahead / SCALE))).astype(float)
    seats = np.zeros(2 * blocks, dtype=np.int8)
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


def theirs(rows: Comparisons) -> Any:
    """The same games by evalica's Bradley-Terry."""
    won = [evalica.Winner.X if score else evalica.Winner.Y for score in rows.score]
    return evalica.bradley_terry(rows.first.tolist(), rows.second.tolist(), won)


def placed(rows: Comparisons, bots: int) -> BradleyTerryFit:
    """Our fit with its errors, and the places of everybody."""
    found = fit(rows, entrants=bots, seats=2)
    places(found, games=[1] * bots)
    return found


def measured(name: str, work: Callable[[], object]) -> tuple[Any, float]:
    """Print the CPU seconds and the peak memory of a process that works; what came out."""
    answers, answer = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(work, answer))
    process.start()
    answer.close()
    found, seconds, peak = answers.recv()
    process.join()
    print(f"{name:42}{seconds:9.1f}{peak:9,.0f}", flush=True)
    return found, seconds


def _work(work: Callable[[], object], answer: Connection) -> None:
    start = time.process_time()
    found = work()
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((found, seconds, peak))


def main() -> None:
    asked = parser(str(__doc__), bots=1000, games=1_000_000)
    asked.add_argument("--without", choices=["evalica"])
    chosen = asked.parse_args()
    strength, rows = games(chosen.bots, chosen.games // 2, seed=1)
    print(f"{len(rows.score):,} games of {chosen.bots:,} bots{'CPU s':>20}{'MiB':>9}")
    values, _ = measured("Elo, the ledger replayed", lambda: replay(rows, chosen.bots))
    (ratings, errors), ours = measured(
        "Bradley-Terry with errors, ours", lambda: _figures(placed(rows, chosen.bots))
    )
    if not chosen.without:
        _, other = measured("Bradley-Terry without errors, evalica", lambda: _scores(rows))
        print(f"ours takes {ours / other:.2f} times as long as evalica's")
    show("Bradley-Terry", ratings - ratings.mean(), strength)
    show("Elo", np.array(values) / elo.MILLI - 1500, strength)
    inside = np.abs(ratings - 1500 - (strength - strength.mean())) < 1.96 * errors
    print(f"intervals that hold the strength: {100 * inside.mean():.1f}%")


def _figures(found: BradleyTerryFit) -> tuple[np.ndarray, np.ndarray]:
    return found.ratings, found.errors


def _scores(rows: Comparisons) -> int:
    return len(theirs(rows).scores)


def show(name: str, found: np.ndarray, strength: np.ndarray) -> None:
    """How far the ratings are from the strengths that the games were made of."""
    error = np.sqrt(np.mean((found - (strength - strength.mean())) ** 2))
    print(f"{name}: root mean square error {error:.1f} Elo")


if __name__ == "__main__":
    main()
