"""`kauri download` and `kauri logs`: records, code, and the output of the player's bots."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import click

from agents.desk.contenders import Misuse
from agents.desk.status import DONE, REFUSED
from agents.words import Sentence
from tournaments.kit import accounts, games, site_names, versions
from tournaments.kit.client import Client, Log, Match
from tournaments.kit.output import Output, speaks

_GAME = re.compile(r"(\d+)(?:/(\d+))?")
_TOLD: tuple[Literal["game", "seat", "log", "fault"], ...] = ("game", "seat", "log", "fault")


@click.command("download")
@click.argument("what", shell_complete=site_names.tournaments)
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where to.")
@speaks
def download_records(output: Output, *, what: str, folder: Path) -> int:
    """Keep the records of games: WHAT is a tournament's name in addresses, a match, or 12/1.

    Or keep code as a zip: WHAT is sower/3, version 3 of the bot sower. It has to be your own, or
    public. What the folder has already is left as it is, so an interrupted download goes on.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unreadable", path=folder, why=error.strerror) from None
    version = None if _GAME.fullmatch(what) else versions.VERSION.fullmatch(what)
    with accounts.client() as site:
        if version is not None:
            return _download_code(output, site, version[1], int(version[2]), folder)
        return _download_games(output, site, what, folder)


def _download_code(output: Output, site: Client, bot: str, number: int, folder: Path) -> int:
    path = folder / f"{bot}-{number}.zip"
    if not path.exists():
        _write(path, versions.code(site, bot, number))
    output.tell(str(path), file=str(path))
    return DONE


def _download_games(output: Output, site: Client, what: str, folder: Path) -> int:
    records, status = 0, DONE
    for match, number in _games(site, what):
        path = folder / f"{match['id']}.{number}.json"
        try:
            if path.exists() or _keep(site, match, number, path):
                records += 1
                output.tell(str(path), file=str(path))
        except Misuse as refused:
            output.tell(str(refused), **refused.sentence.stored())
            status = REFUSED
    output.say(Sentence("downloaded", records=records), folder=str(folder))
    return status


def _games(site: Client, what: str) -> Iterator[tuple[Match, int]]:
    """Each game to download, by its match and its number."""
    asked = _GAME.fullmatch(what)
    if asked is None:
        matches: Iterator[Match] = site.tournament_matches(what)
    else:
        matches = iter([site.match(int(asked[1]))])
    for match in matches:
        for game in match["games"]:
            if asked is None or asked[2] is None or game["number"] == int(asked[2]):
                yield match, game["number"]


def _keep(site: Client, match: Match, number: int, path: Path) -> bool:
    """Write a game's record; False if the game is not over, or its record is not kept.

    Raises Misuse for a record that does not hold.
    """
    record = games.fetch(site, match, number)
    if record is None:
        return False
    _write(path, json.dumps(record).encode() + b"\n")
    return True


def _write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    made = path.with_suffix(".part")
    made.write_bytes(content)
    made.replace(path)


@click.command("logs")
@click.argument("game")
@speaks
def show_logs(output: Output, *, game: str) -> int:
    """Show what your own bots printed in GAME, and their faults: a match, or 12/1 for one game."""
    asked = _GAME.fullmatch(game)
    if asked is None:
        raise Misuse("no-game", text=game)
    with accounts.client() as site:
        own = site.logs(int(asked[1]))
    if asked[2] is not None:
        own = [log for log in own if log["game"] == int(asked[2])]
    spoken = [log for log in own if log["log"] or log["fault"]]
    if not spoken:
        output.say(Sentence("no-logs"))
    for log in spoken:
        output.tell(_log(log), **{name: log[name] for name in _TOLD})
    return DONE


def _log(log: Log) -> str:
    """A bot's log between a line that names it and its fault."""
    version, fault = log["version"], log["fault"]
    head = f"{log['game']}/{log['seat']}  {version['name']} v{version['version']}"
    said = f"{fault['kind']}: {fault['summary']}" if fault else ""
    return "\n".join(filter(None, [head, log["log"], said]))
