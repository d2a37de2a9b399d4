"""Fills the one place where it may write by empty files, whose number no size bounds."""

import os

OUTCOME = "killed"


def attempt(call):
    number = 0
    while True:
        number += 1
        os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
