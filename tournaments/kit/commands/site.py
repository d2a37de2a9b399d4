"""`kauri login`, `submit`, `enter`, `watch` and more: an author's steps on a site."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from agents.desk.status import DONE, FAILED, REFUSED
from agents.words import Sentence
from tournaments.kit import accounts, options, patience, site_names
from tournaments.kit.accounts import Account
from tournaments.kit.client import Client, Standing, Tournament, Version
from tournaments.kit.output import Output, speaks

EXISTING = click.Path(exists=True, path_type=Path)
SCOPES = ("read", "upload", "bots", "notices", "organise", "remote")
"""What a token may do: docs/60-api.md."""

OVER = {"finished", "cancelled"}
_TOLD: tuple[Literal["status", "games", "settled"], ...] = ("status", "games", "settled")


@click.command("login")
@click.argument("site")
@click.option("--username", help="Asked for without it, and the password in any case.")
@click.option("--token", "with_token", is_flag=True, help="Ask for a token of the account page.")
@click.option(
    "scopes", "--scope", multiple=True, type=click.Choice(SCOPES), default=SCOPES[:2],
    help="What the token may do; may be repeated. By default read and upload.",
)  # fmt: skip
@speaks
def log_in(
    output: Output, *, site: str, username: str | None, with_token: bool, scopes: Sequence[str]
) -> int:
    """Log in at a site, by a password or, with a second factor, by a token of its account page."""
    name = ""
    with Client(site) as client:
        if with_token:
            token = click.prompt("Token", hide_input=True, err=True)
        else:
            name = username or click.prompt("Username", err=True)
            password = click.prompt("Password", hide_input=True, err=True)
            token = client.token(name, password, scopes=scopes)
        about = client.about
    path = accounts.place()
    accounts.keep(Account(client.site, token, name), path)
    said = Sentence("logged-in", site=client.site, version=about["version"], path=path)
    output.say(said)
    return DONE


@click.command("whoami")
@speaks
def tell_account(output: Output) -> int:
    """Say where you are logged in, and as whom."""
    account = accounts.known(accounts.place())
    code = "logged-in-as" if account.username else "logged-in-by-token"
    output.say(Sentence(code, site=account.site, username=account.username))
    return DONE


@click.command("logout")
@speaks
def log_out(output: Output) -> int:
    """Forget the token. Your account page ends it for good."""
    path = accounts.place()
    account = accounts.known(path)
    path.unlink(missing_ok=True)
    output.say(Sentence("logged-out", site=account.site))
    return DONE


@click.command("submit")
@click.argument("file", type=EXISTING)
@click.argument("bot", shell_complete=site_names.bots)
@click.option("--new", "name", metavar="NAME", help="Make the bot first, with this name.")
@click.option("--notes", default="", help="What is new.")
@options.every
@options.longest(1800)
@speaks
def submit_version(
    output: Output, *, file: Path, bot: str, name: str | None, notes: str, **waiting: float
) -> int:
    """Upload FILE as a new version of BOT, its name in addresses, and wait for the verdict.

    FILE is bot.py, bot.wasm, a folder, or a zip.
    """
    with accounts.client() as site:
        if name is not None:
            bot = site.create_bot(name)["slug"]
        sent = site.upload(bot, file, notes=notes)
        # What a site has already it does not check again.
        code = "uploaded" if sent["status"] == "checking" else "uploaded-before"
        said = Sentence(code, bot=bot, number=sent["number"])
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
@click.argument("tournament", shell_complete=site_names.tournaments)
@click.argument("bot", shell_complete=site_names.bots)
@speaks
def enter_tournament(output: Output, *, tournament: str, bot: str) -> int:
    """Enter BOT into TOURNAMENT, both by their names in addresses."""
    with accounts.client() as site:
        entered = site.enter(tournament, bot)
    said = Sentence("entered", bot=bot, tournament=entered["name"])
    output.say(said)
    return DONE


@click.command("watch")
@click.argument("tournament", shell_complete=site_names.tournaments)
@options.every
@options.longest(86400)
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


@click.command("standings")
@click.argument("tournament", shell_complete=site_names.tournaments)
@speaks
def tell_standings(output: Output, *, tournament: str) -> int:
    """Print the table of TOURNAMENT as it stands."""
    with accounts.client() as site:
        _tell_table(output, site.standings(tournament))
    return DONE


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
