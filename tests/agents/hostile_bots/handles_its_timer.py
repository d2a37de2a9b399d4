"""A good bot: has a timer of its own end its search."""

import signal

OUTCOME = "got 'searched'"


class Over(Exception):
    pass


def end(number, frame):
    raise Over


def attempt(call):
    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        while True:
            pass
    except Over:
        return "searched"
