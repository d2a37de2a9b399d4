"""The commands that the page of the kit shows do what it says, in the order in which it shows them.

What needs a site, or never ends, is only read, as the command line reads it; other tests run it.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from agents.bots import checks
from engine import packages
from tournaments.kit.main import kauri, run

PAGE = (Path(__file__).parents[3] / "docs" / "13-kit.md").read_text()
SHOWN = [
    shlex.split(line, comments=True)[1:]
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("kauri ")
]
ON_A_SITE = {
    *("login", "logout", "whoami", "submit", "enter", "watch", "standings", "hold", "challenge"),
    *("trial", "download", "logs", "connect"),
}
SHORTER = {
    "play": ["--games", "2", "--jobs", "1", "--in-process"],
    "tune": ["--iterations", "1", "--pairs", "1"],
    "benchmark": ["--blocks", "1", "--in-process"],
    "tournament": ["--jobs", "1", "--in-process", "--time", "0.5+0"],
}
"""A few games in this process show the same."""


def offline(given):
    return given[0] not in {"dev", *ON_A_SITE} and "12/1" not in given


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder to work in, where a check plays one game."""
    monkeypatch.chdir(tmp_path)
    for name in (packages.SETTING, "PYTHONPATH"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(checks, "MODES", ("kalah(pits=3,seeds=2)",))
    return tmp_path


def test_what_the_page_shows_works_in_its_order(desk):
    for given in filter(offline, SHOWN):
        shorter = [] if "--resume" in given else SHORTER.get(given[0], [])
        limits = ["--blocks", "1"] if "--sprt" in given else []

        status = run([*given, *shorter, *limits])

        # One block is too few for a verdict.
        assert status == (1 if limits else 0), given
        if given[0] == "new":
            shutil.copy("bot.py", "old.py")
            shutil.copy("bot.py", "new.py")
    assert len(list((desk / "games").glob("*.json"))) == 2


@pytest.mark.parametrize("given", [one for one in SHOWN if not offline(one)], ids=" ".join)
def test_what_needs_a_site_is_written_as_the_command_line_reads_it(given, desk):
    (desk / "bot.py").touch()

    assert kauri.get_command(None, given[0]).make_context(given[0], given[1:]).params
