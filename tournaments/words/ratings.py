"""What is said of ratings: voided games, comparisons, and what a check of the ledger finds."""

from tournaments.words.figures import Catalogue

SENTENCES: Catalogue = {
    "staff-voids": lambda: "Only staff may void games.",
    "void-without-reason": lambda: "Say why: everybody will read it.",
    "compared-with-itself": lambda: "Choose two different versions.",
    "not-computed": lambda: "This leaderboard has not been computed yet.",
    "not-connected": lambda one, other: (
        f"No chain of games connects {one} and {other}: nobody can tell."
    ),
    "version-not-rated": lambda version: (
        f"{version} has no rated game on this leaderboard that was counted."
    ),
    "not-compared": lambda version, most: (
        f"Only the {most:,} versions with the most games can be compared; "
        f"{version} is none of them."
    ),
}
