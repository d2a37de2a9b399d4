"""`kauri login`, `submit`, `enter` and `watch`: an author's steps on a site."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from agents.desk.status import DONE, FAILED, REFUSED
from agents.words import Sentence
from tournaments.kit import accounts, options, patience
from tournaments.kit.accounts import Account
from tournaments.kit.client import Client, Standing, Tournament, Version
from tournaments.kit.output import Output, speaks

EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
OVER = {"finished", "cancelled"}
_TOLD: tuple[Literal["status", "games", "settled"], ...] = ("status", "games", "settled")

_every = click.option(
    "--every", type=click.FloatRange(min=0.5), default=2.0, show_default=True, help="Seconds."
)


def _longest(seconds: float) -> Callable[[options.Command], options.Command]:
    words = "Give up after so many seconds."
    kind = click.FloatRange(min=0)
    return click.option("--longest", type=kind, default=seconds, show_default=True, help=words)


@click.command("login")
@click.argument("site")
@click.option("--username", help="Asked for without it, and the password in any case.")
@click.option("--token", "with_token", is_flag=True, help="Ask for a token of the account page.")
@speaks
def log_in(output: Output, *, site: str, username: str | None, with_token: bool) -> int:
    """Log in at a site, by a password or, with a second factor, by a token of its account page."""
    with Client(site) as client:
        if with_token:
            token = click.prompt("Token", hide_input=True, err=True)
        else:
            name = username or click.prompt("Username", err=True)
            token = client.token(name, click.prompt("Password", hide_input=True, err=True))
        about = client.about
    path = accounts.place()
    accounts.keep(Account(site.rstrip("/"), token), path)
    said = Sentence("logged-in", site=site, version=about["version"], path=path)
    output.say(said)
    return DONE


@click.command("submit")
@click.argument("file", type=EXISTING)
@click.argument("bot")
@click.option("--new", "name", metavar="NAME", help="Make the bot first, with this name.")
@click.option("--notes", default="", help="What is new.")
@_every
@_longest(1800)
@speaks
def submit_version(
    output: Output, *, file: Path, bot: str, name: str | None, notes: str, **waiting: float
) -> int:
    """Upload FILE as a new version of BOT, its name in addresses, and wait for the verdict."""
    with accounts.client() as site:
        if name is not None:
            bot = site.create_bot(name)["slug"]
        sent = site.upload(bot, file, notes=notes)
        said = Sentence("uploaded", bot=bot, number=sent["number"])
        output.say(said, status=sent["status"])
        for version in patience.changes(lambda: site.version(bot, sent["number"]), **waiting):
            if version["status"] != "checking":
                return _tell_verdict(output, version)
    output.tell(str(Sentence("no-verdict")), status="checking")
    return FAILED


def _tell_verdict(output: Output, version: Version) -> int:
    """Print the verdict of the check, and return the exit status for it."""
    status = version["status"]
    said = Sentence("upload-verdict", bot=version["bot"], number=version["number"], status=status)
    text = "\n".join(filter(None, [str(said), version["refusal"]]))
    output.tell(text, status=status, refusal=version["refusal"])
    return {"accepted": DONE, "refused": REFUSED}.get(status, FAILED)


@click.command("enter")
@click.argument("tournament")
@click.argument("bot")
@speaks
def enter_tournament(output: Output, *, tournament: str, bot: str) -> int:
    """Enter BOT into TOURNAMENT, both by their names in addresses."""
    with accounts.client() as site:
        entered = site.enter(tournament, bot)
    said = Sentence("entered", bot=bot, tournament=entered["name"])
    output.say(said)
    return DONE


@click.command("watch")
@click.argument("tournament")
@_every
@_longest(86400)
@speaks
def watch_tournament(output: Output, *, tournament: str, **waiting: float) -> int:
    """Follow TOURNAMENT to its end, and print its table."""
    with accounts.client() as site:
        for state in patience.changes(lambda: site.tournament(tournament), **waiting):
            output.tell(_progress(state), **{name: state[name] for name in _TOLD})
            if state["status"] in OVER:
                _tell_table(output, site.standings(tournament))
                return DONE if state["status"] == "finished" else REFUSED
    return FAILED


def _progress(state: Tournament) -> str:
    games = "" if state["games"] is None else f": {state['settled']}/{state['games']}"
    return f"{state['name']}, {state['status']}{games}"


def _tell_table(output: Output, lines: list[Standing]) -> None:
    rows = [
        f"{line['place']:4}  {line['version']['name']} v{line['version']['version']}  "
        f"{line['points']:g}/{line['played']}"
        for line in lines
    ]
    output.tell("\n".join(rows), standings=lines)
