"""The kit on macOS and Windows, as Linux can try it: without its own modules, by another name."""

import json
import subprocess
import sys

import pytest

from agents.words import Sentence

PRELUDE = """
import multiprocessing, sys, sysconfig, urllib.request

# What the standard library and SciPy look up by the name of the system is looked up before.
sysconfig.get_config_vars()

class Gone:
    '''Of these Windows lacks all, and macOS the last.'''
    names = {"fcntl", "grp", "pwd", "resource", "termios", "pyseccomp"}

    def find_spec(self, name, *place):
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in Gone.names:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Gone())
sys.platform = "darwin"
from tournaments.kit.main import run
sys.exit(run(sys.argv[1:]))
"""
BOT = (
    "from kauri.sdk import Bot\n\nclass First(Bot):\n    games = ['kalah']\n\n"
    "    def choose(self, state, clock):\n        return state.legal_actions()[0]\n"
)


@pytest.fixture
def kauri(tmp_path):
    """Runs the command there in a folder with a bot: its status, its output, and its errors."""
    (tmp_path / "bot.py").write_text(BOT)

    def run(*given):
        done = subprocess.run(
            [sys.executable, "-c", PRELUDE, *given],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_bot_is_checked_played_measured_and_looked_at(kauri):
    for given in (
        ("new", "mine.py"),
        ("check", "bot.py", "--in-process"),
        ("play", "kalah", "bot.py", "random", "--in-process", "--save", "games", "--time", "9+1"),
        ("tournament", "kalah", "bot.py", "random", "--in-process", "--folder", "cup"),
        ("rate", "cup"),
        ("verify", "games/game-0001.json"),
        ("replay", "games/game-0001.json", "--html", "game.html"),
        ("judge", "--luck", "games/game-0001.json"),
        ("rerun", "games/game-0001.json", "bot.py", "random", "--in-process"),
        ("reproduce", "games/game-0001.json", "bot.py", "--seat", "0", "--in-process"),
    ):
        status, said, errors = kauri(*given)
        if given[0] != "judge":  # Kalah has no luck to tell of
            assert status == 0, (given, said, errors)
        assert "Traceback" not in errors, (given, errors)


@pytest.mark.parametrize(
    "given",
    [
        ("check", "bot.py"),
        ("check", "bot.py", "--trusted"),
        ("play", "kalah", "bot.py", "random"),
        ("tournament", "kalah", "bot.py", "random", "--folder", "cup"),
    ],
)
def test_what_needs_linux_says_so_in_one_sentence_before_it_starts(kauri, given, tmp_path):
    status, said, errors = kauri(*given)

    assert (status, said) == (3, "")
    assert errors.splitlines()[-1] == str(Sentence("needs-linux"))
    assert not (tmp_path / "cup").exists()


def test_a_fault_is_shown_there_too(kauri, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.replace("state.legal", "self.none or state.legal"))

    status, said, _errors = kauri("check", "bot.py", "--in-process", "--json")

    assert (status, json.loads(said.splitlines()[-1])["code"]) == (1, "refused")
