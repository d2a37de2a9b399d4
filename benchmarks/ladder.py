"""How strong the rungs are: bots that look at no clock, and fill the gaps between other anchors.

`python -m benchmarks.ladder` plays tables of anchors that stand near each other, in this process,
without a sandbox and without clocks: blocks of the same dice, or the same opening, in every order
of the sides. A tenth of the time goes to find out who stands near whom. It prints the ratings of
`statistics.bradley_terry` with their standard errors. Those that `benchmarks.anchors` has measured
keep their strengths. `--write` states in `agents/house/strengths.json` what was measured well
enough. For Alquerque and Pachisi it takes more than the default seconds.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import combinations

import engine
from agents import house
from agents.house.strengths import FILE
from benchmarks import samples
from benchmarks.common import parser
from benchmarks.house import Rating, blocks, ratings
from tournaments.queries import shipped

ANCHOR_ERROR, RUNG_ERROR = 25, 50
"""With more, in Elo, a strength is not stated. No rung fixes the level of a leaderboard."""

NOT_BY_GREEDY = {"alquerque": ("random", "alquerque-glance")}
"""Greedy wins or loses too surely against these: only the rungs between them say by how much."""


def main() -> None:
    asked = parser(__doc__, games=40_000, seconds=40.0)
    asked.add_argument("--write", action="store_true")
    asked.add_argument("variants", nargs="*", help="those that ship, unless some are named")
    options = asked.parse_args()
    print(f"engine {engine.__version__}, {engine.build()} build")
    for key in options.variants or [one.key for one in shipped.VARIANTS]:
        game = engine.parse_variant(key)
        rated = _rated(game, options)
        if options.write:
            _write(game, rated)


def _rated(game: engine.Game, options: argparse.Namespace) -> dict[str, Rating]:
    """The ratings of all anchors of a variant, after they are printed."""
    first, _games = _measured(game, anchors(game), options.games, options.seconds / 10)
    by_strength = sorted(first, key=lambda code: first[code].elo)
    rated, games = _measured(game, by_strength, options.games, options.seconds)
    print(f"\n{game.variant} (rules {game.rules_version}): {games} games")
    for code, rating in rated.items():
        print(f"  {code:24}{rating.elo:>6.0f} ± {rating.error:.0f}", flush=True)
    return rated


def anchors(game: engine.Game) -> list[str]:
    """The anchors of a game, from the weakest as one expects them."""
    rungs = [code for code, rung in house.RUNGS.items() if rung.game_id == game.id]
    return ["random", *rungs[:3], "greedy", f"{game.id}-glance", *rungs[3:]]


def measured_here(game: engine.Game) -> list[str]:
    """The anchors of a game that `benchmarks.anchors` does not measure."""
    others = NOT_BY_GREEDY.get(game.id, ())
    return [code for code in anchors(game) if code in house.RUNGS or code in others]


def _measured(
    game: engine.Game, codes: Sequence[str], most: int, seconds: float
) -> tuple[dict[str, Rating], int]:
    """The ratings of a ladder of bots by games of those near each other, and how many games."""
    sides = len(set(game.sides()))
    tables = [
        [codes[place] for place in places]
        for places in combinations(range(len(codes)), sides)
        if places[-1] - places[0] <= sides
    ]
    played = blocks(game, tables, samples.CLOCK, most=most, seconds=seconds)
    return ratings(game, codes, played, free=measured_here(game)), len(played) * sides


def _write(game: engine.Game, rated: Mapping[str, Rating]) -> None:
    """State the strengths of those that are precise enough, and their code."""
    stated = json.loads(FILE.read_text())
    board = stated["strengths"][f"{game.variant} {game.rules_version}"]
    for code in measured_here(game):
        board.pop(code, None)
        if rated[code].error <= (RUNG_ERROR if code in house.RUNGS else ANCHOR_ERROR):
            board[code] = round(rated[code].elo)
            stated["code"][code] = hashlib.sha256(house.read(code)).hexdigest()
    FILE.write_text(json.dumps(stated, indent=1) + "\n")


if __name__ == "__main__":
    main()
