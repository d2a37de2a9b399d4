"""A PostgreSQL that archives by pgBackRest, its replica, and a way back to a moment."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests import servers

pytestmark = pytest.mark.xdist_group("postgresql")

PROJECT = Path(__file__).resolve().parents[1]
OWN = {"KAURI_SECRET_KEY": "x" * 64, "KAURI_HOSTS": "localhost", "KAURI_SHARED_PAGE_SECONDS": "0"}
LOST = "DELETE FROM tournaments_meeting; DELETE FROM tournaments_ledgerentry"


class Archive:
    """pgBackRest with the file that operators get, and a repository of its own."""

    def __init__(self, folder: Path) -> None:
        config = (PROJECT / "deploy/pgbackrest.conf").read_text()
        (folder / "pgbackrest.conf").write_text(config)
        ours = {"REPO1_PATH": "archive", "LOG_PATH": "log", "LOCK_PATH": "lock"}
        self.environment = {
            "PGBACKREST_CONFIG": str(folder / "pgbackrest.conf"),
            **{f"PGBACKREST_{name}": str(folder / place) for name, place in ours.items()},
        }

    def command(self, server, *options: str) -> list[str]:
        """The command line for this server."""
        parts = servers.urlsplit(server.url)
        data = Path(server.command[server.command.index("-D") + 1])
        own = {
            "PGPASSWORD": parts.password,
            "PGBACKREST_PG1_PATH": data,
            "PGBACKREST_PG1_PORT": parts.port,
            "PGBACKREST_PG1_SOCKET_PATH": data.parent,
            "PGBACKREST_PG1_USER": parts.username,
        }
        names = [f"{name}={value}" for name, value in (self.environment | own).items()]
        return ["env", *names, "pgbackrest", "--stanza=kauri", *options]

    def do(self, server, *options: str) -> str:
        """Run it as the user of PostgreSQL."""
        return servers.run_unprivileged(self.command(server, *options))


class Site:
    """A site on the server, and steps of a story there."""

    def __init__(self, folder: Path, server) -> None:
        others = {name: value for name, value in os.environ.items() if name[:6] != "KAURI_"}
        self.environment = others | OWN | {"KAURI_VAR": str(folder), "DATABASE_URL": server.url}

    def run(self, *command: str, **more: str) -> str:
        """What a program has said."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT, env=self.environment | more, capture_output=True, text=True, check=False,
            timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1]

    def do(self, *step: str, **more: str):
        """What a step has seen."""
        return json.loads(self.run("-m", "tests.late_reads", *step, **more))


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """Play, back up, visit with a replica, play on, back up what is new, lose rows, go back."""
    push = "pgbackrest --stanza=kauri --pg1-path=$PWD archive-push %p"
    options = ["-c", "archive_mode=on", "-c", f"archive_command={push}"]
    with contextlib.ExitStack() as stack:
        archive = Archive(stack.enter_context(servers.own_folder()))
        primary = stack.enter_context(servers.postgresql(*options, environment=archive.environment))
        site = Site(tmp_path_factory.mktemp("site"), primary)
        told = {"begin": site.do("begin")}
        archive.do(primary, "stanza-create")
        archive.do(primary, "--type=full", "backup")
        with servers.replica(primary) as replica:
            process = str(replica.process.pid)
            told["visit"] = site.do("visit", process, KAURI_REPLICA_URL=replica.url)
        archive.do(primary, "--type=incr", "backup")
        told["backups"] = archive.do(primary, "info")
        with psycopg.connect(primary.url, autocommit=True) as database:
            told["entries"] = _entries(database)
            ((moment,),) = database.execute("SELECT clock_timestamp()::text")
            database.execute(LOST)
            database.execute("SELECT pg_switch_wal()")
            told["left"] = _entries(database)
        back = archive.command(
            primary, "--pg1-path={data}", "--type=time", f"--target={moment}",
            "--target-action=promote", "--recovery-option=hot_standby=off", "restore",
        )  # fmt: skip
        with servers.copy(primary, *back, environment=archive.environment) as restored:
            with psycopg.connect(restored.url) as database:
                told["restored"] = _entries(database)
            told["check"] = Site(tmp_path_factory.mktemp("again"), restored).run(
                "manage.py", "ratings", "check"
            )
    return told


def _entries(database) -> int:
    ((count,),) = database.execute("SELECT count(*) FROM tournaments_ledgerentry")
    return count


def test_what_was_lost_comes_back_as_it_was_a_moment_before(story):
    assert (story["begin"]["games"], story["visit"]["games"]) == (2, 4)
    assert story["left"] == 0
    assert story["restored"] == story["entries"] > 0
    assert "the ledger, replayed, equals the live ratings" in story["check"]


def test_the_second_backup_holds_only_what_is_new(story):
    assert "full backup" in story["backups"]
    assert "incr backup" in story["backups"]


def test_a_visitor_reads_late_and_who_may_have_written_does_not(story):
    assert story["visit"]["late"] == [404, 200, 200]
    assert story["visit"]["behind"] > 0
    assert story["visit"]["then"] == 200


def test_the_primary_answers_for_a_replica_that_is_away(story):
    assert story["visit"]["without"] == [200, 200]
    assert story["visit"]["log"].splitlines() == [
        "The replica does not answer. The primary answers what it would have read."
    ]


def test_figures_and_the_doctor_say_how_far_it_is_behind(story):
    well, away = story["visit"]["well"], story["visit"]["away"]

    assert well["figures"][0] == "kauri_replica_up 1.0"
    assert well["figures"][1].startswith("kauri_replica_lag_seconds ")
    assert well["doctor"].endswith(" s behind.")
    assert away["figures"] == ["kauri_replica_up 0.0"]
    assert "does not answer" in away["doctor"]
