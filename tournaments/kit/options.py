"""Options that several commands take."""

from collections.abc import Callable
from textwrap import fill
from typing import Any

import click

from agents import house
from agents.desk.session import Session, seed_of, session
from agents.terms.clock import PRESETS
from agents.words import Sentence
from agents.words.printing import echo

Command = Callable[..., int]

KNOWN = "\b\nBots that come with the kit:\n" + fill(
    ", ".join(house.NAMES), width=76, break_on_hyphens=False
)
"""The end of a help text; "\\b" keeps its lines, which would be broken at hyphens."""

CONDITIONS = ("time", "limits", "trusted", "in_process")
"""The options of `conditions` that belong to a series as a whole, apart from its seed."""

_LIMIT = "A limit for each bot; may be repeated."
_IN_PROCESS = "Run your own bots in this process: quickest, with no sandbox and no limits at all."
_TRUSTED = "Run your own bots without a sandbox."
_TIME = f"{', '.join(PRESETS)}, or BANK+INCREMENT in seconds."


def conditions(*, time: str | None) -> Callable[[Command], Command]:
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


def opened(chosen: dict[str, Any]) -> Session:
    """The session of the options for conditions, which are removed from `chosen`.

    Raises Misuse and SandboxUnavailable.
    """
    own = {name: chosen.pop(name) for name in {"seed", *CONDITIONS} & chosen.keys()}
    for name, code in (("trusted", "trusted"), ("in_process", "in-process")):
        if own.get(name):
            echo(Sentence(code), error=True)
    seed = own.pop("seed")
    return session(**{"in_process": False} | own, seed=seed_of(seed) if seed else None)


def longest(seconds: float) -> Callable[[Command], Command]:
    """Add the option for how long a command waits on a site, in seconds, to a command."""
    words = "Give up after so many seconds."
    kind = click.FloatRange(min=0)
    return click.option("--longest", type=kind, default=seconds, show_default=True, help=words)


every = click.option(
    "--every", type=click.FloatRange(min=0.5), default=2.0, show_default=True, help="Seconds."
)
in_process = click.option("--in-process", is_flag=True, help=_IN_PROCESS)
jobs = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games to play at once. More than one for two processors slows bots down.",
)
