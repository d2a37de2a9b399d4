"""Sets every timer that sends a signal, handles none, and computes until all have run out."""

import signal
import time

OUTCOME = "got (0.0, 0.0, 0.0)"
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)


def attempt(call):
    for timer in TIMERS:
        signal.setitimer(timer, 0.01)
    while any(signal.getitimer(timer)[0] for timer in TIMERS):
        time.process_time()
    return tuple(signal.getitimer(timer)[0] for timer in TIMERS)
