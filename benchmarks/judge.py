"""How well the judge predicts results, how many of its mistakes are real, and what it costs.

`python -m benchmarks.judge` lets house bots play on each leaderboard, in this process and without
a sandbox, and judges every game. The Brier score is the mean square of the distance between the
chance (1 + value) / 2 of a side and its result, over all points of the curves; beside it stands
that of even chances. `worst bin` is the largest distance, in percentage points, between the mean
chance and the mean result of the points in a tenth of the chances, if it has a hundredth of all
points. `seconds` are the median and the most of CPU for a game.

In games of Kalah between the weakest bots it then solves endings exactly, with `--positions` for a
game: many more than the judge takes. An action there is a mistake if the result gets worse when
both play best from then on. `found` is the share of mistakes that the judge marks, and `false` the
share of marked actions that are none. `alone` are both for positions that the judge itself did not
solve.

`--game` takes one game's leaderboards, and another `--label` makes other games. A leaderboard ends
after `--games` games or `--seconds` of CPU for them.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import engine
from agents import house, samples, sdk
from agents.judge import analysis
from agents.judge.endgame import Endings
from agents.judge.findings import Analysis
from benchmarks.common import parser
from benchmarks.house import entrants
from benchmarks.samples import Start, starts
from benchmarks.samples import bot as sample
from engine import record
from engine.dice import Dice
from tournaments.queries import shipped

HEADS = "| leaderboard | games | Brier | even | worst bin | mistakes a game | seconds | most |"
WEAKEST = ("random", "greedy")
ENDINGS = "| leaderboard | actions | mistakes | found | false | alone: found | false |"


class Judged(NamedTuple):
    """A game: its record, the judge's view of it, and the seconds of CPU that this took."""

    record: dict[str, Any]
    analysis: Analysis
    seconds: float


class Mark(NamedTuple):
    """An action in a solved ending: whether it was a mistake, marked, and solved by the judge."""

    mistake: bool
    marked: bool
    known: bool


def main() -> None:
    asked = parser(
        __doc__, game="", games=30, seconds=20.0, think=0.001, label="test", positions=2_000_000
    )
    options = asked.parse_args()
    # The bots look at the real time, as they should where a referee measures it.
    time.perf_counter = time.process_time
    # All mistakes count here, and not only those that a page has room for.
    analysis.MOST_SWINGS = 10_000
    boards = [engine.parse_variant(board.key) for board in shipped.VARIANTS]
    names = {board.key: board.name for board in shipped.VARIANTS}
    print(f"{HEADS}\n{_rule(HEADS)}", flush=True)
    chosen = [game for game in boards if options.game in ("", game.id)]
    for game in chosen:
        codes = [code for code in entrants(game) if code != "random"]
        print(row(names[game.variant], list(judged_games(game, codes, options))), flush=True)
    print(f"\n{ENDINGS}\n{_rule(ENDINGS)}", flush=True)
    for game in (game for game in chosen if game.id == "kalah"):
        games = list(judged_games(game, WEAKEST, options))
        print(ending_row(names[game.variant], games, options.positions), flush=True)


def row(name: str, games: Sequence[Judged]) -> str:
    """A line of the first table."""
    guesses = [guess for one in games for guess in guesses_of(one)]
    mistakes = sum(len(one.analysis.swings) for one in games) / len(games)
    seconds = [one.seconds for one in games]
    return (
        f"| {name} | {len(games)} | {brier(guesses):.3f} "
        f"| {brier([(0.5, result) for _chance, result in guesses]):.3f} "
        f"| {100 * worst_bin(guesses):.1f} | {mistakes:.1f} "
        f"| {statistics.median(seconds):.2f} | {max(seconds):.2f} |"
    )


def guesses_of(game: Judged) -> Iterator[tuple[float, float]]:
    """The chance and the result of every seat at every point before the end."""
    results = game.record["result"]["returns"]
    last = max(game.analysis.values)
    for ply, values in game.analysis.values.items():
        if ply < last:
            for value, result in zip(values, results, strict=True):
                yield (1 + value) / 2, (1 + result) / 2


