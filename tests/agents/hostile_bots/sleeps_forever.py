"""Never answers and uses no time."""

import time

OUTCOME = "killed"


def attempt(call):
    time.sleep(1 << 20)
