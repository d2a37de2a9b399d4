"""The engine's pages in docs/ run: their Python sessions, their shell sessions, their options."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine

pytestmark = pytest.mark.once

ROOT = Path(engine.__file__).parents[1]
RULES = {info.id: f"{info.page}-{info.id}" for info in engine.games()}
PAGES = ["20-records-and-dice", "21-engine", "22-adding-a-game", "28-research", *RULES.values()]


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def blocks(name, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [p for p in PAGES if blocks(p, "pycon")])
def test_the_python_sessions_of_a_page_are_true(name):
    session = "\n".join(blocks(name, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, name, None, None)
    results = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test)
    assert results.attempted > 0
    assert results.failed == 0


def shell_sessions():
    for name in PAGES:
        for block in blocks(name, "console"):
            for part in block.split("$ ")[1:]:
                command, _, output = part.partition("\n")
                yield pytest.param(command, output, id=command[:40])


@pytest.mark.parametrize(("command", "output"), list(shell_sessions()))
def test_the_shell_sessions_of_the_pages_are_true(command, output):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"cwd": ROOT, "env": {"PATH": path}, "capture_output": True, "text": True}
    done = subprocess.run(command, shell=True, check=True, **settings)
    assert done.stdout == output


@pytest.mark.parametrize("info", engine.games(), ids=lambda info: info.id)
def test_a_games_page_lists_every_option_with_its_default(info):
    text = page(RULES[info.id])
    for spec in info.options:
        default = str(spec.default).lower() if spec.kind == "bool" else str(spec.default)
        row = next(line for line in text.splitlines() if line.startswith(f"| `{spec.name}` |"))
        assert row.split("|")[3].strip().strip("`") == default


def test_every_public_name_stands_on_the_engines_page_or_on_another():
    text = "".join(page(name) for name in PAGES)
    methods = {name for name in vars(engine.State) if not name.startswith("_")}
    plain = {"get_game", "num_players", "is_terminal", "is_chance_node", "is_player_node"}
    missing = {name for name in methods - plain - {"is_simultaneous_node"} if name not in text}
    assert missing == set()
