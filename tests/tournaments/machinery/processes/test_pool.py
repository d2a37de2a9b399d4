"""A worker's pool goes on when a process of it is killed, whatever that was doing."""

import contextlib
import os
import signal
import time

import pytest

from tournaments.machinery.messages.celery import app
from tournaments.machinery.processes.pool import Lock, Pool, TaskPool

pytestmark = pytest.mark.once

PATIENCE = 60.0


@pytest.fixture
def pool():
    running = Pool(processes=1)
    yield running
    running.terminate()
    running.join()


def test_a_process_that_is_killed_while_it_waits_keeps_no_task_from_the_next(pool):
    first = pool.apply_async(os.getpid).get(PATIENCE)
    # By now it waits for its next task.
    time.sleep(0.2)

    os.kill(first, signal.SIGKILL)
    # On a busy machine it may be long in dying, and would still take a part of the next task.
    with contextlib.suppress(ChildProcessError):  # the pool has noticed it already
        os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)

    assert pool.apply_async(os.getpid).get(PATIENCE) != first


def test_death_lets_go_of_a_lock():
    lock = Lock()
    if (child := os.fork()) == 0:
        lock.acquire()
        os._exit(0)
    os.waitpid(child, 0)

    with lock:
        pass


def test_it_is_the_pool_of_every_worker():
    assert app.conf.worker_pool == f"{TaskPool.__module__}:{TaskPool.__qualname__}"
    assert TaskPool.BlockingPool is Pool
