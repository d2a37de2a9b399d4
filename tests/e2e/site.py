"""A site of its own: `manage.py run` on a free port, with its files in a folder of its own."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import psycopg

from tests import reserved

PROJECT = Path(__file__).resolve().parents[2]

PATIENCE = 400.0
"""Seconds until a wait counts as in vain; far more than it takes on a machine with nothing else."""

CONSOLE = """
import json, sys
from django.db import connections
for line in sys.stdin:
    statements, expression = json.loads(line)
    space = {}
    exec("from tournaments.models import *\\n" + statements, space)
    print(json.dumps(eval(expression, space)), flush=True)
    connections.close_all()
"""


class Site:
    """Started by `start`, stopped by `stop` or `kill`; may be started again with the same data.

    `process` is the one that was started last.
    """

    process: "subprocess.Popen[bytes]"

    def __init__(self, folder: Path, *, number: int) -> None:
        self.port = reserved.port()
        # One of the two kinds of site lies behind a path prefix, at no cost of time.
        prefix = "/kauri" if "DATABASE_URL" in os.environ else ""
        self.url = f"http://127.0.0.1:{self.port}{prefix}"
        self.log = folder / "run.log"
        self._console: subprocess.Popen[str] | None = None
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("KAURI_")},
            **_databases(number),
            "KAURI_VAR": str(folder / "var"),
            "KAURI_PORT": str(self.port),
            "KAURI_PATH_PREFIX": prefix,
            # A killed worker is missed soon.
            "KAURI_LEASE_SECONDS": "5",
            "KAURI_TICK_SECONDS": "1",
            # Ladders would never come to an end.
            "KAURI_LADDER_BOT_GAMES": "0",
            # What a test starts is to be played next.
            "KAURI_OPENING_TOURNAMENTS": "0",
            # A browser that is driven reads faster than people do.
            "KAURI_VIEWS_A_MINUTE": "0",
            # What somebody does is to show on everybody's next page.
            "KAURI_SHARED_PAGE_SECONDS": "0",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it as `make run` does, and return its process once pages and streams answer."""
        with self.log.open("ab") as log:
            # It must not outlive tests that are killed.
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", "--", sys.executable, "manage.py", "run"],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        eventually(self._answers, what=self.story)
        return self.process

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.story()
        # The program for streams answers that there is none here, once it is there.
        return self._status("/") == 200 and self._status("/live/") == 404

    def _status(self, path: str) -> int:
        """The status of an answer; 0 without one."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=10) as answer:
                return int(answer.status)
        except HTTPError as error:
            error.close()
            return error.code
        except (URLError, TimeoutError):
            return 0

    def story(self) -> str:
        """All that the site has said."""
        return self.log.read_text()

    def start_and_fail(self) -> "subprocess.CompletedProcess[str]":
        """Try to start it where it cannot be started."""
        return subprocess.run(
            [sys.executable, "manage.py", "run"],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run `manage.py` beside the site, as its operator would."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )

    def query(self, expression: str, *, after: str = "") -> object:
        """The value of a Python expression over the site's models, `after` some statements."""
        if self._console is None or self._console.poll() is not None:
            self._console = self._open_console()
        asked, answers = self._console.stdin, self._console.stdout
        assert asked is not None
        assert answers is not None
        asked.write(json.dumps([after, expression]) + "\n")
        asked.flush()
        answer = answers.readline()
        assert answer, self.story()
        return json.loads(answer)

    def do(self, statements: str) -> None:
        """Statements over the site's models, in a process that is there already."""
        self.query("None", after=statements)

    def _open_console(self) -> "subprocess.Popen[str]":
        """One process for all that is asked: to start one takes seconds. It ends with the site."""
        with self.log.open("ab") as log:
            console = subprocess.Popen(
                [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", CONSOLE],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        weakref.finalize(self, console.__exit__, None, None, None)
        return console


def stop(process: "subprocess.Popen[bytes]") -> int:
    """Stop a site as Ctrl-C does; its exit status."""
    process.send_signal(signal.SIGINT)
    return process.wait(PATIENCE)


def eventually(look: Callable[[], Any], *, what: Callable[[], str]) -> Any:
    """What `look` returns, as soon as it is true; fails when that is in vain."""
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, f"not so within {PATIENCE:.0f} s:\n{what()}"
        time.sleep(0.1)
    return found


def family(pid: int) -> set[tuple[int, str]]:
    """A process and all that descend from it, each with the time it was started."""
    everyone = _processes()
    found = {pid}
    while more := {one for one, (parent, _start) in everyone.items() if parent in found} - found:
        found |= more
    return {(one, everyone[one][1]) for one in found if one in everyone}


def alive(processes: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Those that still run. A pid that was given to another process meanwhile does not count."""
    everyone = _processes()
    return {(pid, start) for pid, start in processes if everyone.get(pid, (0, ""))[1] == start}


def _processes() -> dict[int, tuple[int, str]]:
    """Parent and start time by pid; zombies are over."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if fields[0] != "Z":
            found[int(path.parent.name)] = (int(fields[1]), fields[19])
    return found


def _databases(number: int) -> dict[str, str]:
    """Where the suite runs with servers, a database of each that no other site uses."""
    if "DATABASE_URL" not in os.environ:
        return {}
    name = f"site{number}_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return {
        "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}",
        "REDIS_URL": os.environ["REDIS_URL"].rpartition("/")[0] + f"/{number}",
    }
