"""`kauri`: write a bot, measure it, and bring it to a site.

Exit status: 0 done, 1 a bot or a record is refused, 2 wrong arguments or files, 3 this machine or
the site failed, 130 interrupted.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO

import click
from click.shell_completion import CompletionItem

from agents.desk.status import DONE, INTERRUPTED, MISUSED
from agents.inside import protocol
from agents.words.printing import echo
from engine import __version__, build

COMMANDS = {
    "new": "bots:new_bot",
    "check": "bots:check_bot",
    "new-game": "games:write_game",
    "conform": "games:conform",
    "dev": "developing:follow_bot",
    "play": "playing:play_series",
    "tournament": "contests:hold_tournament",
    "tune": "tuning:tune_bot",
    "rate": "records:rate_records",
    "reproduce": "again:reproduce_game",
    "rerun": "again:rerun_game",
    "login": "site:log_in",
    "logout": "site:log_out",
    "whoami": "site:tell_account",
    "submit": "site:submit_version",
    "enter": "site:enter_tournament",
    "watch": "site:watch_tournament",
    "standings": "site:tell_standings",
    "hold": "organising:hold_on_site",
    "challenge": "organising:challenge_bots",
    "trial": "organising:try_version",
    "connect": "remote:connect_bot",
    "download": "downloads:download_records",
    "logs": "downloads:show_logs",
    "replay": "records:replay_game",
    "judge": "judging:judge_game",
    "verify": "records:verify_records",
    "perft": "records:count_positions",
}
"""The commands by name: the module of each in the folder `commands`, and its function there."""


class Commands(click.Group):
    """Imports a command when it is asked for: all together take ten times as long as one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click names it
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """One command; None if there is none of that name."""
        module, _, function = COMMANDS.get(cmd_name, "").partition(":")
        if not module:
            return None
        command: click.Command = getattr(
            import_module(f".commands.{module}", __package__), function
        )
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The commands that begin so, of which none is imported, and the options."""
        names = (CompletionItem(name) for name in COMMANDS if name.startswith(incomplete))
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__, message=f"%(prog)s %(version)s, protocol {protocol.VERSION}, {build()} engine"
)
def kauri() -> None:
    """Write a bot, measure it, and bring it to a site."""


def main() -> None:
    """Run the command line and end with its status."""
    sys.exit(run())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its status. Arguments are those of the process by default."""
    try:
        status: int | None = kauri.main(arguments, prog_name="kauri", standalone_mode=False)
    except click.ClickException as error:
        echo(_usage(error), error=True)
        return MISUSED
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        endings = import_module(".endings", __package__)
        status = endings.status_of(error)
        if status is None:
            raise
        echo(endings.said(error), error=True)
    return status or DONE


def _usage(error: click.ClickException) -> str:
    """Click's message on wrong arguments."""
    said = StringIO()
    error.show(file=said)
    return said.getvalue().rstrip("\n")
