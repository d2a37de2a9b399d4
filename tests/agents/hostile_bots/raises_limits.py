"""Lifts its own memory limit."""

import resource

OUTCOME = "ValueError"


def attempt(call):
    unlimited = resource.RLIM_INFINITY
    return resource.setrlimit(resource.RLIMIT_AS, (unlimited, unlimited)) or "lifted"
