"""How strong the house bots are that do not look at their clock: they fix the leaderboards' level.

`python -m benchmarks.anchors` prints the table of `agents/house/strengths.py`. Each of these
bots plays against Greedy in this process, without a sandbox and without clocks: blocks of the same
dice, or the same opening of six random actions, in every order of the sides. Where more than two
sides meet, each is compared with each, as on the platform. The strength is where the fit of
`statistics.bradley_terry` has it, and its error too. Bots that think until their clock says stop
are left out: their strength is their machine's. `--bot glance` measures those with such names only.
"""

import argparse
import hashlib

import engine
from agents import house
from agents.house.strengths import MEASURED_CODE
from benchmarks import samples
from benchmarks.common import parser
from benchmarks.house import blocks, ratings
from tournaments.queries import shipped


def main() -> None:
    asked = parser(__doc__, games=2000, seconds=60.0, bot="")
    asked.add_argument("variants", nargs="*", help="those that ship, unless some are named")
    options = asked.parse_args()
    print(f"engine {engine.__version__}, {engine.build()} build")
    for name in MEASURED_CODE:
        print(f"{name}: {hashlib.sha256(house.read(name)).hexdigest()}")
    print(
        f"\n{'variant':24}{'rules':>6} {'bot':22}{'games':>6}{'Elo':>6}{'error':>7}, greedy is 1500"
    )
    for key in options.variants or [one.key for one in shipped.VARIANTS]:
        game = engine.parse_variant(key)
        for name in ("random", f"{game.id}-glance"):
            if options.bot in name:
                print(_line(game, name, options), flush=True)


def _line(game: engine.Game, name: str, options: argparse.Namespace) -> str:
    """The strength of a bot after blocks with Greedy on one side, on two, and so on."""
    sides = len(set(game.sides()))
    tables = [["greedy"] * count + [name] * (sides - count) for count in range(1, sides)]
    played = [
        [row for row in rows if row[0] != row[1]]
        for rows in blocks(game, tables, samples.CLOCK, most=options.games, seconds=options.seconds)
    ]
    elo, error = ratings(game, [name, "greedy"], played, free=[name])[name]
    games, rules = sides * len(played), game.rules_version
    return f"{game.variant:24}{rules:>6} {name:22}{games:>6}{elo:>6.0f}{error:>7.0f}"


if __name__ == "__main__":
    main()
