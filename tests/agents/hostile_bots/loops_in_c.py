"""Never stops to think, in C code that no signal handler interrupts."""

import re

OUTCOME = "cpu"


def attempt(call):
    return re.match(r"(a+)+$", "a" * 64 + "b")
