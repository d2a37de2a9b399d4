"""Whatever a site answers: no traceback, no file elsewhere, no order for a terminal."""

import json
import re
import ssl
from concurrent.futures import Future
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from agents import samples
from agents.desk.rerun import Repetition
from agents.judge.analysis import analyse
from engine import record
from engine.printing import printable
from tests.tournaments.kit.hostile import (
    ANSWERS,
    NASTY,
    RECORD,
    WRONG,
    HostileSite,
    places,
    replaced,
)
from tournaments.kit import accounts, remote
from tournaments.kit.client import connection
from tournaments.kit.commands import again, judging
from tournaments.kit.main import COMMANDS, run

GAME = "matches/12/games/1/"
MATCH = "matches/12/"
ASKS = {
    "login": (["login", "{site}", "--username", "alice"], ["", "token/"]),
    "submit": (["submit", "bot.py", "sower", "--new", "Sower", "--longest", "0"],
               ["", "bots/", "bots/sower/versions/", "bots/sower/versions/3/"]),
    "standings": (["standings", "cup"], ["tournaments/cup/standings/"]),
    "hold": (["hold", "Cup", "kalah"], ["tournaments/"]),
    "challenge": (["challenge", "kalah", "sower", "sower"], ["casual-games/"]),
    "connect": (["connect", "bot.py", "--bot", "Sower", "--games", "1", "--tries", "1"],
                ["remote/", "remote/sower/stream/"]),
    "trial": (["trial", "sower", "3", "2", "kalah", "--longest", "0"],
              ["bots/sower/versions/3/trials/", "trials/5/"]),
    "enter": (["enter", "cup", "sower"], ["tournaments/cup/enter/"]),
    "watch": (["watch", "cup", "--longest", "0"],
              ["tournaments/cup/", "tournaments/cup/standings/"]),
    "download cup": (["download", "cup", "--folder", "got"], ["tournaments/cup/matches/", GAME]),
    "download 12/1": (["download", "12/1", "--folder", "got"], [MATCH, GAME]),
    "download sower/3": (["download", "sower/3", "--folder", "got"],
                         ["bots/sower/versions/3/archive/"]),
    "logs": (["logs", "12/1"], ["matches/12/logs/"]),
    "replay": (["replay", "12/1"], [MATCH, GAME]),
    "replay --html": (["replay", "{site}/matches/12/games/1", "--html", "got/game.html"], [GAME]),
    "rerun": (["rerun", "12/1", "bot.py", "bot.py", "--trusted"], [MATCH, GAME]),
    "reproduce": (["reproduce", "12/1", "bot.py", "--seat", "0", "--trusted"], [MATCH, GAME]),
    "reproduce sower/3": (["reproduce", "12/1", "sower/3", "--seat", "0"],
                          ["bots/sower/versions/3/archive/"]),
    "judge": (["judge", "12/1", "--curve"], [MATCH, GAME]),
}  # fmt: skip
"""What is asked of the site by each command that asks it, and the addresses of the answers."""

LOCAL = {
    *("logout", "whoami", "dev", "new", "check", "play", "tournament", "rate", "verify", "perft"),
    *("new-game", "conform", "tune"),
}
"""The commands that ask no site."""

ODD = [
    b"", b"<html>", b"\xff\xfe", b"[" * 100_000, b'{"results": ' * 20 + b"1" + b"}" * 20,
    b'{"next": NaN}', b'{"next": 1e999}', b"1" * 5000, b'"text"',
]  # fmt: skip
"""Bodies that are no JSON, or none that anybody can use."""

PROBLEMS = [
    {"code": NASTY, "detail": NASTY, "errors": [{"field": NASTY, "code": NASTY, "detail": NASTY}]},
    {"detail": [NASTY], "errors": "all"}, {"errors": [1, None, {}]}, [], None, NASTY,
]  # fmt: skip


@pytest.fixture
def site(monkeypatch):
    # Each client reads all authorities, which takes longer than all else that a command does.
    monkeypatch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
    made = HostileSite()
    yield made
    made.close()


@pytest.fixture
def home(site, tmp_path, monkeypatch):
    """A folder of somebody who is logged in at the site, with a bot in it."""
    folder = tmp_path / "one" / "two" / "home"
    (folder / "got").mkdir(parents=True)
    (folder / "bot.py").write_bytes(samples.read("greedy"))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("KIT_SITE", site.address)
    monkeypatch.setenv("KIT_TOKEN", "secret")
    monkeypatch.setattr(accounts, "place", lambda: folder / "account.json")
    monkeypatch.setattr("click.prompt", lambda *_args, **_options: "cowrie shells 9")
    return folder


@cache
def analysis():
    """The judge's analysis, which takes seconds, of the one game that an honest site has."""
    return analyse(RECORD)


