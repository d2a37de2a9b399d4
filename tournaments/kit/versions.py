"""The bots that a command names: files, folders, zips, bots of the kit, and versions on a site.

A version is `sower/3`. Its code comes from the site, so it runs in a sandbox only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.bots import archive
from agents.desk import contenders
from agents.desk.contenders import Misuse
from agents.desk.series import Contender

if TYPE_CHECKING:
    from tournaments.kit.client import Client

VERSION = re.compile(r"(?:bots/)?([\w-]+)/(?:versions/)?(\d+)/?")


def named(bots: Sequence[str], *, sandboxed: bool) -> list[Contender]:
    """Return these bots, each with a name of its own.

    Raises Misuse for what is no bot, and for a version where it would run without a sandbox.
    """
    return contenders.named(bots, lambda bot: _packed(bot, sandboxed=sandboxed))


def code(site: Client, bot: str, number: int) -> bytes:
    """The code of a version. Raises Misuse for what is no code of a bot."""
    sent = site.archive(bot, number)
    if not archive.is_canonical(sent):
        raise Misuse("no-code", bot=bot, number=number)
    return sent


def _packed(bot: str, *, sandboxed: bool) -> bytes:
    asked = None if Path(bot).exists() else VERSION.fullmatch(bot)
    if asked is None:
        return contenders.packed(bot)
    if not sandboxed:
        raise Misuse("version-needs-sandbox", bot=asked[1], number=asked[2])
    from tournaments.kit import accounts  # noqa: PLC0415 - httpx takes longer than a short game

    with accounts.client() as site:
        return code(site, asked[1], int(asked[2]))
