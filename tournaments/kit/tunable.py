"""The constants that a bot names for tuning, and the bot with other values for them.

    class Sower(Bot):
        reach = 0.5
        tunable = {"reach": (0.0, 2.0)}

They are read from the text of `bot.py`, which is not imported: so nothing of a bot runs outside of
its sandbox. Other values are lines at the end of that text.
"""

import ast
import io
import math
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agents.bots import archive
from agents.desk.contenders import Misuse
from tournaments.kit.spsa import Constant, Shares


@dataclass(frozen=True)
class Tunable:
    """The class of a bot with its constants, and the files of its archive."""

    owner: str
    constants: Sequence[Constant]
    files: dict[str, bytes]

    def packed(self, shares: Shares) -> bytes:
        """The archive of the bot with its constants at these shares of their ranges."""
        text = "\n".join(f"{self.owner}.{line}" for line in self.lines(shares))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as target:
            for name, content in self.files.items():
                more = f"\n\n{text}\n".encode() if name == archive.MAIN else b""
                target.writestr(name, content + more)
        return archive.pack("tuned.zip", made.getvalue()).data

    def lines(self, shares: Shares) -> list[str]:
        """The assignments that an author would write."""
        pairs = zip(self.constants, shares, strict=True)
        return [f"{constant.name} = {constant.played(share)!r}" for constant, share in pairs]


def read(packed: bytes) -> Tunable:
    """The constants that a bot names. Raises Misuse for a bot that names none, or not as above."""
    with zipfile.ZipFile(io.BytesIO(packed)) as bot:
        files = {name: bot.read(name) for name in bot.namelist()}
    try:
        tree = ast.parse(files.get(archive.MAIN, b""))
    except SyntaxError as error:
        raise Misuse("no-tunable", why=error) from None
    owners = [
        (node.name, values)
        for node in tree.body
        if isinstance(node, ast.ClassDef) and "tunable" in (values := _assignments(node))
    ]
    if len(owners) != 1:
        raise Misuse("tunable-missing")
    (owner, values) = owners[0]
    return Tunable(owner, list(_constants(values)), files)


def _assignments(node: ast.ClassDef) -> dict[str, ast.expr]:
    """The values of the attributes that a class assigns."""
    pairs = (
        (line.targets if isinstance(line, ast.Assign) else [line.target], line.value)
        for line in node.body
        if isinstance(line, ast.Assign | ast.AnnAssign)
    )
    return {
        target.id: value
        for targets, value in pairs
        for target in targets
        if isinstance(target, ast.Name) and value is not None
    }


def _constants(values: dict[str, ast.expr]) -> Iterator[Constant]:
    bounds = _literal(values["tunable"], "tunable")
    if not isinstance(bounds, dict) or not bounds:
        raise Misuse("tunable-missing")
    for name, pair in bounds.items():
        yield _constant(name, _literal(values.get(name), name), pair)


def _constant(name: str, start: Any, bounds: Any) -> Constant:
    """A constant of these literals. Raises Misuse."""
    try:
        low, high = map(float, bounds)
        fits = type(start) in (int, float) and low <= start <= high and 0 < high - low < math.inf
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise Misuse("tunable-bounds", name=name)
    return Constant(name, start, low, high, whole=isinstance(start, int))


def _literal(value: ast.expr | None, name: str) -> Any:
    try:
        return ast.literal_eval(value or "")
    except (ValueError, SyntaxError):
        raise Misuse("tunable-bounds", name=name) from None
