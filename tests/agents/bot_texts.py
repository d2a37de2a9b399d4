"""Bots for the tests, each a few lines that go wrong in one way."""

import io
import textwrap
import zipfile
from collections.abc import Mapping

from agents.bots import archive

FIRST = """
    from agents.sdk import Bot

    class First(Bot):
        def choose(self, state, clock):
            return state.legal_actions()[0]
"""


def bot(choose: str, *, before: str = "", members: str = "") -> str:
    """The text of a bot with this body of choose(), after `before` and with further members."""
    return "\n".join(
        (
            "import os, random, sys, time",
            "from agents.sdk import Bot",
            textwrap.dedent(before),
            "class Under(Bot):",
            textwrap.indent(textwrap.dedent(members), "    "),
            "    def choose(self, state, clock):",
            textwrap.indent(textwrap.dedent(choose), "        "),
        )
    )


def packed(text: str) -> bytes:
    """The canonical archive of a bot.py text."""
    return archive.pack("bot.py", textwrap.dedent(text).encode()).data


def zipped(files: Mapping[str, str]) -> bytes:
    """The canonical archive of several files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        for name, text in files.items():
            file.writestr(name, textwrap.dedent(text))
    return archive.pack("bot.zip", target.getvalue()).data
