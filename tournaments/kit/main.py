"""`kauri`: write a bot, measure it, and bring it to a site.

Exit status: 0 done, 1 a bot or a record is refused, 2 wrong arguments or files, 3 this machine or
the site failed, 130 interrupted.
"""

import sys
from collections.abc import Sequence
from io import StringIO

import click

import tournaments
from agents.desk.status import DONE, FAILED, INTERRUPTED, MISUSED, REFUSED
from agents.inside import protocol
from agents.sandbox import SandboxUnavailable
from agents.terms.faults import PlatformFault
from agents.words import CodedError, Sentence
from agents.words.printing import echo
from engine import EngineError, build
from tournaments.kit.commands import (
    again,
    bots,
    contests,
    downloads,
    judging,
    playing,
    records,
    site,
)
from tournaments.kit.errors import Refused, SiteError
from tournaments.mathematics.formats import FormatError

COMMANDS = (
    bots.new_bot,
    bots.check_bot,
    playing.play_series,
    contests.hold_tournament,
    records.rate_records,
    again.reproduce_game,
    site.log_in,
    site.submit_version,
    site.enter_tournament,
    site.watch_tournament,
    downloads.download_records,
    downloads.show_logs,
    records.replay_game,
    judging.judge_game,
    records.verify_records,
    records.count_positions,
)

STATUSES: dict[type[Exception], int] = {
    Refused: REFUSED,
    SiteError: FAILED,
    SandboxUnavailable: FAILED,
    PlatformFault: FAILED,
    CodedError: MISUSED,
    EngineError: MISUSED,
    FormatError: MISUSED,
}
"""Exceptions that end a command, with its exit status: the first that fits."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    tournaments.__version__,
    message=f"%(prog)s %(version)s, protocol {protocol.VERSION}, {build()} engine",
)
def kauri() -> None:
    """Write a bot, measure it, and bring it to a site."""


for command in COMMANDS:
    kauri.add_command(command)


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
    except tuple(STATUSES) as error:
        echo(_said(error), error=True)
        return next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    return status or DONE


def _usage(error: click.ClickException) -> str:
    """Click's message on wrong arguments."""
    said = StringIO()
    error.show(file=said)
    return said.getvalue().rstrip("\n")


def _said(error: Exception) -> object:
    """The sentence of an error, with the words of its cause."""
    if isinstance(error, SandboxUnavailable):
        return Sentence("no-sandbox", why=error)
    if isinstance(error, PlatformFault):
        return Sentence("machine-failed", why=error)
    return error
