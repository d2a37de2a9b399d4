"""`kauri connect`: a bot that plays on a site from this machine."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import click

from agents.desk import contenders, session
from agents.desk.contenders import Misuse
from agents.desk.status import DONE
from agents.words import Sentence
from tournaments.kit import accounts, completing
from tournaments.kit.client import Bot, Client
from tournaments.kit.output import Output, speaks
from tournaments.kit.remote import Program

_GAMES = "What it plays, instead of what its code says; may be repeated."
_TRIES = "End after so many failures in a row to reach the site; by default never."
_NEW = "Register a new version first: its rating begins anew."


@click.command("connect")
@click.argument("file", shell_complete=completing.bots)
@click.option("name", "--bot", metavar="NAME", required=True, help="The remote bot; made if new.")
@click.option("games", "--game", multiple=True, metavar="GAME", help=_GAMES)
@click.option(
    "--at-once",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Games at once, each in a process.",
)
@click.option("--new-version", is_flag=True, help=_NEW)
@click.option("--notes", default="", help="What is new in the version.")
@click.option("--tries", type=click.IntRange(min=1), help=_TRIES)
@click.option("most", "--games", type=click.IntRange(min=1), help="End after so many games.")
@speaks
def connect_bot(
    output: Output, *, file: str, name: str, games: Sequence[str], at_once: int, tries: int | None,
    most: int | None, **version: Any,
) -> int:  # fmt: skip
    """Let FILE play on your site from this machine: bot.py, its folder, or a zip.

    No code is sent, and nothing limits the bot here. It takes games while this runs; Ctrl-C ends
    it. A token with the scope remote is needed: kauri login SITE --scope remote.
    """
    (contender,) = contenders.named([file])
    plays = list(games) or _games_of(contender.archive)
    with accounts.client() as site:
        bot = _bot(site, name)
        number = _version(site, bot, contender.archive, plays, **version)
        output.say(Sentence("remote-version", bot=bot["name"], number=number, games=plays))

        def tell(code: str, **values: Any) -> None:
            output.say(Sentence(code, **values))

        program = Program(
            site, bot["slug"], contender.archive, plays[0], tell,
            at_once=at_once, seed=secrets.randbits(32), most_tries=tries,
        )  # fmt: skip
        program.run(games=most)
    return DONE


def _games_of(archive: bytes) -> list[str]:
    own = session.session(time="classical", seed=None, limits=(), trusted=True, in_process=True)
    games = list(own.games_of(archive))
    if not games:
        raise Misuse("remote-plays-nothing")
    return games


def _bot(site: Client, name: str) -> Bot:
    """The player's remote bot of this name or address, or a new one."""
    for bot in site.remote_bots():
        if name in {bot["name"], bot["slug"]}:
            return bot
    return site.create_remote_bot(name)


def _version(
    site: Client, bot: Bot, archive: bytes, games: Sequence[str], *, new_version: bool, notes: str
) -> int:
    """The number of the version that plays: the newest, or a new one."""
    if bot["newest_accepted"] is not None and not new_version:
        return bot["newest_accepted"]
    identity = f"{hashlib.sha256(archive).hexdigest()} {secrets.token_hex(8)}"
    return site.register_version(bot["slug"], identity, games, notes=notes)["number"]
