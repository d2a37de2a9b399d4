"""Names are things: the check of `make check`, and the code as it stands."""

import subprocess
import sys
from pathlib import Path

from tools import check_names

ROOT = Path(__file__).parents[1]

LONG = """
def row_of(bots):
    first = bots[0]
    second = bots[1]
    {line}
    third = bots[2]
    return first, second, third
"""
REFUSED = [
    "found = first",
    "found, seat = bots",
    "seats = [one for one in bots]",
    "seats = lambda one: first",
    "for known in bots: pass",
    "with first as given: pass",
    "wanted: int = first",
]
LET_PASS = [
    "matching_bots = first",
    "first.found = second",
    "second = found.one",
    "second = row_of(found=first)",
]


def names(line):
    return [name for _, name in check_names.vague_names(LONG.format(line=line))]


def test_each_binding_of_a_vague_name_is_seen():
    assert [line for line in REFUSED if len(names(line)) != 1] == []


def test_attributes_keywords_and_uses_are_let_pass():
    assert [line for line in LET_PASS if names(line)] == []


def test_a_parameter_is_seen_by_its_line():
    source = LONG.format(line="pass").replace("(bots)", "(bots, *, told)")

    assert check_names.vague_names(source) == [(2, "told")]


def test_a_function_of_few_lines_is_let_pass():
    source = "def row_of(one):\n" + "    found = one\n" * 4

    assert check_names.vague_names(source) == []
    assert len(check_names.vague_names(source + "    found = one\n")) == 6


def test_a_function_within_a_function_is_counted_once():
    inner = "def inner():\n" + "        found = 1\n" * 5

    assert names(inner) == ["found"] * 5


def test_more_names_than_are_allowed_fail_and_are_listed(tmp_path, capsys, monkeypatch):
    module = tmp_path / "module.py"
    module.write_text(LONG.format(line="found = first"))
    monkeypatch.setattr(check_names, "MOST", 0)

    assert check_names.main([str(module)]) == 1
    assert f"{module}:5: `found` does not say what it holds" in capsys.readouterr().out


def test_as_many_names_as_are_allowed_pass(tmp_path, capsys, monkeypatch):
    (tmp_path / "module.py").write_text(LONG.format(line="found = first"))
    monkeypatch.setattr(check_names, "MOST", 1)

    assert (check_names.main([str(tmp_path)]), capsys.readouterr().out) == (0, "")


def test_the_code_has_no_more_of_them_than_are_allowed():
    folders = ["engine", "agents", "tournaments"]
    command = [sys.executable, "-m", "tools.check_names", *folders]

    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    assert f"-m tools.check_names {' '.join(folders)}\n" in (ROOT / "Makefile").read_text()
