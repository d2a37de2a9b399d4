"""Starts threads until the machine stands still."""

import threading

OUTCOME = "RuntimeError"


def attempt(call):
    gate = threading.Event()
    return [threading.Thread(target=gate.wait, daemon=True).start() for _ in range(10_000)]