@pytest.fixture
def quick(monkeypatch):
    """The bot is not asked and nothing is simulated: what comes before that is looked at here."""
    monkeypatch.setattr(judging, "judged", lambda _document: analysis())
    nothing = again.Reproduction([], None, "")
    monkeypatch.setattr(again, "reproduce", lambda *_given, **_more: nothing)
    monkeypatch.setattr(again, "play_again", lambda *_given, **_more: Repetition(3, None))
    monkeypatch.setattr(remote, "Slot", Idle)


class Idle:
    """Stands for a process of a remote bot, which does nothing."""

    def __init__(self):
        self.games = set()

    def submit(self, *_given):
        done = Future()
        done.set_result("")
        return done

    def close(self):
        """Nothing runs."""


class Law:
    """What holds after each command."""

    def __init__(self, home, capsys):
        self.home, self.capsys = home, capsys
        self.root = home.parents[2]
        self.before = self.files()
        self.manners = cycle(([], ["--json"]))

    def files(self):
        return {path for path in self.root.rglob("*") if path.is_file()}

    def holds(self, name, arguments, *, address=""):
        """Run a command, each second time with --json; return what it said and its status."""
        more = next(self.manners)
        status = run([one.replace("{site}", address) for one in arguments] + more)
        said = self.capsys.readouterr()
        for text in (said.out, said.err):
            assert text == printable(text), f"{name}: {text!r}"
        assert status in {0, 1, 2, 3}, name
        if more:
            [json.loads(line) for line in said.out.splitlines()]
        self.files_are_ours(name)
        return said, status

    def files_are_ours(self, name):
        """Nothing lies where it was not asked for, and what is kept is what it is called."""
        account = self.home / "account.json"
        made = self.files() - self.before - {account}
        if account.exists():
            assert account.stat().st_mode & 0o777 == 0o600
        for path in made:
            assert path.parent == self.home / "got", f"{name}: {path}"
            assert re.fullmatch(r"\d+\.\d+\.json|sower-3\.zip|game\.html", path.name), path
            if path.suffix == ".json":
                assert record.verify(json.loads(path.read_text())).ok, name
            if path.suffix == ".html":
                assert printable(path.read_text()) == path.read_text()
                assert path.read_text().count("<script") == 1
            path.unlink()


@pytest.fixture
def law(home, capsys):
    return Law(home, capsys)


def test_every_command_is_held_against_the_site_or_asks_none():
    assert {name.split()[0] for name in ASKS} | LOCAL == COMMANDS.keys()


@pytest.mark.parametrize("name", ASKS)
def test_an_honest_answer_is_used(name, site, law):
    arguments, addresses = ASKS[name]

    _said, status = law.holds(name, arguments, address=site.address)

    assert status == (1 if name.split()[0] in {"submit", "trial", "rerun", "reproduce"} else 0)
    asked = {address.partition("?")[0].removeprefix("/api/v1/") for address, _token in site.asked}
    assert asked >= {*addresses}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ASKS)
def test_no_member_of_an_answer_does_harm(name, site, law):
    arguments, addresses = ASKS[name]
    wrong = cycle(WRONG)

    for address in addresses:
        for path in places(ANSWERS.get(address)):
            for value in (NASTY, next(wrong)):
                site.lies = {address: replaced(ANSWERS.get(address), path, value)}
                law.holds(f"{address} {path} {value!r}", arguments, address=site.address)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ASKS)
def test_no_answer_as_a_whole_does_harm(name, site, law):
    arguments, addresses = ASKS[name]
    whole = [(200, {}, body) for body in ODD]
    whole += [(status, {}, json.dumps(one).encode()) for one in PROBLEMS for status in (403, 500)]
    whole += [
        (302, {"Location": target}, b"") for target in ("https://evil.example/", "http://[", "\xff")
    ]
    whole += [
        (200, {"Content-Encoding": "gzip, gzip"}, b"{}"),
        (200, {"Content-Length": "-7"}, b"{}"),
    ]

    for address in addresses:
        for number, lie in enumerate(whole):
            site.lies = {address: lie}
            _said, status = law.holds(f"{address} {number}", arguments, address=site.address)
            assert status, f"{address} {lie!r} was used"


def test_an_id_of_a_dot_and_a_number_of_a_path_write_no_file(site, law, home):
    game = ANSWERS[MATCH]["games"][0] | {"number": "/.vscode/tasks"}
    lie = ANSWERS[MATCH] | {"id": ".", "games": [game]}
    site.lies = {"tournaments/cup/matches/": {"results": [lie], "next": None}}
    (home / "got" / ".").mkdir(exist_ok=True)
    (home / "got" / ".vscode").mkdir()

    said, status = law.holds("download", ["download", "cup", "--folder", "got"])

    assert status == 3
    assert "otherwise than the API describes" in said.err


