"""How strong the house bots are against each other, which fixes the level of each leaderboard.

`python benchmarks/anchors.py` prints the table that `tournaments/anchors.py` ships. The samples
whose play does not depend on the machine (random and greedy) play in this process, without a
sandbox and without clocks: blocks of the same dice, or the same opening of six random actions, in
every order of the sides. Where more than two sides meet, each is compared with each, as on the
platform. The difference is where the fit of `statistics.bradley_terry` has it, and its error too.
Search is left out: it thinks until its clock says stop, so its strength is its machine's.
"""

import argparse
import hashlib
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import engine
from agents import samples
from benchmarks.blocks import CLOCK, OPENING_ACTIONS, bot
from engine import openings
from engine.dice import Dice
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.queries import shipped

RANDOM, GREEDY = 0, 1
NAMES = ("random", "greedy")

Row = tuple[int, int, int, int, float, int]


def main() -> None:
    options = _options()
    print(f"engine {engine.__version__}, {engine.build()} build")
    for name in NAMES:
        print(f"{name}: {hashlib.sha256(samples.read(name)).hexdigest()}")
    print(f"\n{'variant':28}{'rules':>6}{'games':>7}{'random':>8}{'error':>7}, greedy is 1500")
    for key in options.variants or [one.key for one in shipped.VARIANTS]:
        print(_line(key, options), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", help="default: those that ship")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each variant")
    return parser.parse_args()


def _line(key: str, options: argparse.Namespace) -> str:
    game = engine.parse_variant(key)
    sides = len(set(game.sides()))
    blocks = list(_blocks(game, options.games // sides, options.seconds))
    rows = [row for block in blocks for row in block]
    found = fit(Comparisons.of(rows), entrants=2, seats=sides)
    random_elo, error = _difference(found)
    games = sides * len(blocks)
    return f"{key:28}{game.rules_version:>6}{games:>7}{random_elo:>8.0f}{error:>7.0f}"


def _difference(found: BradleyTerryFit) -> tuple[float, float]:
    """Random's strength where greedy's is 1500, and the standard error of that."""
    below = float(found.ratings[GREEDY] - found.ratings[RANDOM])
    return 1500 - below, found.difference_error(RANDOM, GREEDY)


def _blocks(game: engine.Game, most: int, seconds: float) -> Iterator[list[Row]]:
    """Blocks in which both meet: one more greedy side from block to block, then from one again."""
    sides = len(set(game.sides()))
    end = time.process_time() + seconds
    taken: list[tuple[str, ...]] = [()]
    for number in range(most):
        if time.process_time() > end:
            return
        seed = hashlib.sha256(f"kauri-anchors-1:{game.variant}:{number}".encode()).digest()
        opening: tuple[str, ...] = ()
        if not game.info.has_chance:
            opening = openings.draw(game, seed, actions=OPENING_ACTIONS, taken=taken)
            taken.append(opening)
        greedy = 1 + number % (sides - 1)
        table = [GREEDY] * greedy + [RANDOM] * (sides - greedy)
        orders = [table[turn:] + table[:turn] for turn in range(sides)]
        yield [row for order in orders for row in _rows(game, order, seed, opening, number)]


def _rows(
    game: engine.Game, order: Sequence[int], seed: bytes, opening: Sequence[str], block: int
) -> Iterator[Row]:
    """A game, and the comparisons of every two of its sides that are not of one kind."""
    ranks = _ranks(game, order, seed, opening)
    for one, other in combinations(range(len(order)), 2):
        if order[one] != order[other]:
            score = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
            yield order[one], order[other], one, other, score, block


def _ranks(
    game: engine.Game, order: Sequence[int], seed: bytes, opening: Sequence[str]
) -> dict[int, int]:
    """The rank of each side of one game."""
    state, dice, sides = game.new_initial_state(), Dice(seed), game.sides()
    for notation in opening:
        state.apply_action(state.string_to_action(notation))
    bots = [bot(NAMES[order[side]]) for side in sides]
    for seat, one in enumerate(bots):
        key = hashlib.sha256(f"{seed.hex()}:{order}:{seat}".encode()).digest()
        one.start(game, seat, random.Random(key))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.throw(state))
        else:
            state.apply_action(bots[state.current_player()].choose(state, CLOCK))
    return dict(zip(sides, state.ranks(), strict=True))


if __name__ == "__main__":
    main()
