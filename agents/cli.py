"""Play a series (`play`), check a bot as an upload would (`check`), repeat a game (`rerun`).

Exit status: 0 done, 1 the checked bot is refused or the game went otherwise, 2 wrong arguments or
files, 3 no sandbox or a failure of this machine, 130 interrupted.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import engine
from agents import archive, checks, limit_facts, referee, samples, series
from agents.bench import Bench
from agents.clock import PRESETS, preset
from agents.conditions import Conditions, Deal, SeatedBot
from agents.faults import BotFault, Fault, PlatformFault
from agents.rerun import NotRepeatable, play_again
from agents.sandbox import Isolation, SandboxUnavailable, choose
from agents.words import CodedError, Sentence
from engine import openings, record

_REPEATED: dict[str, Any] = {"action": "append", "default": [], "metavar": "NAME=VALUE"}

DONE, REFUSED, MISUSED, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


class Misuse(CodedError):
    """The arguments or files cannot be used; the sentence says why."""


@dataclass(frozen=True)
class _Session:
    """What holds for every game of one command."""

    conditions: Conditions
    seed: bytes

    def play(
        self,
        game: engine.Game,
        contenders: Sequence[series.Contender],
        seating: series.Seating,
        bench: Bench | None = None,
    ) -> referee.GameReport:
        """Play one game of a series, with processes from a bench where there is one."""
        seated = [contenders[number] for number in seating.entrants]
        seeds = referee.bot_seeds_from(self.seed, game_number=seating.number, seats=len(seated))
        bots = [
            SeatedBot(one.archive, one.name, 1, seed)
            for one, seed in zip(seated, seeds, strict=True)
        ]
        return referee.play_game(game, bots, seating.deal, self.conditions, bench=bench)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    if options.trusted:
        print(Sentence("trusted"), file=sys.stderr)
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
    """Play a series, one line a game, and print the score."""
    game = _game(options.game, options.option)
    entrants = _entrants(options.bots)
    if len(entrants) != game.num_players():
        raise Misuse("name-as-many-bots", game=game.name, seats=game.num_players())
    _check_block(game, options)
    session = _session(options)
    folder = _folder(options.save)
    conditions = session.conditions
    print(f"{game.variant}, {conditions.time_control.name} ({conditions.time_control})")
    print(f"seed {session.seed.hex()}", flush=True)
    games: list[series.SeriesGame] = []
    with Bench(limits=conditions.limits, isolation=conditions.isolation) as bench:

        def play_one(seating: series.Seating) -> referee.GameReport:
            bench.expect(len(entrants) if seating.number + 1 < options.games else 0)
            return session.play(game, entrants, seating, bench)

        for played in series.play(
            play_one,
            games=options.games,
            seats=len(entrants),
            seed=session.seed,
            first=options.first,
            same_dice=options.same_dice,
            draw=_openings(game, options.openings),
        ):
            games.append(played)
            print(_line(played, entrants), flush=True)
            _save(played, folder)
    print(_table(games, entrants))
    return DONE


def check(options: argparse.Namespace) -> int:
    """Do what an upload's validation does, and print what it would say."""
    (bot,) = _entrants([options.bot])
    session = _session(options)
    try:
        games = referee.probe(bot.archive, session.conditions)
    except BotFault as error:
        return _refuse(Sentence("at-loading"), error.fault, "")
    print(Sentence("loaded", games=games), flush=True)
    for game in checks.modes_of(games):
        seats = game.num_players()
        seating = series.Seating(0, (0,) * seats, Deal(session.seed, 1))
        report = session.play(game, [bot] * seats, seating)
        for seat, fault in enumerate(report.faults):
            if fault is not None:
                place = Sentence("at-event", game=game.variant, seat=seat, ply=fault.ply)
                return _refuse(place, fault, report.logs[seat])
        events = len(report.record["events"])
        print(Sentence("played-itself", game=game.variant, events=events))
    print(Sentence("accepted"))
    return DONE


def rerun(options: argparse.Namespace) -> int:
    """Play the game of a record again, and say where it goes otherwise."""
    document = _document(options.record)
    archives = [contender.archive for contender in _entrants(options.seat)]
    repetition = play_again(document, archives, _session(options).conditions, seed=options.seed)
    print(repetition)
    return DONE if repetition.identical else REFUSED


def _document(path: str) -> dict[str, Any]:
    try:
        document: Any = json.loads(Path(path).read_text())
    except OSError as error:
        raise Misuse("unreadable", path=path, why=error.strerror) from None
    except ValueError as error:
        raise Misuse("no-record", path=path, why=error) from None
    if not isinstance(document, dict):
        raise Misuse("no-record-object", path=path)
    verdict = record.verify(document)
    if not verdict.ok:
        raise Misuse("no-record", path=path, why=verdict.line)
    return document


