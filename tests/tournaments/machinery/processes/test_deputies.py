"""A process beside a worker's: it does errands in order, and ends when it has no one to serve."""

import contextlib
import os
import signal
import time
from pathlib import Path

import pytest
from django.db import connection, connections

from tests.tournaments.factories import PlayerFactory
from tournaments.machinery.processes.deputies import Deputy, DeputyGone
from tournaments.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 30


@pytest.fixture
def deputy():
    made = Deputy()
    yield made
    made.close()


def multiply(one, other):
    return os.getpid(), one * other


def count_players():
    return Player.objects.count()


def fail():
    raise ValueError("This errand cannot be done.")


def runs(pid):
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def wait_for(condition):
    until = time.monotonic() + PATIENCE_SECONDS
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    assert condition()


def test_it_does_errands_in_their_order_in_a_process_of_its_own(deputy):
    deputy.send(multiply, 6, 7)
    deputy.send(multiply, 2, 2)

    assert [deputy.answer(), deputy.answer()] == [(deputy.pid, 42), (deputy.pid, 4)]
    assert not deputy.has_answered()


def test_it_reads_the_database_by_a_connection_of_its_own():
    PlayerFactory()
    deputy = Deputy()
    PlayerFactory()

    deputy.send(count_players)

    assert deputy.answer() == Player.objects.count()
    deputy.close()


def test_its_maker_goes_on_with_a_new_connection():
    connection.ensure_connection()
    before = connection.connection

    Deputy().close()

    PlayerFactory()
    assert connection.connection is not before


def test_an_errand_that_fails_ends_it(deputy):
    deputy.send(fail)
    deputy.send(multiply, 6, 7)

    for _errand in range(2):
        with pytest.raises(DeputyGone):
            deputy.answer()
    assert deputy.gone


def test_whoever_gives_an_errand_to_a_dead_one_learns_so(deputy):
    os.kill(deputy.pid, signal.SIGKILL)
    wait_for(deputy.has_answered)

    deputy.send(multiply, 6, 7)

    with pytest.raises(DeputyGone):
        deputy.answer()


def test_being_told_to_stop_does_not_keep_it_from_its_errand(deputy):
    deputy.send(multiply, 1, 1)
    deputy.answer()
    os.kill(deputy.pid, signal.SIGTERM)
    os.kill(deputy.pid, signal.SIGINT)

    deputy.send(multiply, 6, 7)

    assert deputy.answer() == (deputy.pid, 42)


def test_it_ends_with_its_maker():
    # Else the maker, who closes its connections, would end those that both have.
    connections.close_all()
    reading, writing = os.pipe()
    maker = os.fork()
    if maker == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, b"%d" % Deputy().pid)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(maker, 0)
    pid = int(os.read(reading, 20))
    os.close(reading)
    os.close(writing)

    wait_for(lambda: not runs(pid))
