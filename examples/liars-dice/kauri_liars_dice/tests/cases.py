"""What the conformance suite runs over for Liar's Dice."""

from .plain import LiarsDice

PLAIN = LiarsDice

# The variants that are walked through.
WALKED = ("liars-dice", "liars-dice(faces=2,seats=3)", "liars-dice(seats=6)")

# How deep perft counts.
COUNTED = {"liars-dice": 4, "liars-dice(faces=2)": 6, "liars-dice(faces=2,seats=5)": 6}


def rotated(document):
    """The position with every seat moved on by one."""
    seats = len(document["dice"])
    other = document | {"history": [], "forfeits": []}
    for key in ("dice", "ranks"):
        other[key] = document[key][-1:] + document[key][:-1]
    for key in ("player", "bidder", "caller"):
        if document[key] >= 0:
            other[key] = (document[key] + 1) % seats
    return other