def _refuse(place: Sentence, fault: Fault, log: str) -> int:
    print(Sentence("refused", kind=fault.kind, place=place, why=fault.summary))
    for text in filter(None, (fault.detail.rstrip(), log.rstrip())):
        print(f"\n{text}")
    return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m agents", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="play|check|rerun")
    playing = commands.add_parser("play", help="play bots against each other")
    playing.set_defaults(command=play)
    playing.add_argument("game", help="an id or a variant, such as kalah or 'kalah(seeds=4)'")
    playing.add_argument(
        "bots", nargs="+", metavar="BOT", help=f"bot.py, a zip, or {', '.join(samples.NAMES)}"
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
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise argparse.ArgumentTypeError(Sentence("no-seed"))
    return seed


def _session(options: argparse.Namespace) -> _Session:
    isolation = Isolation.NONE if options.trusted else choose()
    seed = options.seed or secrets.token_bytes(32)
    try:
        limits = limit_facts.read(options.limit)
    except ValueError as error:
        raise Misuse("about-option", option="--limit", why=error) from None
    control = preset(options.time, startup_seconds=limits.startup_seconds)
    return _Session(Conditions(control, limits, isolation), seed)


def _game(variant: str, options: Sequence[str]) -> engine.Game:
    return engine.parse_variant(f"{variant}({','.join(options)})" if options else variant)


def _check_block(game: engine.Game, options: argparse.Namespace) -> None:
    """Refuse what the games of a block cannot have in common."""
    if options.same_dice and options.first != "alternate":
        raise Misuse("same-dice-and-first")
    if options.openings and game.info.has_chance:
        raise Misuse("openings-and-dice", game=game.name)


def _openings(
    game: engine.Game, actions: int
) -> Callable[[bytes, Collection[tuple[str, ...]]], tuple[str, ...]] | None:
    if not actions:
        return None
    return lambda seed, taken: openings.draw(game, seed, actions=actions, taken=taken)


def _entrants(bots: Sequence[str]) -> list[series.Contender]:
    entrants: list[series.Contender] = []
    for bot in bots:
        name = Path(bot).stem
        same = sum(entrant.name.partition("#")[0] == name for entrant in entrants)
        entrants.append(series.Contender(f"{name}#{same + 1}" if same else name, _read(bot)))
    return entrants


def _read(bot: str) -> bytes:
    if bot in samples.NAMES:
        return archive.pack("bot.py", samples.read(bot)).data
    try:
        return archive.pack(bot, Path(bot).read_bytes()).data
    except archive.ArchiveError as error:
        raise Misuse("about-option", option=bot, why=error) from None
    except IsADirectoryError:
        raise Misuse("folder-as-bot", bot=bot) from None
    except OSError as error:
        raise Misuse("no-bot", bot=bot, why=error.strerror, known=samples.NAMES) from None


def _folder(save: str | None) -> Path | None:
    if save is None:
        return None
    folder = Path(save)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unreadable", path=f"--save {save}", why=error.strerror) from None
    return folder


def _save(played: series.SeriesGame, folder: Path | None) -> None:
    if folder is None:
        return
    stem = f"game-{played.seating.number + 1:04}"
    document = record.reveal(played.report.record, played.seating.deal.seed)
    folder.joinpath(f"{stem}.json").write_text(json.dumps(document, indent=1) + "\n")
    for seat, log in enumerate(played.report.logs):
        if log:
            folder.joinpath(f"{stem}-seat{seat}.log").write_text(log)


def _line(played: series.SeriesGame, entrants: Sequence[series.Contender]) -> str:
    names = [entrants[number].name for number in played.seating.entrants]
    results = (f"{n} {v:+g}" for n, v in zip(names, played.report.returns, strict=True))
    events = len(played.report.record["events"])
    head = f"{played.seating.number + 1:4}  {', '.join(results)}  {played.report.reason}"
    lines = [f"{head}, {events} events"]
    for number, fault in played.faults():
        lines.append(f"      {entrants[number].name}: {fault.kind}: {fault.summary}")
        lines += [f"        {line}" for line in fault.detail.splitlines()]
    return "\n".join(lines)


def _table(games: Sequence[series.SeriesGame], entrants: Sequence[series.Contender]) -> str:
    width = max(8, *(len(entrant.name) for entrant in entrants))
    heads = ("games", "wins", "draws", "losses", "points", "faults", "ms/action", "cpu ms")
    lines = [f"\n{'':{width}}" + "".join(f"{head:>10}" for head in heads)]
    for number, entrant in enumerate(entrants):
        got = series.score(games, entrant=number)
        counts = (got.games, got.wins, got.draws, got.losses, f"{got.points:g}", got.faults)
        times = (f"{1000 * t / max(1, got.actions):.1f}" for t in (got.wall, got.cpu))
        cells = "".join(f"{cell:>10}" for cell in (*counts, *times))
        lines.append(f"{entrant.name:{width}}{cells}")
    return "\n".join(lines)


def _complain(said: object, status: int) -> int:
    print(said, file=sys.stderr)
    return status
