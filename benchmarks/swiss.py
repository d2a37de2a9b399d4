"""How long a Swiss round of two sides takes to pair, from many entrants.

    python -m benchmarks.swiss [ENTRANTS...]    # 50, 100 and 200 without; nine rounds each

Results are drawn, the higher seed being the better; the slowest round and the sum are printed.
"""

import random
import sys
import time
from fractions import Fraction

from tournaments.mathematics.formats import Pairing, PlayedPairing, dutch

ROUNDS = 9


def main() -> None:
    """Print one line for each number of entrants."""
    for count in map(int, sys.argv[1:] or ["50", "100", "200"]):
        seconds = tournament(count, random.Random(1))
        print(
            f"{count} entrants: {ROUNDS} rounds {sum(seconds):.1f} s, slowest {max(seconds):.1f} s"
        )


def tournament(count: int, rng: random.Random) -> list[float]:
    """The seconds that each round of a tournament took to pair."""
    order, played, seconds = range(count), [], []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        pairs = dutch.pair(order, order, played, rounds=ROUNDS, seed=1)
        seconds.append(time.perf_counter() - began)
        played.append([result(pair, count, rng) for pair in pairs])
    return seconds


def result(pair: Pairing, count: int, rng: random.Random) -> PlayedPairing:
    """A draw in three of ten; else the better one wins more often."""
    if len(pair) == 1:
        return PlayedPairing.bye(pair[0])
    lead = 3 * (pair[1] - pair[0]) / count
    score = Fraction(1, 2) if rng.random() < 0.3 else Fraction(int(rng.gauss(lead, 1) > 0))
    return PlayedPairing(pair, (score, 1 - score), 1)


if __name__ == "__main__":
    main()
