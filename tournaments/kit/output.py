"""The output of commands: words and tables for people, a JSON object a line for programs."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from agents.words import Sentence
from agents.words.printing import echo
from engine.printing import printable

PAUSE = 0.5
"""Seconds between two updates at the foot of a terminal."""


class _Terminal(Console):
    """A file that shows the control characters of texts; only Rich's own take effect."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


def console(**settings: Any) -> Console:
    """A console that takes nothing in a text as markup."""
    return _Terminal(highlight=False, markup=False, emoji=False, **settings)


@dataclass
class Output:
    """The output of a command; `as_json` if a program reads it."""

    as_json: bool
    console: Console = field(default_factory=console)

    def tell(self, text: RenderableType, /, **facts: Any) -> None:
        """Print `text` for a person, or `facts` as JSON for a program."""
        if self.as_json:
            # JSON leaves one control character as it is.
            echo(json.dumps(facts).replace("\x7f", "\\u007f"))
        elif isinstance(text, str) and not self.console.is_terminal:
            # Rich's layout of each line of a file would take longer than some games.
            echo(text)
        else:
            self.console.print(text, soft_wrap=isinstance(text, str))

    @contextmanager
    def footing(self, make: Callable[[], RenderableType]) -> Iterator[Callable[[], None]]:
        """Keep a picture at the foot of a terminal; call what is yielded when it changes.

        It is made at most twice a second. Elsewhere, and with --json, nothing is shown.
        """
        if self.as_json or not self.console.is_terminal:
            yield lambda: None
            return
        drawn = -PAUSE
        with Live(console=self.console, auto_refresh=False, transient=True) as live:

            def changed() -> None:
                nonlocal drawn
                if time.monotonic() - drawn >= PAUSE:
                    live.update(make(), refresh=True)
                    drawn = time.monotonic()

            changed()
            yield changed

    def say(self, sentence: Sentence, /, **facts: Any) -> None:
        """Print a sentence, or for a program its values and these facts."""
        self.tell(str(sentence), **sentence.stored()["params"], **facts)


def speaks(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --json to a command, which gets an `Output` as its first argument."""

    @click.option("as_json", "--json", is_flag=True, help="Say one JSON object a line.")
    @wraps(command)
    def told(*, as_json: bool, **options: Any) -> int:
        return command(Output(as_json), **options)

    return told
