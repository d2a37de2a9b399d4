"""The command `kauri` as a whole: its help, its exit statuses, and what docs/13 says of both."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from agents.desk import status
from agents.sandbox import SandboxUnavailable
from agents.terms.faults import PlatformFault
from agents.words import CodedError
from tournaments.kit import main
from tournaments.kit.errors import Refused, Unreachable

PAGE = (Path(__file__).parents[3] / "docs" / "13-kit.md").read_text()


def test_help_lists_every_command_and_ends_well(capsys):
    assert main.run(["--help"]) == status.DONE

    said = capsys.readouterr().out
    assert [name for name in main.COMMANDS if f"  {name} " not in said] == []


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_says_what_it_does_and_can_speak_json(name, capsys):
    assert main.run([name, "--help"]) == status.DONE

    said = capsys.readouterr().out
    assert "--json" in said
    assert main.kauri.get_command(None, name).help


@pytest.mark.parametrize("name", main.COMMANDS)
def test_the_page_of_the_kit_shows_every_command(name):
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))

    assert f"kauri {name} " in blocks


def test_the_page_tells_every_exit_status():
    told = re.findall(r"^- (\d+) when ", PAGE, re.MULTILINE)

    assert [int(one) for one in told] == [
        status.DONE,
        status.REFUSED,
        status.MISUSED,
        status.FAILED,
        status.INTERRUPTED,
    ]


def test_an_unknown_command_is_a_wrong_argument(capsys):
    assert main.run(["paly"]) == status.MISUSED
    assert "No such command 'paly'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (KeyboardInterrupt(), status.INTERRUPTED),
        (CodedError("file-empty"), status.MISUSED),
        (Refused(403, {}), status.REFUSED),
        (Unreachable("site-failed", site="x", status="500"), status.FAILED),
        (PlatformFault("starved", seconds=1.0), status.FAILED),
        (SandboxUnavailable("no-runtime", folder="/", why="x"), status.FAILED),
    ],
)
def test_what_ends_a_command_is_its_status(error, expected, monkeypatch):
    def fail(*_arguments, **_options):
        raise error

    monkeypatch.setattr(main.kauri, "main", fail)

    assert main.run([]) == expected


def test_the_version_imports_no_command_and_none_of_the_large_libraries():
    code = (
        "import sys; from tournaments.kit.main import run; run(['--version']); print(*sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    large = {"numpy", "scipy", "httpx", "rich", "agents.sandbox", "tournaments.kit.commands"}
    assert large & set(done.stdout.split()) == set()
