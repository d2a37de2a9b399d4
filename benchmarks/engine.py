"""How fast the engine plays, beside OpenSpiel where both have the game.

`python -m benchmarks.engine` prints it.

Both engines take turns in one process that is tied to one processor, and CPU time is measured. A
driven playout is a loop of this file: is_terminal, legal_actions, apply_action, chance outcomes
among them. An inside one is `state.playout` here, and there the C++ rollouts of OpenSpiel's
RandomRolloutEvaluator, called through an MCTSBot of one simulation. `--seconds` are those of each
measurement. Nothing is asserted.
"""

import importlib.metadata
import itertools
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel

import engine
from benchmarks.common import parser
from engine.perft import perft, settle

RIVALS = {"kalah(seeds=4)": "mancala", "einstein": "einstein_wurfelt_nicht"}
Rate = Callable[[], float]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how often a second of CPU time what `work` counts is done."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def dice() -> Callable[[], int]:
    rng = random.Random(1)
    return itertools.cycle([rng.getrandbits(29) for _ in range(10_007)]).__next__


def driven(new: Callable[[], Any], draw: Callable[[], int]) -> None:
    state = new()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[draw() % len(legal)])


def driven_by_chance_outcomes(new: Callable[[], Any], draw: Callable[[], int]) -> None:
    state = new()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[draw() % len(outcomes)][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[draw() % len(legal)])


def loop_alone(state: Any, legal: list[int], draw: Callable[[], int]) -> int:
    """Ten thousand turns of `driven` whose calls do next to nothing: no engine can be faster."""
    for _ in range(10_000):
        state.is_terminal()
        state.current_player()
        legal[draw() % len(legal)]
        state.get_game()
    return 10_000


def times(count: int, work: Callable[[], object]) -> Callable[[], int]:
    """Something done so often at a time, which `rate` counts."""

    def several() -> int:
        for _ in range(count):
            work()
        return count

    return several


def begun(state: Any) -> Any:
    """The state in which a seat acts first: OpenSpiel's search cannot begin with a throw.

    The first outcome each time would tie Pachisi's beginning throws for ever.
    """
    rng = random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def rollouts(game: Any, state: Any) -> int:
    count = 200
    evaluator = pyspiel.RandomRolloutEvaluator(count, random.randrange(1 << 30))
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)
    bot.mcts_search(state)
    return count


def ours(variant: str) -> dict[str, Callable[[], int]]:
    game = engine.parse_variant(variant)
    new, draw, seeds = game.new_initial_state, dice(), itertools.count()
    state = begun(new())
    kinds = {"driven": times(20, partial(driven, new, draw))}
    if game.max_chance_outcomes():
        by_chance = partial(driven_by_chance_outcomes, new, draw)
        kinds["driven, chance_outcomes()"] = times(20, by_chance)
    return kinds | {"inside": times(100, lambda: state.playout(next(seeds)))}


def theirs(name: str) -> dict[str, Callable[[], int]]:
    game = pyspiel.load_game(name)
    new, draw = game.new_initial_state, dice()
    state = begun(new())
    return {
        "driven": times(20, partial(driven, new, draw)),
        "driven, chance_outcomes()": times(20, partial(driven_by_chance_outcomes, new, draw)),
        "inside": partial(rollouts, game, state),
    }


def spread(values: list[float], form: str) -> str:
    parts = (min(values), statistics.median(values), max(values))
    return " ".join(f"{value:{form}}" for value in parts)


def compare(rounds: int, seconds: float) -> None:
    print("Playouts a second beside OpenSpiel; ratios are min, median and max of the rounds.\n")
    print(f"{'variant':<16} {'playouts':<26} {'OpenSpiel':>10} {'engine':>10}   ratio")
    for variant, rival in RIVALS.items():
        there = theirs(rival)
        for kind, work in ours(variant).items():
            pairs = [(rate(there[kind], seconds), rate(work, seconds)) for _ in range(rounds)]
            medians = [statistics.median(side) for side in zip(*pairs, strict=True)]
            ratios = spread([here / other for other, here in pairs], ".2f")
            print(f"{variant:<16} {kind:<26} {medians[0]:>10,.0f} {medians[1]:>10,.0f}   {ratios}")


