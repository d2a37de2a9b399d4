"""What is said of trials."""

from agents.words.catalogue import Catalogue
from tournaments.words.figures import count

VERDICTS = {
    "running": "running",
    "better": "better",
    "not-better": "not better",
    "undecided": "no verdict within the games allowed",
    "stopped": "stopped",
}

_PLACES = {
    "taken": " It replaces its predecessor.",
    "kept": " It stays held back, and its predecessor keeps playing.",
    "apart": "",
}


def _ended(challenger: str, incumbent: str, verdict: str, pairs: int, place: str) -> str:
    said = f"{VERDICTS[verdict]}, after {count(pairs, 'pair')}.{_PLACES[place]}"
    return f"The trial of {challenger} against {incumbent} is over: {said}"


SENTENCES: Catalogue = {
    "trial-has-two-sides": lambda: "A trial is between two sides; this game has more.",
    "too-many-trials": lambda most: (
        f"{most} of your trials are running; let one of them end first."
    ),
    "starter-stops": lambda player: f"Only {player} may stop this trial.",
    "owner-tries": lambda owner, version: f"Only {owner} may try {version}.",
    "owner-releases": lambda owner, version: f"Only {owner} may let {version} play.",
    "elo-out-of-range": lambda least, most: f"Choose {least:g} to {most:g} Elo.",
    "pairs-out-of-range": lambda least, most: f"Choose {least} to {most:,} pairs.",
    "tried-against-itself": lambda: "Choose another version: it cannot be better than itself.",
    "cannot-be-tried": lambda version: (
        f"{version} cannot play: it is not accepted, or it is paused or banned."
    ),
    "no-successor": lambda: "Only a later version of the same bot can take its place.",
    "trial-ended": _ended,
}
