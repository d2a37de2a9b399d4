"""How much variance mirrored blocks save: the same dice, or the same opening, in each seat order.

`python benchmarks/blocks.py` prints it. The sample bots play in this process, without a sandbox and
without clocks; each game's bots have seeds of their own, as on the platform.

One entrant meets others of one kind (as many as the game has seats for). In a block it sits in
every seat once, with the same dice, or where nothing is thrown after the same opening. What its
points in a block add up to has a variance; the same games say what it would be if each had dice of
its own, as on the platform (seat swap alone: the sum of the variances seat by seat), and if the
seat were drawn as well (independent games). The games that an independent design needs for the same
error, for one in blocks, are the ratio of both variances. Errors are standard errors by resampling
whole blocks. Nothing is asserted.
"""

import argparse
import hashlib
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import engine  # noqa: E402
from agents import samples, sdk  # noqa: E402
from engine import openings  # noqa: E402
from engine.dice import Dice  # noqa: E402

VARIANTS = ("kalah", "alquerque", "einstein", "pachisi", "ashte-kashte")
MEETINGS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
CLOCK = sdk.Clock(remaining=60.0, increment=1.0, per_action=None)
OPENING_ACTIONS = 6
RESAMPLES = 200

Block = list[float]


def main() -> None:
    options = _options()
    print(f"engine {engine.__version__}, {engine.build()} build; at most {options.blocks} blocks")
    print("and", options.seconds, "CPU seconds a line; variances are those of the points a game\n")
    heads = ("blocks", "independent", "seat swap", "mirrored", "games saved", "error")
    print(f"{'variant':14}{'entrant, others':18}" + "".join(f"{head:>13}" for head in heads))
    for key in options.variants or VARIANTS:
        for one, other in MEETINGS:
            blocks = list(_blocks(key, one, other, options.blocks, options.seconds))
            print(f"{key:14}{one + ', ' + other:18}{_line(blocks)}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", help=f"default {' '.join(VARIANTS)}")
    parser.add_argument("--blocks", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=9.0)
    return parser.parse_args()


def _blocks(key: str, one: str, other: str, most: int, seconds: float) -> Iterator[Block]:
    """The entrant's points in each seat of a block, until there are enough or time is up."""
    game = engine.parse_variant(key)
    seats = game.num_players()
    end = time.process_time() + seconds
    taken: list[tuple[str, ...]] = [()]
    for number in range(most):
        if time.process_time() > end:
            return
        seed = hashlib.sha256(f"kauri-blocks-1:{key}:{one}:{other}:{number}".encode()).digest()
        opening: tuple[str, ...] = ()
        if not game.info.has_chance:
            opening = openings.draw(game, seed, actions=OPENING_ACTIONS, taken=taken)
            taken.append(opening)
        yield [
            _points(
                game, [one if at == seat else other for at in range(seats)], seat, seed, opening
            )
            for seat in range(seats)
        ]


def _points(
    game: Any, names: Sequence[str], seat: int, seed: bytes, opening: Sequence[str]
) -> float:
    """Play a game; the share of the others that the entrant at `seat` has left behind."""
    # By the rule of old records, under which all games of a seed have the same dice.
    state, dice = game.new_initial_state(), Dice(seed, None)
    for notation in opening:
        state.apply_action(state.string_to_action(notation))
    bots = [bot(name) for name in names]
    for at, player in enumerate(bots):
        key = hashlib.sha256(f"{seed.hex()}:{seat}:{at}".encode()).digest()
        player.start(game, at, random.Random(key))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.throw(state))
        else:
            at = state.current_player()
            state.apply_action(bots[at].choose(state, CLOCK))
    ranks = state.ranks()
    others = [rank for at, rank in enumerate(ranks) if at != seat]
    return statistics.fmean((ranks[seat] < o) + (ranks[seat] == o) / 2 for o in others)


def bot(name: str) -> Any:
    if name not in _KINDS:
        space: dict[str, Any] = {"__name__": name}
        exec(compile(samples.read(name), name, "exec"), space)
        (_KINDS[name],) = (
            kind
            for kind in space.values()
            if isinstance(kind, type) and issubclass(kind, sdk.Bot) and kind is not sdk.Bot
        )
    return _KINDS[name]()


_KINDS: dict[str, Any] = {}


def _line(blocks: Sequence[Block]) -> str:
    independent, swapped, mirrored = _variances(blocks)
    rng = random.Random(1)
    samples_of = (rng.choices(blocks, k=len(blocks)) for _resample in range(RESAMPLES))
    saved = [_saved(*_variances(sample)) for sample in samples_of]
    share = _saved(independent, swapped, mirrored)
    shares = f"{share:>13.0%}{statistics.stdev(saved):>13.0%}"
    return f"{len(blocks):>13}{independent:>13.4f}{swapped:>13.4f}{mirrored:>13.4f}{shares}"


def _saved(independent: float, _swapped: float, mirrored: float) -> float:
    """Of the games that an independent design needs, the share that blocks save."""
    return 1 - mirrored / independent if independent else 0.0


def _variances(blocks: Sequence[Block]) -> tuple[float, float, float]:
    """Of the points a game: independent games, seat swap alone, mirrored blocks."""
    seats = list(zip(*blocks, strict=True))
    every = [points for block in blocks for points in block]
    return (
        statistics.pvariance(every),
        statistics.fmean(statistics.pvariance(seat) for seat in seats),
        statistics.pvariance([sum(block) for block in blocks]) / len(seats),
    )


if __name__ == "__main__":
    main()
