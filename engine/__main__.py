"""The engine's commands: `python -m engine games`, `verify FILE` and `opening VARIANT SEED`."""

import argparse
import json
from pathlib import Path

from engine import __version__, build, openings
from engine.dice import commitment
from engine.errors import EngineError
from engine.facts import OptionSpec
from engine.printing import printable
from engine.record import verify
from engine.registry import games, parse_variant, spell


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Games and their records."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games and their options")
    check = commands.add_parser("verify", help="replay a game record and say whether it holds")
    check.add_argument("file", type=Path)
    draw = commands.add_parser("opening", help="draw the opening that follows from a match's seed")
    draw.add_argument("variant", help="as kalah or 'kalah(seeds=4)'")
    draw.add_argument("seed", help="64 hex digits")
    draw.add_argument(
        "--actions",
        type=int,
        choices=range(1, openings.MOST + 1),
        default=openings.ACTIONS,
        metavar="N",
        help=f"default {openings.ACTIONS}",
    )
    draw.add_argument(
        "--taken", action="append", default=[], metavar="'A B C'", help="one that was played before"
    )
    parsed = parser.parse_args(arguments)
    if parsed.command == "opening":
        return _draw(parsed)
    return _list_games() if parsed.command == "games" else _verify(parsed.file)


def _draw(parsed: argparse.Namespace) -> int:
    try:
        game, seed = parse_variant(parsed.variant), bytes.fromhex(parsed.seed)
        commitment(seed)
        taken = {(), *(tuple(text.split()) for text in parsed.taken)}
        opening = openings.draw(game, seed, actions=parsed.actions, taken=taken)
    except (EngineError, ValueError) as error:
        print(printable(f"refused: {error}"))
        return 1
    print(" ".join(opening))
    return 0


def _list_games() -> int:
    print(f"engine {__version__}, {build()} build")
    for info in games():
        print(f"{info.id}: {info.name}. {info.summary}")
        for spec in info.options:
            print(f"  {spec.name}={_allowed(spec)}  (default {spell(spec.default)})  {spec.help}")
    return 0


def _allowed(spec: OptionSpec) -> str:
    if spec.kind == "int":
        return f"{spec.allowed[0]}..{spec.allowed[1]}"
    return "|".join(spell(value) for value in spec.allowed)


def _verify(path: Path) -> int:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        print(printable(f"refused: {path} is no readable JSON document: {error}"))
        return 1
    verdict = verify(document)
    print(printable(verdict.line))
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
