"""How often trials come to a verdict: played out, beside what is told before they start.

`python -m benchmarks.verdicts` plays trials of independent games without draws, many at a time, at
no, half and the whole of the difference looked for. Nothing is asserted; the tests hold one size.
"""

import numpy as np

from benchmarks.common import parser
from tournaments.mathematics.statistics.power import chances
from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import SequentialTest

SIZES = [(30.0, 400), (60.0, 100), (100.0, 40), (200.0, 20)]


def played(
    test: SequentialTest, *, elo: float, pairs: int, trials: int, rng: np.random.Generator
) -> list[float]:
    """The shares of trials that say better, not better, and nothing."""
    score, verdicts = expected_score(elo), np.zeros(3)
    counts = np.zeros((trials, 5), dtype=np.int64)
    for _pair in range(pairs):
        counts[np.arange(len(counts)), 2 * rng.binomial(2, score, len(counts))] += 1
        # Trials that came to the same counts have the same ratio.
        known, where = np.unique(counts, axis=0, return_inverse=True)
        ratio = np.array([test.ratio(row) for row in known.tolist()])[where.ravel()]
        better, not_better = ratio >= test.upper, ratio <= test.lower
        verdicts += better.sum(), not_better.sum(), 0
        counts = counts[~(better | not_better)]
    verdicts[2] = len(counts)
    return list(verdicts / trials)


def main() -> None:
    chosen = parser(__doc__, trials=4000).parse_args()
    rng = np.random.default_rng(3)
    print("                  told: better, not, no verdict    played: the same")
    for elo1, pairs in SIZES:
        test = SequentialTest(elo1=elo1)
        for elo in (0.0, elo1 / 2, elo1):
            found = chances(test, elo=elo, pairs=pairs)
            told = (found.better, found.not_better, found.undecided)
            seen = played(test, elo=elo, pairs=pairs, trials=chosen.trials, rng=rng)
            figures = ("".join(f"{share:9.3f}" for share in shares) for shares in (told, seen))
            print(f"{elo1:3.0f} Elo, {pairs} pairs, {elo:3.0f}", *figures, flush=True)


if __name__ == "__main__":
    main()
