"""Other K's of a game, which `python -m benchmarks.farming --k` compares."""

import copy
import statistics
from collections.abc import Callable, Sequence

from benchmarks import farming
from tournaments.mathematics import elo

MEANS: dict[str, Callable[[Sequence[float]], float]] = {
    "arithmetic": statistics.fmean,
    "geometric": statistics.geometric_mean,
    "harmonic": statistics.harmonic_mean,
    "the least": min,
}


def show(pools: int) -> None:
    """Farming, how long newcomers take, and how far settled ratings stray, for other means of k."""
    print(f"{pools} pools; K is a mean of both sides' k")
    print(f"{'mean':12}{'farmed':>9}{'strays':>9}{'newcomers off after 20, 60, 200 games':>40}")
    usual = elo.deltas
    for name, mean in MEANS.items():
        elo.deltas = _deltas(mean)
        made = [farming.pool(seed, rules=False) for seed in range(pools)]
        farmed = statistics.fmean(farming.farm(20, 400)(copy.deepcopy(one))["live"] for one in made)
        strays = statistics.fmean(_error(one, range(2, 2 + farming.HONEST)) for one in made)
        settling = zip(*(_newcomers(one) for one in made), strict=True)
        shown = "".join(f"{statistics.fmean(errors):>8.0f}" for errors in settling)
        print(f"{name:12}{farmed:>9.0f}{strays:>9.1f}{shown:>40}", flush=True)
    elo.deltas = usual


def _deltas(mean: Callable[[Sequence[float]], float]) -> Callable[..., list[int]]:
    def deltas(values: Sequence[int], games: Sequence[int], ranks: Sequence[int]) -> list[int]:
        k = mean([elo.k_factor(count) for count in games])
        surprise = float(ranks[0] < ranks[1]) - elo.expected_score(values[0] - values[1])
        change = round(k * surprise)
        return [change, -change]

    return deltas


def _error(made: farming.Pool, members: Sequence[int]) -> float:
    """Root mean square of rating less strength, about the mean of the honest ones."""
    settled = made.bots[2 : 2 + farming.HONEST]
    level = statistics.fmean(bot.elo - bot.strength for bot in settled)
    off = [made.bots[n].elo - made.bots[n].strength - level for n in members]
    return statistics.fmean(one**2 for one in off) ** 0.5


def _newcomers(made: farming.Pool) -> list[float]:
    """Ten newcomers of 1200 to 1800 on the ladder, how far off after 20, 60 and 200 games each."""
    new = [made.add(f"newcomer {n}", 1200 + 600 * n / 9) for n in range(10)]
    errors = []
    for wanted in (20, 60, 200):
        while made.bots[least := min(new, key=lambda n: made.bots[n].games)].games < wanted:
            members = range(2, len(made.bots))
            near = sorted(members, key=lambda n: abs(made.bots[n].value - made.bots[least].value))
            made.game(least, made.rng.choice([n for n in near if n != least][:5]))
        errors.append(_error(made, new))
    return errors
