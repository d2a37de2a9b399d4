"""Lifts the interpreter's limit of recursion, and recurses through C until the stack overflows."""

import sys

OUTCOME = "SIGSEGV"


class Deep:
    def __repr__(self):
        return repr(self)


def attempt(call):
    sys.setrecursionlimit(1 << 30)
    return repr(Deep())
