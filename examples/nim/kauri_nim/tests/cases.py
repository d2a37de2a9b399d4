"""What the conformance suite runs over for Nim."""

from .plain import Nim

PLAIN = Nim

# The variants that are walked through.
WALKED = (
    "nim",
    "nim(most=2)",
    "nim(heap=1)",
    "nim(heap=60,most=9)",
    "nim(seats=3)",
    "nim(seats=6)",
)

# How deep perft counts.
COUNTED = {"nim": 6, "nim(heap=5)": 6, "nim(seats=5)": 5}
