"""Options that several commands take."""

from collections.abc import Callable, Mapping
from functools import wraps
from textwrap import fill
from typing import Any

import click

from agents.desk import contenders
from agents.desk.session import Session, seed_of, session
from agents.terms.clock import PRESETS
from agents.words import Sentence
from agents.words.printing import echo

Command = Callable[..., int]

KNOWN = "\b\nBots that come with the kit:\n" + fill(
    ", ".join(contenders.KNOWN), width=76, break_on_hyphens=False
)
"""The end of a help text; "\\b" keeps its lines, which would be broken at hyphens."""

CONDITIONS = ("time", "limits", "trusted", "in_process")
"""The options of `given_conditions` that belong to a series as a whole, apart from its seed."""

_LIMIT = "A limit for each bot; may be repeated."
_IN_PROCESS = "Run your own bots in this process: quickest, with no sandbox and no limits at all."
_TRUSTED = "Run your own bots without a sandbox."
_TIME = f"{', '.join(PRESETS)}, or BANK+INCREMENT in seconds."


def given_conditions(*, time: str | None) -> Callable[[Command], Command]:
    """Add the options for the conditions of games to a command, which gets their raw values."""

    def added(command: Command) -> Command:
        for option in reversed(
            [
                click.option("--time", default=time, show_default=time is not None, help=_TIME),
                click.option("--seed", metavar="HEX", help="64 hex digits, which repeat the dice."),
                click.option("limits", "--limit", multiple=True, metavar="NAME=VALUE", help=_LIMIT),
                click.option("--trusted", is_flag=True, help=_TRUSTED),
            ]
        ):
            command = option(command)
        return command

    return added


def conditions(*, time: str) -> Callable[[Command], Command]:
    """Add the options for the conditions of games to a command, which gets a `session`."""

    def added(command: Command) -> Command:
        @given_conditions(time=time)
        @wraps(command)
        def with_session(*args: Any, **chosen: Any) -> int:
            return command(*args, session=_session(chosen), **chosen)

        return with_session

    return added


def _session(chosen: dict[str, Any]) -> Session:
    """The session of these options, which are removed from `chosen`."""
    names = {"seed", *CONDITIONS} & chosen.keys()
    return opened({name: chosen.pop(name) for name in names})


def opened(chosen: Mapping[str, Any]) -> Session:
    """The session of the options for conditions. Raises Misuse and SandboxUnavailable."""
    for name, code in (("trusted", "trusted"), ("in_process", "in-process")):
        if chosen.get(name):
            echo(Sentence(code), error=True)
    return session(
        time=chosen["time"],
        seed=seed_of(chosen["seed"]) if chosen["seed"] else None,
        limits=chosen["limits"],
        trusted=chosen["trusted"],
        in_process=chosen.get("in_process", False),
    )


in_process = click.option("--in-process", is_flag=True, help=_IN_PROCESS)
jobs = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games to play at once. More than one for two processors slows bots down.",
)
