"""What stands at the foot of a terminal, and that programs never see it."""

import io
import re

import pytest
from rich.console import Console

from engine.printing import printable
from tournaments.kit import output, tables
from tournaments.kit.measures import Measured
from tournaments.kit.output import Output


def drawn(*, terminal, as_json=False):
    """What is written while three of seven games end."""
    file, done = io.StringIO(), []
    console = Console(file=file, force_terminal=terminal, width=80)
    with Output(as_json, console).footing(
        lambda: tables.progress(len(done), 7, "the table")
    ) as changed:
        for number in range(3):
            done.append(number)
            changed()
    return file.getvalue()


def test_a_terminal_shows_the_table_and_how_many_games_are_played(monkeypatch):
    monkeypatch.setattr(output, "PAUSE", 0.0)

    shown = drawn(terminal=True)

    assert [f"{played}/7" in shown for played in range(4)] == [True] * 4
    assert "the table" in shown


def test_a_name_in_a_table_steers_no_terminal():
    file = io.StringIO()
    shown = output.console(file=file, force_terminal=True, width=80)
    row = Measured("\x1b]8;;https://evil.example\x07a\x9b2J\u202eb[red]", 3, 1.0, 2.0)

    Output(False, shown).tell(tables.ratings([row]))

    said = re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())
    assert said == printable(said)
    assert r"\x1b]8;;https://evil.example\x07a\x9b2J\u202eb[red]" in said


def test_many_games_at_once_are_drawn_once(monkeypatch):
    monkeypatch.setattr(output.time, "monotonic", lambda: 1000.0)

    shown = drawn(terminal=True)

    assert ("0/7" in shown, "1/7" in shown, "2/7" in shown) == (True, False, False)


@pytest.mark.parametrize("given", [{"terminal": False}, {"terminal": True, "as_json": True}])
def test_nobody_else_sees_it(given):
    assert drawn(**given) == ""
