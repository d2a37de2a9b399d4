"""Ignores every signal that can be ignored and never stops."""

import signal

OUTCOME = "cpu"


def attempt(call):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            continue  # the C library keeps two for itself
    while True:
        pass
