"""What a command says: to a person in words and tables, to a program one JSON object a line."""

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
"""Seconds between two pictures at the foot of a terminal."""


class _Terminal(Console):
    """Colours and moves are Rich's own; what a text holds of them is shown."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


def console(**settings: Any) -> Console:
    """A console that takes nothing in a text for an order."""
    return _Terminal(highlight=False, markup=False, emoji=False, **settings)


@dataclass
class Output:
    """Where a command's words go. `as_json` says who reads them."""

    as_json: bool
    console: Console = field(default_factory=console)

    def tell(self, shown: RenderableType, /, **facts: Any) -> None:
        """Say the same to whoever reads: `shown` to a person, `facts` to a program."""
        if self.as_json:
            # JSON leaves one control character as it is.
            echo(json.dumps(facts).replace("\x7f", "\\u007f"))
        elif isinstance(shown, str) and not self.console.is_terminal:
            # To lay out each line of a file would take longer than to play some games.
            echo(shown)
        else:
            self.console.print(shown, soft_wrap=isinstance(shown, str))

    @contextmanager
    def footing(self, shown: Callable[[], RenderableType]) -> Iterator[Callable[[], None]]:
        """Keep something at the foot of a terminal; what is yielded is called when it changes.

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
                    live.update(shown(), refresh=True)
                    drawn = time.monotonic()

            changed()
            yield changed

    def say(self, sentence: Sentence, /, **facts: Any) -> None:
        """Say a sentence: to a program its values, and these facts."""
        self.tell(str(sentence), **sentence.stored()["params"], **facts)


def speaks(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the option --json, and an `Output` as its first argument."""

    @click.option("as_json", "--json", is_flag=True, help="Say one JSON object a line.")
    @wraps(command)
    def told(*, as_json: bool, **options: Any) -> int:
        return command(Output(as_json), **options)

    return told
