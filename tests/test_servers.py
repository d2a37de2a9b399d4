import signal
import subprocess
import sys

import psycopg
import pytest
import redis

SHOW = "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'], flush=True)"
SHOW_AND_WAIT = f"{SHOW}; input()"


@pytest.fixture
def running():
    """A command that has been given its two servers, and their addresses."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.servers", sys.executable, "-c", SHOW_AND_WAIT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process, *process.stdout.readline().split()
    process.communicate()


def test_a_command_finds_both_servers_and_leaves_none(running):
    process, database_url, redis_url = running
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()

    process.communicate("\n")

    assert process.returncode == 0
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(database_url, connect_timeout=2)


def test_told_to_stop_it_stops_the_servers_too(running):
    process, database_url, _redis_url = running

    process.send_signal(signal.SIGTERM)
    process.wait(60)

    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(database_url, connect_timeout=2)


def test_the_status_of_the_command_is_passed_on():
    command = [sys.executable, "-c", "raise SystemExit(7)"]

    done = subprocess.run([sys.executable, "-m", "tests.servers", *command], check=False)

    assert done.returncode == 7
