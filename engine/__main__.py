"""The engine's commands: `python -m engine games` and `python -m engine verify FILE`."""

import argparse
import json
from pathlib import Path

from engine import __version__, build
from engine.record import verify
from engine.registry import OptionSpec, games, spell


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Games and their records."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games and their options")
    check = commands.add_parser("verify", help="replay a game record and say whether it holds")
    check.add_argument("file", type=Path)
    parsed = parser.parse_args(arguments)
    return _list_games() if parsed.command == "games" else _verify(parsed.file)


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
    except (OSError, ValueError) as error:
        print(f"refused: {path} is no readable JSON document: {error}")
        return 1
    verdict = verify(document)
    print(verdict.line)
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
