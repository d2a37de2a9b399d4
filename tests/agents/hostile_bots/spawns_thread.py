"""Starts a thread, to think on the opponent's time."""

import threading

OUTCOME = "RuntimeError"


def attempt(call):
    threading.Thread(target=print).start()
    return "started"
