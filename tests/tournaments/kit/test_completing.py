"""Completion in a shell: what can stand at the cursor, and never an error."""

import json
import subprocess
import sys

import pytest

from agents import house
from tests.tournaments.kit.hostile import ANSWERS, NASTY, HostileSite
from tournaments.kit import accounts, site_names
from tournaments.kit.main import COMMANDS, run

GAMES = ["kalah", "einstein", "pachisi", "ashte-kashte", "alquerque"]


@pytest.fixture
def complete(tmp_path, monkeypatch, capsys):
    """What bash is told at the end of a line, in a folder with bots of one's own."""
    monkeypatch.chdir(tmp_path)
    for name in (
        "mine.py",
        "kalah-old.zip",
        ".hidden.py",
        "notes.txt",
        "sower/bot.py",
        "data/a.py",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    for name in ("KIT_SITE", "KIT_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(accounts, "place", lambda: tmp_path / "config" / "account.json")

    def completed(*words):
        monkeypatch.setenv("_KAURI_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["kauri", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        with pytest.raises(SystemExit):
            run([])
        said = capsys.readouterr()
        assert said.err == ""
        return [line.removeprefix("plain,") for line in said.out.split()]

    return completed


@pytest.fixture
def site():
    made = HostileSite()
    yield made
    made.close()


@pytest.fixture
def logged_in(site, complete):
    accounts.keep(accounts.Account(site.address, "secret", "alice"), accounts.place())
    site.lies = {
        "tournaments/": (200, {}, listed("tournaments/cup/", "friday-cup", "monday-cup")),
        "bots/": (200, {}, listed("bots/", "sower")),
    }


def listed(like, *slugs):
    rows = [ANSWERS[like] | {"slug": slug} for slug in slugs]
    return json.dumps({"results": rows, "next": None}).encode()


def test_commands_and_their_options(complete):
    assert complete("") == [*COMMANDS]
    assert complete("tou") == ["tournament"]
    assert complete("play", "--same") == ["--same-dice"]


def test_commands_are_completed_without_importing_them():
    code = (
        "import sys; from tournaments.kit.main import kauri; import click.shell_completion as s\n"
        "s.ShellComplete(kauri, {}, 'kauri', '').get_completions([], 'p'); print(*sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "tournaments.kit.commands.playing" not in done.stdout.split()


@pytest.mark.parametrize("given", [["play"], ["tournament"], ["perft"], ["tune", "--game"]])
def test_games(given, complete):
    assert complete(*given, "") == GAMES
    assert complete(*given, "ka") == ["kalah"]


def test_options_of_a_game_where_they_are_possible(complete):
    assert complete("play", "'kalah(sow") == [
        "kalah(sowing=counterclockwise)", "kalah(sowing=cross)"
    ]  # fmt: skip
    assert complete("play", "'kalah(seeds=4,pits=1") == [
        f"kalah(seeds=4,pits={pits})" for pits in (1, 10, 11, 12)
    ]
    assert complete("play", "'kalah(seeds=4,seeds=") == []
    assert "ashte-kashte(seats=2,playout=true)" not in complete("play", "'ashte-kashte(seats=2,")
    assert complete("play", "'chess(") == []


def test_bots_of_the_kit_and_ones_own(complete):
    assert complete("play", "kalah", "") == [*house.NAMES, "kalah-old.zip", "mine.py", "sower"]
    assert complete("play", "kalah", "mine.py", "kalah-") == [
        *(name for name in house.NAMES if name.startswith("kalah-")), "kalah-old.zip"
    ]  # fmt: skip
    assert complete("check", "data/") == ["data/a.py"]
    assert complete("check", "nowhere/x") == ["file,nowhere/x"]


@pytest.mark.usefixtures("logged_in")
def test_names_of_the_site_are_asked_for_once(complete, site):
    assert complete("standings", "") == ["friday-cup", "monday-cup"]
    assert complete("enter", "friday") == ["friday-cup"]
    assert complete("enter", "friday-cup", "") == ["sower"]

    assert [address for address, _token in site.asked].count("/api/v1/tournaments/") == 1
    assert ("/api/v1/bots/?owner=alice", "Token secret") in site.asked
    site.lies["bots/"] = (200, {}, listed("bots/", "rival", "sower"))
    assert complete("challenge", "kalah", "") == ["sower", "rival"]
    assert ("/api/v1/bots/?open_to_all=true", "Token secret") in site.asked


@pytest.mark.usefixtures("logged_in")
def test_a_silent_site_is_no_error_and_its_names_stay(complete, site, monkeypatch):
    assert complete("watch", "monday") == ["monday-cup"]
    monkeypatch.setattr(site_names, "FRESH", 0.0)
    site.lies = {"tournaments/": (500, {}, b"")}
    assert complete("watch", "monday") == ["monday-cup"]
    site.close()
    assert complete("watch", "monday") == ["monday-cup"]
    assert complete("enter", "friday-cup", "") == []


@pytest.mark.usefixtures("logged_in")
def test_a_name_of_the_site_is_nothing_but_a_name(complete, site):
    site.lies["tournaments/"] = (200, {}, listed("tournaments/cup/", "$(true)", "a b", "cup"))
    assert complete("watch", "") == ["cup"]

    accounts.place().with_name("tournaments.json").write_text("torn")
    site.lies["tournaments/"] = (200, {}, json.dumps(NASTY).encode())
    assert complete("watch", "") == []


def test_nobody_who_is_logged_in_nowhere_asks_a_site(complete):
    assert complete("standings", "") == []