def brier(guesses: Sequence[tuple[float, float]]) -> float:
    return statistics.fmean((chance - result) ** 2 for chance, result in guesses)


def worst_bin(guesses: Sequence[tuple[float, float]]) -> float:
    """The largest distance between mean chance and mean result in a tenth of the chances."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for chance, result in guesses:
        bins.setdefault(min(int(10 * chance), 9), []).append((chance, result))
    large = [one for one in bins.values() if 100 * len(one) >= len(guesses)]
    return max(abs(statistics.fmean(c - r for c, r in one)) for one in large)


def ending_row(name: str, games: Sequence[Judged], positions: int) -> str:
    """A line of the second table."""
    marks = [mark for one in games for mark in marks_of(one, positions)]
    alone = [mark for mark in marks if not mark.known]
    return (
        f"| {name} | {len(marks)} | {sum(mark.mistake for mark in marks)} | {_shares(marks)} "
        f"| {_shares(alone)} |"
    )


def marks_of(game: Judged, positions: int) -> Iterator[Mark]:
    """What became of the actions of a game's solved ending."""
    states = list(record.states(game.record))
    variant = states[0].get_game()
    known = Endings(variant, analysis.END).solve(states, analysis.END)
    solved = Endings(variant, positions).solve(states, positions)
    marked = {swing.ply - 1 for swing in game.analysis.swings}
    for number, event in enumerate(game.record["events"]):
        if (
            number in solved
            and not event.get("opening")
            and len(states[number].legal_actions()) > 1
        ):
            is_mistake = solved[number].value != solved[number + 1].value
            yield Mark(is_mistake, number in marked, number in known)


def _shares(marks: Sequence[Mark]) -> str:
    """The shares of mistakes that are marked, and of marks that are no mistakes."""
    found = [mark.marked for mark in marks if mark.mistake]
    false = [not mark.mistake for mark in marks if mark.marked]
    return f"{_share(found)} | {_share(false)}"


def _share(facts: Sequence[bool]) -> str:
    return f"{statistics.fmean(facts):.1%} of {len(facts)}" if facts else "none"


def _rule(heads: str) -> str:
    return "|---" * (heads.count("|") - 1) + "|"


def judged_games(
    game: engine.Game, codes: Sequence[str], options: argparse.Namespace
) -> Iterator[Judged]:
    """Games of one leaderboard between these bots, one after the other."""
    label = f"kauri-judge-benchmark:{options.label}:{game.variant}"
    for start in starts(game, label, most=options.games, seconds=options.seconds):
        rng = random.Random(f"{label}:{start.number}")
        document = play(game, start, rng, codes, options.think)
        began = time.process_time()
        judged = analysis.analyse(document)
        yield Judged(document, judged, time.process_time() - began)


def play(
    game: engine.Game, start: Start, rng: random.Random, codes: Sequence[str], think: float
) -> dict[str, Any]:
    """The record of a game between bots by lot, those of partners the same."""
    by_side = [rng.choice(codes) for _side in set(game.sides())]
    bots = [_bot(by_side[side]) for side in game.sides()]
    state, dice = game.new_initial_state(), Dice(start.seed, None)
    seats = [{"name": by_side[side], "version": 1} for side in game.sides()]
    recorder = record.Recorder(game, seats, "0" * 64, 1)
    for notation in start.opening:
        recorder.opening(state, action := state.string_to_action(notation))
        state.apply_action(action)
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(rng.getrandbits(63)))
    clock = sdk.Clock(remaining=30 * think, increment=0.0, per_action=None)
    while not state.is_terminal():
        if state.is_chance_node():
            recorder.throw(state, action := dice.throw(state))
        else:
            recorder.action(state, action := bots[state.current_player()].choose(state, clock))
        state.apply_action(action)
    return recorder.document(state)


def _bot(code: str) -> sdk.Bot:
    return sample(code) if code in samples.NAMES else house.kind(code)()


if __name__ == "__main__":
    main()
