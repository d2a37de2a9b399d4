"""Steps a second of environments for learners: ours, PettingZoo's and OpenSpiel's.

    python -m benchmarks.steps [--seconds 1.0] [--repeats 5] [--clock cpu]

A step reads an observation and a mask of legal actions, chooses one of these at random, and applies
it; games that end begin again. The rows take turns, and the median is printed with its ratio to
PettingZoo's connect four. CPU seconds count, or those of a clock on the wall (`--clock wall`). Of
two processes it is the CPU of the one that also chooses: the other one has less to do. Only the
wall shows what waiting for each other costs, and it needs a quiet machine.
"""

import random
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial

import numpy as np
import pyspiel
from open_spiel.python import rl_environment

import engine
from agents.learning.aec import KauriAEC
from agents.learning.vector import VectorGames
from benchmarks.common import in_turn, parser

COUNT = 1024
"""Games at once in the vector environment."""

Steps = Callable[[], int]
"""Makes some steps and returns how many those were."""


def vector(variant: str, workers: int) -> Steps:
    """Many of our games at once; actions are drawn from the masks."""
    games, rng = VectorGames(variant, COUNT, workers=workers), np.random.default_rng(1)
    now = [games.now()]

    def step() -> int:
        scores = rng.random(now[0].masks.shape, np.float32) * now[0].masks
        now[0] = games.step(scores.argmax(axis=1))
        return COUNT

    return step


def pettingzoo(make: Callable[[], object]) -> Steps:
    """A whole game of an environment of PettingZoo."""
    env, seeds = make(), iter(range(1, 1 << 30))

    def step() -> int:
        env.reset(seed=next(seeds))
        count = 0
        for agent in env.agent_iter():
            seen, _reward, ended, cut, _info = env.last()
            count += not (ended or cut)
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
        return count

    return step


def openspiel(name: str) -> Steps:
    """A whole game of OpenSpiel's own, in C++, driven from Python without an environment."""
    game, rng = pyspiel.load_game(name), random.Random(1)

    def step() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
        return count

    return step


def learners(name: str) -> Steps:
    """A whole game of OpenSpiel's environment for learners."""
    env, rng = rl_environment.Environment(name), random.Random(1)

    def step() -> int:
        now, count = env.reset(), 0
        while not now.last():
            allowed = now.observations["legal_actions"][now.observations["current_player"]]
            now, count = env.step([rng.choice(allowed)]), count + 1
        return count

    return step


def pace(
    make: Callable[[], Steps], seconds: float, clock: Callable[[], float]
) -> Callable[[], float]:
    """What measures the steps of a second."""
    step = make()

    def measure() -> float:
        began, count = clock(), 0
        while clock() - began < seconds:
            count += step()
        return count / (clock() - began)

    return measure


def rows() -> dict[str, Callable[[], Steps]]:
    """What is measured, the first one what the others are compared with."""
    from pettingzoo.classic import connect_four_v3, tictactoe_v3  # noqa: PLC0415 - it prints

    theirs = {
        "PettingZoo connect_four_v3": lambda: pettingzoo(connect_four_v3.env),
        "PettingZoo tictactoe_v3": lambda: pettingzoo(tictactoe_v3.env),
    }
    spiel = {
        f"OpenSpiel {name}, C++ from Python": lambda name=name: openspiel(name)
        for name in ("connect_four", "mancala", "einstein_wurfelt_nicht", "backgammon")
    }
    environments = {
        f"OpenSpiel {name}, rl_environment": lambda name=name: learners(name)
        for name in ("connect_four", "backgammon")
    }
    alone = {
        f"Kauri {name}, PettingZoo": lambda name=name: pettingzoo(lambda: KauriAEC(name))
        for name in ("kalah(seeds=4)", "einstein")
    }
    many = {
        f"Kauri {name}, {COUNT} games at once{cores}": partial(vector, name, workers)
        for workers, cores in ((1, ""), (2, ", 2 cores"))
        for name in (
            *("kalah(seeds=4)", "einstein", "ashte-kashte"),
            *("pachisi(capture=forced)", "pachisi(mode=two)", "alquerque(mode=two)"),
        )
    }
    return {**theirs, **spiel, **environments, **alone, **many}


def main() -> None:
    """Print a line for each environment."""
    options = parser(__doc__, seconds=1.0, repeats=5, clock="cpu").parse_args(sys.argv[1:])
    warnings.simplefilter("ignore")
    clock = {"cpu": time.process_time, "wall": time.perf_counter}[options.clock]
    measured = {title: pace(make, options.seconds, clock) for title, make in rows().items()}
    found = in_turn(measured, options.repeats)
    first = next(iter(found.values()))
    print(f"engine: {engine.build()}")
    for title, steps in found.items():
        print(f"{title:48} {steps:12,.0f} {steps / first:8.1f}")


if __name__ == "__main__":
    main()
