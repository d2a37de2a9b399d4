"""Commands end in a sentence where the database is at fault, and not in a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ABSENT = "postgresql://kauri:secret@127.0.0.1:1/kauri"


@pytest.fixture
def manage(tmp_path):
    """Run a command on a database, and return the end of what it said and failed with."""

    def run(command, url, **given):
        done = subprocess.run(
            [sys.executable, "manage.py", *command.split()],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": url, "KAURI_VAR": str(tmp_path), **given},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        return line

    return run


@pytest.mark.parametrize("command", ["migrate", "ratings check", "worker play", "beat"])
def test_a_database_that_does_not_answer_is_a_sentence(manage, command):
    line = manage(command, ABSENT)

    assert "The database does not answer: " in line
    assert line.endswith(" Start it, or correct DATABASE_URL.")


@pytest.mark.parametrize("command", ["prune", "worker play"])
def test_a_database_without_tables_is_a_sentence(manage, command):
    line = manage(command, "")

    assert "The database is not ready. " in line
    assert line.endswith(" must still be applied. Run manage.py migrate.")


def test_a_setting_that_cannot_be_used_is_a_sentence(manage):
    line = manage("check", "mysql://kauri:secret@127.0.0.1/kauri")

    assert line == (
        "DATABASE_URL cannot be used; allowed is postgresql://user:password@host:5432/name"
    )


def test_a_redis_that_cannot_be_used_is_a_sentence(manage):
    line = manage("check", "", REDIS_URL="http://:secret@127.0.0.1/0")

    assert line == (
        "REDIS_URL cannot be used; allowed is redis://:password@host:6379/0, "
        "or the same with rediss://"
    )
