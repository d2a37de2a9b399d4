"""What is said of games that are not rated."""

from collections.abc import Sequence

from agents.words.speech import Catalogue, said, say

_NAMED = 5
"""How many bots a sentence names; it says how many more there are."""


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        named = ", ".join(names[:_NAMED])
        return say("{named} and {more} more", named=named, more=len(names) - _NAMED)
    if len(names) > 1:
        return say("{others} and {last}", others=", ".join(names[:-1]), last=names[-1])
    return "".join(names)


SENTENCES: Catalogue = {
    "no-leaderboard": "Not rated: this variant has no leaderboard.",
    "private-tournament": "Not rated: the games of private tournaments.",
    "bots-of-one-owner": lambda bots: say(
        "Not rated: games between bots of one owner, as {listed}.", listed=_listed(bots)
    ),
    "pairing-over-cap": "At most {cap} games of the same two owners rate a day on a leaderboard. "
    "A pairing here has {games}.",
    "cap-reached": "{one} and {other} have had {games} of the {cap} games that rate between them "
    "today.",
    "never-rated": lambda why: said(str(why)),
}
