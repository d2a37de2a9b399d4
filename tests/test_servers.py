import signal
import subprocess
import sys

import psycopg
import pytest
import redis

SHOW = "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'], flush=True)"
SHOW_AND_WAIT = f"{SHOW}; input(); raise SystemExit(7)"


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


def test_a_command_finds_both_servers_leaves_none_and_its_status_is_passed_on(running):
    process, database_url, redis_url = running
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()

    process.communicate("\n")

    assert process.returncode == 7
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(database_url, connect_timeout=2)


def test_told_to_stop_it_stops_the_servers_too(running):
    process, database_url, _redis_url = running

    process.send_signal(signal.SIGTERM)
    process.wait(60)

    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(database_url, connect_timeout=2)
