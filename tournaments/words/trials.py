"""What is said of trials."""

from agents.words.catalogue import Catalogue
from agents.words.speech import number, said, say
from tournaments.words.figures import count

VERDICTS = {
    "running": "running",
    "better": "better",
    "not-better": "not better",
    "undecided": "no verdict within the games allowed",
    "stopped": "stopped",
}

PLACES = {
    "taken": " It replaces its predecessor.",
    "kept": " It stays held back, and its predecessor keeps playing.",
    "apart": "",
}


def _ended(challenger: str, incumbent: str, verdict: str, pairs: int, place: str) -> str:
    return say(
        "The trial of {challenger} against {incumbent} is over: {verdict}, after {pairs}.{place}",
        challenger=challenger,
        incumbent=incumbent,
        verdict=said(VERDICTS[verdict]),
        pairs=count(pairs, "pair"),
        place=said(PLACES[place]),
    )


SENTENCES: Catalogue = {
    "trial-has-two-sides": lambda: say("A trial is between two sides; this game has more."),
    "too-many-trials": lambda most: say(
        "{most} of your trials are running; let one of them end first.", most=most
    ),
    "starter-stops": lambda player: say("Only {player} may stop this trial.", player=player),
    "owner-tries": lambda owner, version: say(
        "Only {owner} may try {version}.", owner=owner, version=version
    ),
    "owner-releases": lambda owner, version: say(
        "Only {owner} may let {version} play.", owner=owner, version=version
    ),
    "elo-out-of-range": lambda least, most: say(
        "Choose {least} to {most} Elo.", least=number(least, "g"), most=number(most, "g")
    ),
    "pairs-out-of-range": lambda least, most: say(
        "Choose {least} to {most} pairs.", least=least, most=number(most)
    ),
    "tried-against-itself": lambda: say("Choose another version: it cannot be better than itself."),
    "cannot-be-tried": lambda version: say(
        "{version} cannot play: it is not accepted, or it is paused or banned.", version=version
    ),
    "no-successor": lambda: say("Only a later version of the same bot can take its place."),
    "trial-ended": _ended,
}
