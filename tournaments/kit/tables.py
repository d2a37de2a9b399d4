"""Tables for people: standings, ratings with their errors, and analyses by the judge."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table

from agents.judge import Analysis
from agents.judge.accuracy import Accuracy
from engine.words import Teller
from tournaments.kit.contest import Line
from tournaments.kit.measures import Measured

_FRAME, _FIGURES = 3, 36
"""The characters around a cell, and of a table of standings without names and crosstable."""


def standings(lines: Sequence[Line], names: Sequence[str], *, width: int) -> Table:
    """The table of a tournament; a cell is the points against the entrant of that place.

    These cells are left out where they would not fit into `width` characters.
    """
    table = Table()
    for head in ("", "", "points", "games", "+", "=", "-"):
        table.add_column(head, justify="left" if head == "" else "right", no_wrap=True)
    against = [[_against(line, other) for other in lines] for line in lines]
    cell = _FRAME + max((len(text) for row in against for text in row), default=0)
    fits = _FIGURES + max(map(len, names)) + cell * len(lines) <= width
    for number in range(1, len(lines) + 1 if fits else 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for line, cells in zip(lines, against, strict=True):
        row = line.row
        counts = (row.played, row.wins, row.draws, row.losses)
        table.add_row(
            str(line.place), names[line.entrant], f"{float(line.points):g}",
            *map(str, counts), *(cells if fits else ()),
        )  # fmt: skip
    return table


def progress(played: int, games: int, table: RenderableType) -> RenderableType:
    """The table so far, above a bar of how many games are played."""
    row = Table.grid(padding=(0, 1))
    row.add_row(ProgressBar(total=games, completed=played, width=40), f"{played}/{games}")
    return Group(table, row)


def _against(line: Line, other: Line) -> str:
    if line is other:
        return "*"
    score = line.score.get(other.entrant)
    return "" if score is None else f"{float(score.points):g}/{score.games}"


def ratings(measured: Sequence[Measured]) -> Table:
    """Ratings in Elo points, each with half of its 95 % interval."""
    table = _table("", "games", "Elo", "±")
    for row in measured:
        table.add_row(row.name, str(row.games), f"{row.rating:.0f}", f"{row.margin:.0f}")
    return table


def chances(analysis: Analysis, names: Sequence[str]) -> Table:
    """The expectation of each seat at the start, and its luck and mistakes, in returns."""
    table = _table("", "expected", "luck", "given away", "choices")
    for name, seat in zip(names, analysis.seats, strict=True):
        numbers = (_signed(seat.expected), _signed(seat.luck), f"{seat.lost:.2f}")
        table.add_row(name, *numbers, str(seat.actions))
    return table


def luck(names: Sequence[str], returns: Sequence[float], gained: Sequence[float]) -> Table:
    """The result of each seat, and how much of it was luck and play, in returns."""
    table = _table("", "result", "luck", "by play")
    for name, result, lucky in zip(names, returns, gained, strict=True):
        numbers = (f"{value:+.6f}" for value in (lucky, result - lucky))
        table.add_row(name, _signed(result), *numbers)
    return table


def accuracies(rows: Sequence[Accuracy]) -> Table:
    """How many choices of each bot kept the value of a solved position."""
    table = _table("", "choices", "kept", "%")
    for row in rows:
        table.add_row(row.name, str(row.choices), str(row.kept), f"{row.percent:.1f}")
    return table


def mistakes(analysis: Analysis, names: Sequence[str], teller: Teller) -> Table:
    """The actions that gave most away, in words; a dash for leaving the game."""
    table = _table("", "event", "played", "better", "given away")
    for swing in analysis.swings:
        moves = [teller.label(deed) if deed else "-" for deed in (swing.played, swing.preferred)]
        table.add_row(names[swing.seat], str(swing.ply), *moves, f"{swing.lost:.2f}")
    return table


def curve(analysis: Analysis, names: Sequence[str]) -> Table:
    """The expectation of each seat after each event of the curve."""
    table = _table("event", *names)
    for ply, values in sorted(analysis.values.items()):
        table.add_row(str(ply), *map(_signed, values))
    return table


def _table(first: str, *others: str) -> Table:
    """A table of a column of names and columns of numbers."""
    table = Table()
    table.add_column(first, no_wrap=True)
    for head in others:
        table.add_column(head, justify="right")
    return table


def _signed(value: float) -> str:
    return f"{value:+.2f}"
