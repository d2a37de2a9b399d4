"""What films say in English, which scripts look up by it."""

from agents.terms import faults

COLOURS = (
    "blue", "orange", "green", "purple", "red", "yellow", "white", "turquoise", "black",
    "red and yellow", "blue and green",
)  # fmt: skip
TALLIES = ("{n} seeds", "{n} seed", "{n} stones", "{n} stone", "{n} captured", "{n} home")
MARKS = ("capture", "home", "again", "fault", "mistake")
KINDS = (*faults.KINDS, faults.RESIGNED, "abandoned")
TEXTS = (*COLOURS, *TALLIES, *MARKS, *KINDS)
