"""What is said of games that are not rated."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue

_NAMED = 5
"""How many bots a sentence names; it says how many more there are."""


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


SENTENCES: Catalogue = {
    "no-leaderboard": lambda: "Not rated: this variant has no leaderboard.",
    "private-tournament": lambda: "Not rated: the games of private tournaments.",
    "bots-of-one-owner": lambda bots: (
        f"Not rated: games between bots of one owner, as {_listed(bots)}."
    ),
    "pairing-over-cap": lambda cap, games: (
        f"At most {cap} games of the same two owners rate a day on a leaderboard. "
        f"A pairing here has {games}."
    ),
    "cap-reached": lambda one, other, games, cap: (
        f"{one} and {other} have had {games} of the {cap} games that rate between them today."
    ),
    "never-rated": lambda why: why,
}
