"""What a check of a match by its rules and its dice finds; the headings stand in `headings`."""

from collections.abc import Sequence

from agents.words.speech import Catalogue, say


def _spelled(opening: Sequence[str]) -> str:
    return " ".join(opening) or say("none: the games begin from the start")


def _as_committed(sha: str, reader: bool, records: bool) -> str:
    if reader and records:
        return say(
            "The SHA-256 is {sha}, as in what you noted and the records of its games.", sha=sha
        )
    if reader:
        return say("The SHA-256 is {sha}, as in what you noted.", sha=sha)
    return say("The SHA-256 is {sha}, as in the records of its games.", sha=sha)


SENTENCES: Catalogue = {
    "noted-differs": "You noted {noted}. The SHA-256 of the seed is {sha}.",
    "record-commits-elsewhere": "The SHA-256 of the seed is {sha}, and a record has another.",
    "nothing-to-compare": "The SHA-256 is {sha}. No record is kept to compare it with.",
    "as-committed": _as_committed,
    "record-removed": "Its record was removed after {days} days.",
    "rules-forgotten": "It was played by rules that this engine no longer has.",
    "seed-never-had": "The match never had the seed that the record commits to.",
    "verdict": lambda line: f"{line}.",
    "dice-of-the-match": "In its old record, all games of the match have the same dice.",
    "dice-keyed": "They are keyed with {number}, and the game's number is {game}.",
    "result-same": "Bots, versions, ranks and final state are the same in both.",
    "result-differs": "The record is of another result.",
    "bot-seeds-unknown": "The record does not hold them, or it is of another seed.",
    "bot-seeds-due": "They must be {seeds:list}.",
    "luck-not-judged": "Its luck has not been judged.",
    "luck-due": "It must be {luck:list}.",
    "opening-missing": lambda opening: say(
        "A game does not begin with {spelled}.", spelled=_spelled(opening)
    ),
    "opening-differs": lambda opening, due: say(
        "It is {opening}, not {due}.", opening=_spelled(opening), due=_spelled(due)
    ),
    "opening-is": lambda due: say("It is {spelled}.", spelled=_spelled(due)),
    "games-make-block": "{games} games make the block.",
}
