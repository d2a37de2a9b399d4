"""Starts threads until the machine stands still."""

import threading

OUTCOME = "RuntimeError"


def attempt(call):
    for started in range(10_000):
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    return started
