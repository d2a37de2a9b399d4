"""`python -m benchmarks.upgrade [NEW]`: try a rolling upgrade.

Two releases work on one PostgreSQL and one Redis, which this script starts and stops: this tree,
and the tree NEW. Without NEW it is a copy of this tree with a higher version, and with a migration
that adds a column. The old worker plays on while the new release migrates, and then beside the new
worker until it is stopped. The exit status is 1 where a game was lost, blamed or counted twice, or
where a page stayed away.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.servers import servers

ROOT = Path(__file__).parents[1]
PATIENCE = 1200.0
"""Seconds that each step may take."""

BATCH = 6
"""Games that are awaited in each step."""

TIME_CONTROL = "blitz"
"""What the games of the trial are played with. The opening tournaments have less, which a bot may
use up where the engine runs from its sources on a busy machine."""

_PARTS = ["agents", "docs", "engine", "templates", "tournaments", "manage.py", "pyproject.toml"]

_MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("tournaments", "{newest}")]
    operations = [
        migrations.AddField("host", "zone", models.CharField(max_length=9, blank=True, null=True)),
    ]
"""
_COLUMN = "    slots = models.PositiveIntegerField"
_NEW_COLUMN = f"    zone = models.CharField(max_length=9, blank=True, null=True)\n{_COLUMN}"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("new", nargs="?", type=Path, help="the tree of the newer release")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, servers() as pair, ExitStack() as running:
        os.environ.update(pair.environment())
        new = given.new or _next_release(Path(folder, "next"))
        _try(Release(ROOT, Path(folder)), Release(new.resolve(), Path(folder)), running)
    print("Both releases worked side by side: every game counts once, and nobody is blamed.")


class Release:
    """A tree of Kauri, and what it starts; both releases have the same data and settings."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree
        self._environment = {
            **os.environ,
            "KAURI_VAR": str(folder / "var"),
            "KAURI_LEASE_SECONDS": "5",
            "KAURI_LADDER_BOT_GAMES": "0",
            "ENGINE_BUILD": "interpreted",
            "PYTHONPATH": str(tree),
        }

    def manage(self, *arguments: str) -> str:
        """Run `manage.py`, and return what it writes. Raises CalledProcessError."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.tree, env=self._environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout

    def start(
        self, running: ExitStack, *arguments: str, port: int = 0
    ) -> "subprocess.Popen[bytes]":
        """Start a part of the platform; it is stopped in order, at the latest with `running`."""
        process = subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=self.tree, env={**self._environment, "KAURI_PORT": str(port)},
        )  # fmt: skip
        running.callback(_stop, process)
        return process

    def rows(self, query: str, field: str) -> list[str]:
        """The rows that a query of the models finds, each with one of its fields, as lines."""
        code = f"[print('row', row, row.{field}) for row in {query}]"
        lines = self._ask(code).splitlines()
        return [line for line in lines if line.startswith("row ")]

    def count(self, query: str) -> int:
        """What a query of the models counts."""
        return int(self._ask(f"print('count', {query})").split()[-1])

    def _ask(self, code: str) -> str:
        code = f"from tournaments.models import *; {code}"
        return self.manage("shell", "--no-imports", "-c", code)

    def give_time(self) -> None:
        """Let all that waits be played with the trial's time control."""
        waiting = "Match.objects.filter(status=Match.Status.QUEUED)"
        self._ask(f"{waiting}.update(time_control={TIME_CONTROL!r})")

    def games(self) -> int:
        """How many games have been played to their end."""
        return self.count("Game.objects.finished().count()")


def _try(old: Release, new: Release, running: ExitStack) -> None:
    print("The old release starts, and its house bots play.")
    old.manage("migrate", "--verbosity", "0")
    old.manage("furnish")
    old.give_time()
    player = old.start(running, "worker", "play", "--name", "old")
    old.start(running, "worker", "validation", "housekeeping", "--concurrency", "2")
    old.start(running, "worker", "tick", "--concurrency", "1")
    old.start(running, "beat")
    _await_page(old, running, port=18_081)
    _await_games(old, "the old release alone")
    print("The new release migrates while the old one plays.")
    new.manage("migrate", "--verbosity", "0")
    _await_games(old, "the old release on the new tables")
    print("The new worker starts beside the old one, which then stops.")
    new.start(running, "worker", "play", "--name", "new")
    _await_page(new, running, port=18_082)
    _await_games(new, "both releases")
    _stop(player)
    _await_games(new, "the new release alone")
    _judge(new)


def _judge(new: Release) -> None:
    print(new.manage("ratings", "check").strip())
    wanted = f"fault__isnull=False, game__match__time_control={TIME_CONTROL!r}"
    blamed = new.rows(f"Seat.objects.filter({wanted})", "fault")
    # Other work on this machine may stall a game, which is then played again.
    troubles = new.rows("Incident.objects.exclude(kind='host-stalled')", "text")
    if blamed or troubles:
        raise SystemExit(
            "\n".join(["There are bots with a fault, or incidents:", *blamed, *troubles])
        )


def _await_games(release: Release, who: str) -> None:
    wanted = release.games() + BATCH
    _await(lambda: release.games() >= wanted, f"games of {who}")
    print(f"  {BATCH} games or more: {who}")


def _await_page(release: Release, running: ExitStack, *, port: int) -> None:
    release.start(running, "web", port=port)
    _await(lambda: _answers(port), "the site")


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/leaderboards/", timeout=60) as page:
            return bool(page.status == 200)
    except OSError:
        return False


def _await(done: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > until:
            raise SystemExit(f"After {PATIENCE:.0f} s there is still nothing of {what}.")
        time.sleep(1)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(timeout=PATIENCE)


def _next_release(tree: Path) -> Path:
    """A copy of this tree with a higher version, and a migration that this tree survives."""
    tree.mkdir()
    for part in _PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tree / part)
    *_earlier, newest = sorted((tree / "tournaments/migrations").glob("0*.py"))
    migration = _MIGRATION.replace("{newest}", newest.stem)
    newest.with_name("0999_zone.py").write_text(migration)
    _replace(tree / "tournaments/models/hosts.py", _COLUMN, _NEW_COLUMN)
    _replace(tree / "engine/__init__.py", '__version__ = "', '__version__ = "99.')
    return tree


def _replace(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert text.count(before) == 1, f"{path} has changed; this trial must change with it"
    path.write_text(text.replace(before, after))


if __name__ == "__main__":
    main()
