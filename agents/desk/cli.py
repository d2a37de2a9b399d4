"""Play a series (`play`), check a bot as an upload would (`check`), repeat a game (`rerun`).

Exit status: 0 done, 1 the checked bot is refused or the game went otherwise, 2 wrong arguments or
files, 3 no sandbox or a failure of this machine, 130 interrupted.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import engine
from agents import house
from agents.desk import contenders, scoresheet, series, trying
from agents.desk.contenders import Misuse
from agents.desk.documents import record_in
from agents.desk.rerun import NotRepeatable, play_again
from agents.desk.session import Session, check_block, drawing, game_of, seed_of, session
from agents.desk.status import DONE, FAILED, INTERRUPTED, MISUSED, REFUSED
from agents.sandbox import SandboxUnavailable
from agents.table import referee
from agents.table.bench import Bench
from agents.terms.clock import PRESETS
from agents.terms.faults import PlatformFault
from agents.words import Sentence
from agents.words.printing import echo
from engine import openings

_REPEATED: dict[str, Any] = {"action": "append", "default": [], "metavar": "NAME=VALUE"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    if options.trusted:
        echo(Sentence("trusted"), error=True)
    try:
        status: int = options.command(options)
    except (Misuse, NotRepeatable, engine.EngineError) as error:
        return _complain(error, MISUSED)
    except SandboxUnavailable as error:
        return _complain(Sentence("no-sandbox", why=error), FAILED)
    except PlatformFault as error:
        return _complain(Sentence("machine-failed", why=error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def play(options: argparse.Namespace) -> int:
    """Play a series, print one line per game, and then the score."""
    game = game_of(options.game, options.option)
    entrants = contenders.named(options.bots)
    if len(entrants) != game.num_players():
        raise Misuse("name-as-many-bots", game=game.name, seats=game.num_players())
    check_block(game, same_dice=options.same_dice, first=options.first, opening=options.openings)
    chosen = _session(options)
    folder = scoresheet.folder_of(options.save)
    conditions = chosen.conditions
    echo(f"{game.variant}, {conditions.time_control.name} ({conditions.time_control})")
    echo(f"seed {chosen.seed.hex()}")
    games: list[series.SeriesGame] = []
    with Bench(limits=conditions.limits, isolation=conditions.isolation) as bench:

        def play_one(seating: series.Seating) -> referee.GameReport:
            more = seating.number + 1 < options.games
            bench.expect(len(entrants) if more else 0, game.variant)
            return chosen.play(game, entrants, seating, bench)

        for played in series.play(
            play_one,
            games=options.games,
            seats=len(entrants),
            seed=chosen.seed,
            first=options.first,
            same_dice=options.same_dice,
            draw=drawing(game, options.openings),
        ):
            games.append(played)
            echo(scoresheet.line(played, entrants))
            scoresheet.save(played, folder, conditions.time_control)
    echo(scoresheet.table(games, entrants))
    return DONE


def check(options: argparse.Namespace) -> int:
    """Check a bot as for an upload, and print the result."""
    (bot,) = contenders.named([options.bot])
    refusal = trying.check(bot, _session(options), echo)
    if refusal is None:
        echo(Sentence("accepted"))
        return DONE
    echo(refusal.sentence)
    for text in refusal.texts:
        echo(f"\n{text}")
    return REFUSED


def rerun(options: argparse.Namespace) -> int:
    """Play the game of a record again, and print where it differs."""
    document = record_in(Path(options.record))
    archives = [contender.archive for contender in contenders.named(options.seat)]
    repetition = play_again(document, archives, _session(options).conditions, seed=options.seed)
    echo(repetition)
    return DONE if repetition.identical else REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m agents", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="play|check|rerun")
    playing = commands.add_parser("play", help="play bots against each other")
    playing.set_defaults(command=play)
    playing.add_argument("game", help="an id or a variant, such as kalah or 'kalah(seeds=4)'")
    playing.add_argument(
        "bots", nargs="+", metavar="BOT", help=f"bot.py, a zip, or {', '.join(house.NAMES)}"
    )
    playing.add_argument(
        "--games", type=_positive, default=2, help="how many games to play (default 2)"
    )
    playing.add_argument("--option", **_REPEATED, help="an option of the game; may be repeated")
    playing.add_argument("--save", metavar="DIR", help="write records and logs to this folder")
    playing.add_argument(
        "--first",
        choices=series.ORDERS,
        default="alternate",
        help="who sits first in the next",
    )
    playing.add_argument(
        "--same-dice", action="store_true", help="give each order of seats the same dice"
    )
    openings_help = "start each block but the first after N random actions (default 0)"
    playing.add_argument("--openings", type=_actions, default=0, metavar="N", help=openings_help)
    _add_common(playing, time="blitz")
    checking = commands.add_parser("check", help="check a bot as an upload would")
    checking.set_defaults(command=check)
    checking.add_argument("bot", metavar="BOT", help="bot.py or a zip")
    _add_common(checking, time="bullet")
    repeating = commands.add_parser("rerun", help="play a recorded game again and compare it")
    repeating.set_defaults(command=rerun)
    repeating.add_argument("record", metavar="RECORD", help="a file that `play --save` has written")
    repeating.add_argument(
        "--seat", action="append", required=True, metavar="BOT", help="one for each seat, in order"
    )
    _add_common(repeating, time="blitz")
    return parser


def _add_common(parser: argparse.ArgumentParser, *, time: str) -> None:
    parser.add_argument(
        "--time", choices=list(PRESETS), default=time, help=f"the time control (default {time})"
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="HEX", help="64 hex digits, which repeat the dice"
    )
    limit_help = "a limit for each bot, such as memory_bytes=256MiB; may be repeated"
    parser.add_argument("--limit", **_REPEATED, help=limit_help)
    parser.add_argument("--trusted", action="store_true", help="run bots without a sandbox")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(Sentence("no-count", text=text))
    return int(text)


def _actions(text: str) -> int:
    if not text.isdecimal() or int(text) > openings.MOST:
        raise argparse.ArgumentTypeError(Sentence("no-opening", most=openings.MOST))
    return int(text)


def _seed(text: str) -> bytes:
    try:
        return seed_of(text)
    except Misuse as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _session(options: argparse.Namespace) -> Session:
    return session(
        time=options.time, seed=options.seed, limits=options.limit, trusted=options.trusted
    )


def _complain(said: object, status: int) -> int:
    echo(said, error=True)
    return status
