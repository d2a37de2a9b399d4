"""How trials come out: their error rates and their length, with and without the luck of the dice.

`python -m benchmarks.verdicts` plays trials of independent games without draws, many at a time, at
no, half and the whole of the difference looked for. First it compares those that count what was
scored with what is told before they start. Then luck is taken out, so that a part of the variance
is left: a chance of winning is drawn for each game, and what sets it apart from the mean was luck.

After that house bots play pairs in this process, as in `benchmarks.house`, and the luck is taken
out of their games (`--real` names variants and two bots; `--pairs` of each, or `--seconds` of CPU).
Their pairs are drawn again and again for `--trials` trials, with the mean moved to where each of
the two hypotheses has it. Nothing is asserted; the tests hold one size.
"""

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import engine
from agents import house, values
from agents.judge.luck import luck
from benchmarks.common import parser
from benchmarks.samples import recorded, starts
from tournaments.mathematics.statistics.few_blocks import MODEL_BLOCKS
from tournaments.mathematics.statistics.power import chances
from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import MODEL_VARIANCE, SequentialTest

Shares = NDArray[np.float64]
"""What pairs are worth to the challenger, of their points."""

SIZES = [(30.0, 400), (60.0, 100), (100.0, 40), (200.0, 20)]
LEFT = (0.5, 0.3, 0.15)
MOST = 4000
REAL = (
    "einstein:einstein-endgame:einstein-glance einstein:einstein-glance:einstein-glance "
    "pachisi(mode=two):pachisi-glance:pachisi-glance pachisi(mode=two):pachisi-glance:greedy"
)


def main() -> None:
    asked = parser(__doc__, trials=4000, real=REAL, pairs=1500, seconds=120.0)
    options = asked.parse_args()
    rng = np.random.default_rng(3)
    print("                  told: better, not, no verdict    played: the same")
    for elo1, pairs in SIZES:
        _told(SequentialTest(elo1=elo1), pairs, options.trials, rng)
    print("\nwrong verdicts without the difference, and with all of it; mean pairs of both")
    for elo1, _pairs in SIZES:
        for left in (1.0, *LEFT):
            _errors(elo1, left, options.trials, rng)
    for text in options.real.split():
        _real(text, options, rng)


def _told(test: SequentialTest, pairs: int, trials: int, rng: np.random.Generator) -> None:
    for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1):
        expected = chances(test, elo=elo, pairs=pairs)
        told = (expected.better, expected.not_better, expected.undecided)
        better, not_better, _length = played(test, simulated(elo, 1.0, (trials, pairs), rng))
        seen = (better, not_better, 1 - better - not_better)
        figures = ("".join(f"{share:9.3f}" for share in shares) for shares in (told, seen))
        print(f"{test.elo1:3.0f} Elo, {pairs} pairs, {elo:3.0f}", *figures, flush=True)


def simulated(elo: float, left: float, shape: tuple[int, int], rng: np.random.Generator) -> Shares:
    """Pairs of games of which this part of the variance is left without luck."""
    score = expected_score(elo)
    if left == 1:
        return (rng.random((*shape, 2)) < score).mean(axis=2)
    weight = left / (1 - left)
    chance = rng.beta(score * weight, (1 - score) * weight, (*shape, 2))
    won = rng.random(chance.shape) < chance
    return np.asarray((score + won - chance).mean(axis=2))


def played(test: SequentialTest, shares: Shares) -> tuple[float, float, float]:
    """The parts of trials, a row each, that say better and not better, and their mean length."""
    count = np.arange(1, shares.shape[1] + 1)
    mean, squared = (np.cumsum(power, axis=1) / count for power in (shares, shares**2))
    variance = count * (squared - mean**2) + MODEL_BLOCKS * MODEL_VARIANCE
    variance /= count + MODEL_BLOCKS
    low, high = (variance + (mean - expected_score(elo)) ** 2 for elo in (test.elo0, test.elo1))
    ratio = count / 2 * np.log(low / high)
    over = (ratio >= test.upper) | (ratio <= test.lower)
    end = np.where(over.any(axis=1), over.argmax(axis=1), len(count) - 1)
    last = np.take_along_axis(ratio, end[:, None], axis=1)
    return (
        float((last >= test.upper).mean()), float((last <= test.lower).mean()),
        float(end.mean() + 1),
    )  # fmt: skip


def _errors(elo1: float, left: float, trials: int, rng: np.random.Generator) -> None:
    test = SequentialTest(elo1=elo1)
    shape = (trials, round(MOST * 30 / elo1 * min(1, 30 / elo1)))
    equal, better = (played(test, simulated(elo, left, shape, rng)) for elo in (0.0, elo1))
    print(f"{elo1:3.0f} Elo, {left:.2f} left: {_row(equal, better)}", flush=True)


def _row(equal: Sequence[float], better: Sequence[float]) -> str:
    return f"{equal[0]:.3f} {better[1]:.3f} {(equal[2] + better[2]) / 2:7.1f}"


def _real(text: str, options: argparse.Namespace, rng: np.random.Generator) -> None:
    key, *names = text.split(":")
    scored, adjusted = real(engine.parse_variant(key), names, options)
    left = adjusted.var() / scored.var()
    print(f"\n{key}, {' against '.join(names)}: {len(scored)} pairs, score {scored.mean():.3f}, "
          f"by play {adjusted.mean():.3f}, {left:.2f} of the variance left")  # fmt: skip
    for elo1, _pairs in SIZES:
        test, shape = SequentialTest(elo1=elo1), (options.trials, round(MOST * (30 / elo1) ** 2))
        rows = []
        for pairs in (scored, adjusted):
            drawn = rng.choice(pairs, shape) - pairs.mean()
            runs = (played(test, drawn + expected_score(elo)) for elo in (0.0, elo1))
            rows.append(_row(*runs))
        print(f"{elo1:3.0f} Elo: as scored {rows[0]}   by play {rows[1]}", flush=True)


def real(
    game: engine.Game, names: Sequence[str], options: argparse.Namespace
) -> tuple[Shares, Shares]:
    """What pairs of two bots were worth to the first, as scored and by play."""
    function, rows = values.load(game), []
    label = f"kauri-verdicts-1:{game.variant}:{names}"
    for start in starts(game, label, most=options.pairs, seconds=options.seconds):
        row = np.zeros(2)
        for seat in (0, 1):
            seated = names[::-1] if seat else names
            own = start._replace(number=seat + 1)  # throws of its own, as on a site
            label = f"{start.seed.hex()}:{seated}:{seat + 1}"
            document = recorded(game, [house.kind(name)() for name in seated], own, label=label)
            returns = document["result"]["returns"][seat]
            fortune = luck(document, function)[seat]
            row += ((1 + returns) / 2, (1 + returns - fortune) / 2)
        rows.append(row / 2)
    scored, adjusted = np.array(rows).T
    return scored, adjusted


if __name__ == "__main__":
    main()
