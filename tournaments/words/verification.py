"""What a check of a match by its rules and its dice finds; the headings stand in `headings`."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue


def _spelled(opening: Sequence[str]) -> str:
    return " ".join(opening) or "none: the games begin from the start"


def _as_committed(sha: str, reader: bool, records: bool) -> str:
    known = ["what you noted"] * reader + ["the records of its games"] * records
    return f"The SHA-256 is {sha}, as in {' and '.join(known)}."


SENTENCES: Catalogue = {
    "noted-differs": lambda noted, sha: f"You noted {noted}. The SHA-256 of the seed is {sha}.",
    "record-commits-elsewhere": lambda sha: (
        f"The SHA-256 of the seed is {sha}, and a record has another."
    ),
    "nothing-to-compare": lambda sha: (
        f"The SHA-256 is {sha}. No record is kept to compare it with."
    ),
    "as-committed": _as_committed,
    "record-removed": lambda days: f"Its record was removed after {days} days.",
    "rules-forgotten": lambda: "It was played by rules that this engine no longer has.",
    "seed-never-had": lambda: "The match never had the seed that the record commits to.",
    "verdict": lambda line: f"{line}.",
    "dice-of-the-match": lambda: "In its old record, all games of the match have the same dice.",
    "dice-keyed": lambda number, game: (
        f"They are keyed with {number}, and the game's number is {game}."
    ),
    "result-same": lambda: "Bots, versions, ranks and final state are the same in both.",
    "result-differs": lambda: "The record is of another result.",
    "bot-seeds-unknown": lambda: "The record does not hold them, or it is of another seed.",
    "bot-seeds-due": lambda seeds: f"They must be {', '.join(map(str, seeds))}.",
    "opening-missing": lambda opening: f"A game does not begin with {_spelled(opening)}.",
    "opening-differs": lambda opening, due: f"It is {_spelled(opening)}, not {_spelled(due)}.",
    "opening-is": lambda due: f"It is {_spelled(due)}.",
    "games-make-block": lambda games: f"{games} games make the block.",
}
