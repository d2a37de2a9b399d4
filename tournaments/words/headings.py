"""What lines of lists are called: allowances, what a check looked at, what was removed, files."""

from agents.words.catalogue import Catalogue
from tournaments.words.figures import ordinal

SENTENCES: Catalogue = {
    # What a player may have at a time.
    "open-tournaments": lambda: "Tournaments that are not over",
    "waiting-games": lambda: "Their games that are not over",
    "running-trials": lambda: "Running trials",
    "unchecked-uploads": lambda: "Uploads that are being checked",
    "stored-uploads": lambda: "MiB of storage for uploads, compressed",
    # What the check of a match looks at.
    "seeds-committed": lambda: "Each revealed seed is one that was committed to",
    "game": lambda game: f"Game {game}",
    "game-replayed": lambda game: f"Game {game}: rules, dice and result",
    "game-own-dice": lambda game: f"Game {game}: it has dice of its own",
    "game-result": lambda game: f"Game {game}: the record is of the result that counts",
    "game-bot-seeds": lambda game: f"Game {game}: the bots' own seeds follow from the seed",
    "same-opening": lambda: "The opening is the same in all games, and follows from the seed",
    "every-side-once": lambda: "Each entrant has every side once",
    # What is removed once it is no longer kept.
    "bots-kept": lambda: "bots",
    "deleted-versions": lambda: "deleted versions whose code or logs were still there",
    "old-logs": lambda: "logs of bots",
    "old-records": lambda: "records of games",
    "old-sessions": lambda: "expired sessions",
    "orphaned-archives": lambda: "archives that no version has",
    "orphaned-results": lambda: "files of results that later ones replaced",
    "untaken-messages": lambda: "messages that no worker took",
    "unused-runtimes": lambda: "sandbox runtimes that nobody uses",
    # What a leaderboard says of a place.
    "places": lambda best, worst: ordinal(best) + (f" to {ordinal(worst)}" if best < worst else ""),
    # Files of results.
    "csv-file": lambda: "standings as a table",
    "json-file": lambda: "standings and all games",
    "pgn-file": lambda: "results for rating programs",
    "trf-file": lambda: "FIDE report of the rounds",
}
