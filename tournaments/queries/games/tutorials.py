"""Tutorials: steps from a first bot to one that searches, each with an opponent to beat.

`tournaments/tutorials/` has a folder for each game, with a file for each step, and a game's package
may have such a folder too. The German of a step is in the catalogue, paragraph by paragraph.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import engine

FOLDER = Path(__file__).resolve().parents[2] / "tutorials"

_BLOCK = re.compile(r"^```python (start|solution)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Goal:
    """How many wins, in how many games against which house bot."""

    opponent: str
    wins: int
    games: int


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of a tutorial: a text in Markdown, code to start with, and a goal.

    `key` names it in addresses. `club` is the slug of the club whose teacher wrote it; those of the
    site have a solution.
    """

    key: str
    variant: str
    goal: Goal
    title: str
    text: str
    start: str
    solution: str = ""
    club: str = ""


@cache
def steps(game_id: str) -> tuple[Step, ...]:
    """The steps of a game in their order; none if its package brings no tutorial."""
    return tuple(
        _step(path.read_text(encoding="utf-8"), f"{game_id}/{path.stem}") for path in files(game_id)
    )


def files(game_id: str) -> list[Path]:
    """The files of a game's steps."""
    info = engine.load_game(game_id).info
    folder = Path(info.folder, "tutorial") if info.is_package else FOLDER / game_id
    return sorted(folder.glob("[1-9].md"))


def _step(written: str, key: str) -> Step:
    head, _, rest = written.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    title, _, body = rest.removeprefix("# ").partition("\n\n")
    code = dict(_BLOCK.findall(body))
    wins, games = map(int, facts["Goal"].split(" of "))
    return Step(
        key=key,
        variant=facts["Variant"],
        goal=Goal(facts["Opponent"], wins, games),
        title=title,
        text=_BLOCK.sub("", body).strip(),
        start=code["start"],
        solution=code["solution"],
    )