def test_a_record_that_does_not_hold_is_named_and_not_kept(site, home, capsys):
    ranks = RECORD["result"]["ranks"]
    site.lies = {GAME: replaced(ANSWERS[GAME], ("record", "result", "ranks"), ranks[::-1])}

    assert run(["download", "12/1", "--folder", "got"]) == 1

    said = capsys.readouterr().out
    assert "12/1 is no record: refused: the result is" in said
    assert list((home / "got").iterdir()) == []


def test_a_list_without_rows_is_an_error_in_a_sentence(site, home, capsys):
    site.lies = {"tournaments/cup/matches/": {"next": None}}

    assert run(["download", "cup", "--folder", "got"]) == 3

    assert capsys.readouterr().err == (
        f"{site.address} answered /api/v1/tournaments/cup/matches/ otherwise than the API "
        "describes. Nothing of it was used.\n"
    )


def test_the_next_page_is_asked_for_at_the_same_site_and_no_list_is_endless(
    site, home, monkeypatch
):
    other = HostileSite()
    site.lies = {"tournaments/cup/matches/": {
        "results": [], "next": f"{other.address}/api/v1/tournaments/cup/matches/?cursor=x",
    }}  # fmt: skip

    monkeypatch.setattr(connection, "PAGES", 2)

    assert run(["download", "cup", "--folder", "got"]) == 3

    other.close()
    assert other.asked == []
    assert site.asked[-1][0] == "/api/v1/tournaments/cup/matches/?cursor=x"


def test_an_answer_that_is_too_large_is_not_read_to_its_end(site, home, capsys, monkeypatch):
    monkeypatch.setattr(connection, "ANSWER_BYTES", 1000)
    site.lies = {"matches/12/logs/": (200, {}, b"[" + b" " * 2000 + b"]")}

    assert run(["logs", "12"]) == 3

    assert "sent more than" in capsys.readouterr().err


def test_a_redirect_takes_the_token_nowhere(site, home, capsys):
    other = HostileSite()
    site.lies = {MATCH: (307, {"Location": f"{other.address}/api/v1/{MATCH}"}, b"")}

    assert run(["download", "12", "--folder", "got"]) == 3

    other.close()
    assert other.asked == []


@pytest.mark.parametrize("token", ["a\nb", "ü", "x" * 300, "a\x1b[2Jb"])
def test_a_token_that_is_none_is_not_sent(token, site, home, capsys, monkeypatch):
    monkeypatch.setenv("KIT_TOKEN", token)

    assert run(["logs", "12"]) == 2

    assert site.asked == []
    assert token not in capsys.readouterr().err


def test_what_ones_own_bot_says_steers_no_terminal(law, home, site):
    text = f"print({NASTY!r}.encode('utf-8', 'replace').decode())\nraise RuntimeError({NASTY!r})\n"
    for name in ("raises", "acts"):
        body = (
            text
            if name == "raises"
            else (
                "from agents.sdk import Bot\nclass Acts(Bot):\n def choose(self, state, clock):\n"
                f"  self.note({NASTY!r})\n  print('\\x1b[2J')\n  return {NASTY!r}\n"
            )
        )
        (home / "bot.py").write_text(body)
        law.before |= {home / "bot.py"}
        law.holds(name, ["check", "bot.py", "--trusted"])
        law.holds(name, ["play", "kalah", "bot.py", "greedy", "--games", "1", "--trusted"])


@pytest.mark.parametrize("command", ["verify", "replay", "judge", "rerun", "reproduce", "rate"])
@pytest.mark.usefixtures("quick")
def test_a_file_from_somebody_else_does_no_harm(command, law, home, site, tmp_path):
    wrong = cycle(WRONG)
    folder = home / "records"
    folder.mkdir()
    file = folder / "game.json"
    law.before |= {file}
    asked = {
        "rate": ["rate", "records"],
        "rerun": ["rerun", str(file), "bot.py", "bot.py", "--trusted"],
        "reproduce": ["reproduce", str(file), "bot.py", "--seat", "0", "--trusted"],
    }.get(command, [command, str(file)])

    for path in places(RECORD):
        for value in (NASTY, next(wrong)):
            file.write_text(json.dumps(replaced(RECORD, path, value)))
            law.holds(f"{path} {value!r}", asked)
    for body in ODD:
        file.write_bytes(body)
        law.holds(repr(body[:20]), asked)


def test_only_one_function_prints():
    root = Path(__file__).parents[3]
    files = [
        path
        for folder in ("agents", "tournaments/kit")
        for path in sorted((root / folder).rglob("*.py"))
        if re.search(r"(?<![.\w])print\(|click\.s?echo\(|std(?:out|err)\.write\(", path.read_text())
    ]

    # The harness is one end of a pipe to the referee, which cleans what comes out of it. Who learns
    # values reads names and hashes.
    assert [str(path.relative_to(root)) for path in files] == [
        "agents/inside/harness.py",
        "agents/learning/values.py",
        "agents/words/printing.py",
    ]
