"""Something else to compute for every processor of the machine, for a while."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

# They end by themselves should nobody come to end them.
_BUSY = "import signal; signal.alarm(300)\nprint(flush=True)\nwhile True: pass"


@contextlib.contextmanager
def load(each: int) -> Iterator[None]:
    """Keep `each` busy processes on every processor, in sessions of their own as bots have."""
    busy = [_busy() for _ in range(each * len(os.sched_getaffinity(0)))]
    try:
        for one in busy:
            one.stdout.readline()
        yield
    finally:
        for one in busy:
            one.kill()
            one.communicate()


def _busy() -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-S", "-c", _BUSY]
    return subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
