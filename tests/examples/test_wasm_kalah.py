"""The example in C: a WebAssembly module that the check accepts."""

from pathlib import Path

import pytest

from agents.bots import archive
from tournaments.kit.main import run

pytestmark = pytest.mark.once

FOLDER = Path(__file__).parents[2] / "examples" / "wasm-kalah"


def test_its_folder_is_a_bot_and_the_check_accepts_it(capsys):
    assert archive.pack_folder(FOLDER).names == ("README.md", "bot.c", "bot.wasm")
    assert run(["check", str(FOLDER)]) == 0
    assert "Accepted." in capsys.readouterr().out


def test_it_plays_in_a_process_of_its_own_only(capsys):
    assert run(["check", str(FOLDER / "bot.wasm"), "--in-process"]) == 1
    assert "bot.wasm needs a process of its own." in capsys.readouterr().out
