"""Tables for people: standings with a crosstable, and ratings with their errors."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table

from tournaments.kit.contest import Line
from tournaments.kit.measures import Measured


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
    shown = Table()
    shown.add_column("")
    for head in ("games", "Elo", "±"):
        shown.add_column(head, justify="right")
    for one in measured:
        shown.add_row(one.name, str(one.games), f"{one.rating:.0f}", f"{one.margin:.0f}")
    return shown
