"""`kauri new` and `kauri check`: the bot that is written plays, and is told what an upload is."""

import json

import pytest

from tests.agents.bot_texts import bot as text
from tournaments.kit.main import run


@pytest.fixture
def bot(tmp_path):
    """A new bot for one game."""
    file = tmp_path / "mine.py"
    assert run(["new", str(file), "--game", "einstein"]) == 0
    return file


def said(capsys):
    return capsys.readouterr().out.splitlines()


def test_a_new_bot_is_accepted_by_the_check(bot, capsys):
    capsys.readouterr()

    assert run(["check", str(bot)]) == 0

    lines = said(capsys)
    assert lines[0] == "Loaded. It plays einstein."
    assert lines[-1] == "Accepted."


def test_a_new_bot_plays_every_game_by_default(tmp_path):
    assert run(["new", str(tmp_path / "bot.py")]) == 0

    assert "games =" not in (tmp_path / "bot.py").read_text()


def test_a_bot_that_is_there_is_never_overwritten(bot, capsys):
    before = bot.read_text()

    assert run(["new", str(bot)]) == 2
    assert bot.read_text() == before
    assert "is there already" in capsys.readouterr().err


def test_a_new_bot_of_an_unknown_game_is_refused(tmp_path, capsys):
    assert run(["new", str(tmp_path / "bot.py"), "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert not (tmp_path / "bot.py").exists()


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("playouts = 8", "playouts = 8 / 0", "startup"),
        ("return max(", "return self.nothing or max(", "crash"),
        ("return max(", "return 'nonsense' or max(", "invalid"),
    ],
)
def test_a_refusal_is_the_same_in_a_sandbox_and_in_this_process(bot, capsys, before, after, kind):
    bot.write_text(bot.read_text().replace(before, after))
    arguments = ["check", str(bot), "--seed", "ab" * 32]
    capsys.readouterr()

    statuses = [run(arguments), run([*arguments, "--in-process"])]

    lines = said(capsys)
    half = len(lines) // 2
    assert statuses == [1, 1]
    assert any(line.startswith(f"Refused ({kind}) at ") for line in lines[:half])
    assert lines[:half] == lines[half:]


def test_a_bot_that_fails_in_a_game_is_told_at_which_event_and_what_it_printed(bot, capsys):
    bot.write_text(
        text("print('here')\nreturn 'A' if state.history() else state.legal_actions()[0]")
    )
    capsys.readouterr()

    assert run(["check", str(bot), "--trusted"]) == 1

    printed, warned = capsys.readouterr()
    assert "without isolation" in warned
    assert "Refused (illegal) at kalah, seat" in printed
    assert "Allowed: " in printed
    assert "\nhere\n" in printed


def test_a_script_reads_the_code_of_a_refusal(bot, capsys):
    bot.write_text("from agents.sdk import Bot\n\nclass Odd(Bot):\n    games = ['chess']\n")
    capsys.readouterr()

    assert run(["check", str(bot), "--json"]) == 1

    (refusal,) = map(json.loads, said(capsys))
    assert (refusal["code"], refusal["params"]["kind"]) == ("refused", "startup")


def test_a_damaged_zip_is_told(tmp_path, capsys):
    path = tmp_path / "bot.zip"
    path.write_bytes(b"PK no zip")

    assert run(["check", str(path)]) == 2
    assert f"{path}: The zip is damaged" in capsys.readouterr().err


def test_a_file_that_is_no_bot_is_a_wrong_argument(capsys):
    assert run(["check", "nothing.py"]) == 2
    assert "A bot is a file, a folder, or one of random, greedy, search" in capsys.readouterr().err
