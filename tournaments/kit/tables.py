"""Tables for people: standings, ratings with their errors, and what the judge found."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table

from agents.judge import Analysis
from tournaments.kit.contest import Line
from tournaments.kit.measures import Measured

INTERVAL = 1.96
"""How many standard errors are half of a 95 % interval."""


def standings(lines: Sequence[Line], names: Sequence[str]) -> Table:
    """The table of a tournament; a cell is the points against the entrant of that place."""
    shown = Table()
    for head in ("", "", "points", "games", "+", "=", "-"):
        shown.add_column(head, justify="left" if head == "" else "right")
    for number in range(1, len(lines) + 1):
        shown.add_column(str(number), justify="right")
    for line in lines:
        row = line.row
        counts = (row.played, row.wins, row.draws, row.losses)
        against = [_against(line, other) for other in lines]
        shown.add_row(
            str(line.place), names[line.entrant], f"{float(line.points):g}",
            *map(str, counts), *against,
        )  # fmt: skip
    return shown


def progress(played: int, games: int, shown: RenderableType) -> RenderableType:
    """How many of the games are played, below what they have come to so far."""
    row = Table.grid(padding=(0, 1))
    row.add_row(ProgressBar(total=games, completed=played, width=40), f"{played}/{games}")
    return Group(shown, row)


def _against(line: Line, other: Line) -> str:
    if line is other:
        return "*"
    score = line.score.get(other.entrant)
    return "" if score is None else f"{float(score.points):g}/{score.games}"


def ratings(measured: Sequence[Measured]) -> Table:
    """Ratings in Elo points, each with half of its 95 % interval."""
    shown = _table("", "games", "Elo", "±")
    for one in measured:
        shown.add_row(one.name, str(one.games), f"{one.rating:.0f}", f"{one.margin:.0f}")
    return shown


def chances(found: Analysis, names: Sequence[str]) -> Table:
    """What each seat could expect at the start, and what became of that, in returns."""
    shown = _table("", "expected", "luck", "±", "given away", "±", "choices")
    for name, one in zip(names, found.seats, strict=True):
        luck, lost = INTERVAL * one.luck_error, INTERVAL * one.lost_error
        numbers = (_signed(one.expected), _signed(one.luck), f"{luck:.2f}")
        shown.add_row(name, *numbers, f"{one.lost:.2f}", f"{lost:.2f}", str(one.actions))
    return shown


def mistakes(found: Analysis, played: Sequence[str], names: Sequence[str]) -> Table:
    """The actions that gave most away; `played` has them in notation, empty for leaving."""
    shown = _table("", "event", "played", "better", "given away", "±")
    for one, action in zip(found.swings, played, strict=True):
        lost = (f"{one.lost:.2f}", f"{INTERVAL * one.error:.2f}")
        shown.add_row(names[one.seat], str(one.ply), action or "-", one.better or "-", *lost)
    return shown


def curve(found: Analysis, names: Sequence[str]) -> Table:
    """What each seat could expect after so many events."""
    shown = _table("event", *names)
    for ply, values in sorted(found.values.items()):
        shown.add_row(str(ply), *map(_signed, values))
    return shown


def _table(first: str, *others: str) -> Table:
    """A table of a column of names and columns of numbers."""
    shown = Table()
    shown.add_column(first)
    for head in others:
        shown.add_column(head, justify="right")
    return shown


def _signed(value: float) -> str:
    return f"{value:+.2f}"
