"""`kauri download` and `kauri logs`: records of games, and what one's own bots printed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click

from agents.contenders import Misuse
from agents.status import DONE
from agents.words import Sentence
from tournaments.kit import accounts
from tournaments.kit.client import Client, Match
from tournaments.kit.output import Output, speaks

_GAME = re.compile(r"(\d+)(?:/(\d+))?")


@click.command("download")
@click.argument("what")
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where to.")
@speaks
def download_records(output: Output, *, what: str, folder: Path) -> int:
    """Keep the records of games: WHAT is a tournament's name in addresses, a match, or 12/1.

    What the folder has already is left as it is, so an interrupted download goes on.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unreadable", path=folder, why=error.strerror) from None
    kept = 0
    with accounts.known(accounts.place()).client() as site:
        for match, number in _games(site, what):
            path = folder / f"{match['id']}.{number}.json"
            if path.exists() or _keep(site, match, number, path):
                kept += 1
                output.tell(str(path), file=str(path))
    output.say(Sentence("downloaded", records=kept), folder=str(folder))
    return DONE


def _games(site: Client, what: str) -> Iterator[tuple[Match, int]]:
    """Each game that is meant, by its match and its number."""
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
    """Write a game's record; False if the game is not over, or its record is not kept."""
    record = site.game(match["id"], number)["record"]
    if record is None:
        return False
    written = record | {"time_control": match["time_control"]}
    # An interrupted download leaves no half of a record.
    made = path.with_suffix(".part")
    made.write_text(json.dumps(written) + "\n")
    made.replace(path)
    return True


@click.command("logs")
@click.argument("game")
@speaks
def show_logs(output: Output, *, game: str) -> int:
    """Show what your own bots printed in GAME, such as 12/1: game 1 of match 12."""
    asked = _GAME.fullmatch(game)
    if asked is None or asked[2] is None:
        raise Misuse("no-game", text=game)
    with accounts.known(accounts.place()).client() as site:
        seats = site.game(int(asked[1]), int(asked[2]))["seats"]
    kept = [seat for seat in seats if seat["log"]]
    if not kept:
        output.say(Sentence("no-logs"))
    for seat in kept:
        shown = f"{seat['number']}  {seat['version']['name']} v{seat['version']['version']}"
        output.tell(f"{shown}\n{seat['log']}", seat=seat["number"], log=seat["log"])
    return DONE
