"""What is said of trials."""

from django.utils.translation import gettext_lazy

from agents.words.speech import Catalogue, say

VERDICTS = {
    "running": gettext_lazy("running"),
    "better": gettext_lazy("better"),
    "not-better": gettext_lazy("not better"),
    "undecided": gettext_lazy("no verdict within the games allowed"),
    "stopped": gettext_lazy("stopped"),
}

PLACES = {
    "taken": gettext_lazy(" It replaces its predecessor."),
    "kept": gettext_lazy(" It stays held back, and its predecessor keeps playing."),
    "apart": "",
}


def _ended(challenger: str, incumbent: str, verdict: str, pairs: int, place: str) -> str:
    return say(
        "The trial of {challenger} against {incumbent} is over: {verdict}, after "
        "{pairs:pairs}.{place}",
        challenger=challenger,
        incumbent=incumbent,
        verdict=VERDICTS[verdict],
        pairs=pairs,
        place=PLACES[place],
    )


SENTENCES: Catalogue = {
    "trial-has-two-sides": "A trial is between two sides; this game has more.",
    "too-many-trials": "{most} of your trials are running; let one of them end first.",
    "starter-stops": "Only {player} may stop this trial.",
    "owner-tries": "Only {owner} may try {version}.",
    "owner-releases": "Only {owner} may let {version} play.",
    "elo-out-of-range": "Choose {least:g} to {most:g} Elo.",
    "pairs-out-of-range": "Choose {least} to {most:,} pairs.",
    "tried-against-itself": "Choose another version: it cannot be better than itself.",
    "cannot-be-tried": "{version} cannot play: it is not accepted, or it is paused or banned.",
    "no-successor": "Only a later version of the same bot can take its place.",
    "trial-ended": _ended,
}