def per_game(rounds: int, seconds: float) -> None:
    print("\nEvery game: playouts a second, and nanoseconds for each action or throw.\n")
    columns = ("driven", "inside", "driven ns", "inside ns", "to EinStein's", "clones/s", "perft/s")
    columns += ("key/clone", "hash/clone")
    print(f"{'variant':<16}" + "".join(f"{name:>14}" for name in columns))
    infos = sorted(engine.games(), key=lambda info: info.id != "einstein")
    base = 0.0
    for info in infos:
        game = engine.load_game(info.id)
        kinds = ours(info.id)
        state = begun(game.new_initial_state())
        speed = {
            kind: statistics.median(rate(kinds[kind], seconds) for _ in range(rounds))
            for kind in ("driven", "inside")
        }
        lengths = {
            "driven": actions(game.new_initial_state(), weighted=False),
            "inside": actions(state, weighted=True),
        }
        nanoseconds = [1e9 / speed[kind] / steps for kind, steps in lengths.items()]
        base = base or nanoseconds[1]
        if info.id == "einstein":
            alone = rate(partial(loop_alone, state, state.legal_actions(), dice()), seconds)
            print(f"{'(empty calls)':<16}{'':>28}{1e9 / alone:>14,.0f}")
        clone = times(100, state.clone)
        clones = rate(clone, seconds)
        costs = [
            against(clone, times(100, work), rounds, seconds)
            for work in (state.key, partial(hash, state))
        ]
        nodes = rate(partial(nodes_of, game), seconds)
        print(
            f"{info.id:<16}{speed['driven']:>14,.0f}{speed['inside']:>14,.0f}"
            f"{nanoseconds[0]:>14,.0f}{nanoseconds[1]:>14,.1f}{nanoseconds[1] / base:>14.2f}"
            f"{clones:>14,.0f}{nodes:>14,.0f}{costs[0]:>14.2f}{costs[1]:>14.2f}"
        )


def actions(start: engine.State, *, weighted: bool) -> float:
    """The mean number of actions and throws in random games from a state on.

    Driven playouts draw all throws alike, those inside by their weights. Ashte Kashte's games are
    the longer for it, since the throws that bring another one are rare.
    """
    total, rng = 0, random.Random(1)
    for _ in range(200):
        state = start.clone()
        while not state.is_terminal():
            exact = weighted and state.is_chance_node()
            state.apply_action(
                state.sample_chance(rng) if exact else rng.choice(state.legal_actions())
            )
        total += state.move_number() - start.move_number()
    return total / 200


def against(base: Callable[[], int], work: Callable[[], int], rounds: int, seconds: float) -> float:
    """The time that something takes by that of the base, the median of rounds in turn."""
    ratios = (rate(base, seconds) / rate(work, seconds) for _ in range(rounds))
    return statistics.median(ratios)


def nodes_of(game: engine.Game) -> int:
    state = game.new_initial_state()
    settle(state)
    return perft(state, 4)


def imports(rounds: int) -> None:
    print("\nImporting, in fresh processes: milliseconds (min, median, max) and engine modules.\n")
    programs = {"import engine": "pass"} | {
        f"and load {info.id}": f"engine.load_game({info.id!r})" for info in engine.games()
    }
    for name, program in programs.items():
        text = (
            "import sys, time; start = time.perf_counter(); import engine; "
            f"{program}; print(1000 * (time.perf_counter() - start), "
            "sum(name.startswith('engine') for name in sys.modules))"
        )
        command = [sys.executable, "-c", text]
        runs = [
            subprocess.run(command, capture_output=True, text=True, check=True).stdout
            for _ in range(max(5, rounds))
        ]
        times = [float(run.split()[0]) for run in runs]
        print(f"{name:<24} {spread(times, '6.1f')}   {runs[0].split()[1]} modules")


def main() -> None:
    parsed = parser(__doc__, rounds=9, seconds=0.5).parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, engine {engine.build()}, OpenSpiel", end=" ")
    print(importlib.metadata.version("open_spiel"), end="\n\n")
    compare(parsed.rounds, parsed.seconds)
    per_game(max(1, parsed.rounds // 3), parsed.seconds)
    imports(parsed.rounds)


if __name__ == "__main__":
    main()
