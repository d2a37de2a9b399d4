"""What the conformance suite runs over for Nine Men's Morris."""

from .plain import Morris

PLAIN = Morris

# The variants that are walked through.
WALKED = ("morris", "morris(flying=false)", "morris(quiet_limit=2)")

# How deep perft counts.
COUNTED = {"morris": 3, "morris(flying=false,quiet_limit=10)": 3}


def rotated(document):
    """The position with every seat moved on by one."""
    other = document | {"history": [], "forfeits": []}
    for key in ("men", "hands", "ranks"):
        other[key] = document[key][-1:] + document[key][:-1]
    if document["player"] >= 0:
        other["player"] = 1 - document["player"]
    return other
