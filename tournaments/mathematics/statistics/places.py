"""Places from ratings with errors, and how many games would separate two entrants.

Source: the rank intervals are the simultaneous reading of all pairwise differences at 95%, as in
H. Goldstein and D. Spiegelhalter (1996), Journal of the Royal Statistical Society A 159. Like other
tables of this kind, it makes no correction for the number of pairs.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit
from tournaments.mathematics.statistics.scale import Z, normal_probability, threshold

NINE_IN_TEN = 0.9
"""The probability that two are separated after the stated number of games."""

_TOGETHER = 256
"""Entrants compared with all others at once, which keeps the memory small."""


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """One line of a table by rating, best first within its component.

    `best` and `worst` are the places that cannot be excluded. `better_than_next` is the
    probability of being stronger than the next line, and `games_to_separate` how many more games of
    both together show at 95% which one is stronger, with a probability of 90% (0: they show it
    already; None: there is no next line, or neither has a game).
    """

    entrant: int
    component: int
    rating: float
    error: float
    games: int
    best: int
    worst: int
    better_than_next: float | None
    games_to_separate: int | None


def places(
    fit: BradleyTerryFit, *, games: Sequence[int], among: Collection[int] | None = None
) -> list[RatedPlace]:
    """The entrants of a fit, by component and by the lower ends of their 95% intervals.

    `games` is how many each has played.

    If `among` is given, only those entrants have places, and only they are compared.
    """
    placed = range(len(games)) if among is None else among
    groups: dict[int, list[int]] = {}
    for entrant in surest_first(fit, placed):
        groups.setdefault(int(fit.components[entrant]), []).append(entrant)
    largest_first = sorted(groups.values(), key=lambda members: (-len(members), members[0]))
    return [place for members in largest_first for place in _component(fit, members, games)]


def surest_first(fit: BradleyTerryFit, entrants: Iterable[int]) -> list[int]:
    """These entrants, by the lower ends of their intervals."""
    low = fit.ratings - Z * fit.errors
    return sorted(entrants, key=lambda entrant: (-low[entrant], entrant))


def _component(
    fit: BradleyTerryFit, members: Sequence[int], games: Sequence[int]
) -> list[RatedPlace]:
    followers = [*members[1:], None]
    behind, ahead = _told_apart(fit, members)
    return [
        _place(fit, entrant, follower, games, best=1 + behind[row], worst=len(members) - ahead[row])
        for row, (entrant, follower) in enumerate(zip(members, followers, strict=True))
    ]


def _told_apart(fit: BradleyTerryFit, members: Sequence[int]) -> tuple[list[int], list[int]]:
    """Of how many others each is surely behind, and of how many surely ahead."""
    ratings, errors, root = fit.ratings[members], fit.errors[members], fit.root[members]
    behind, ahead = [], []
    for start in range(0, len(members), _TOGETHER):
        rows = slice(start, start + _TOGETHER)
        joint = errors[rows, None] ** 2 + errors**2 - 2 * (root[rows] @ root.T)
        margin = Z * np.sqrt(np.maximum(joint, 0.0))
        leads = ratings[rows, None] - ratings
        behind += (leads < -margin).sum(axis=1).tolist()
        ahead += (leads > margin).sum(axis=1).tolist()
    return behind, ahead


def _place(
    fit: BradleyTerryFit,
    entrant: int,
    follower: int | None,
    games: Sequence[int],
    *,
    best: int,
    worst: int,
) -> RatedPlace:
    lead = None if follower is None else _certainty(fit, entrant, follower)
    return RatedPlace(
        entrant=entrant,
        component=int(fit.components[entrant]),
        rating=float(fit.ratings[entrant]),
        error=float(fit.errors[entrant]),
        games=games[entrant],
        best=best,
        worst=worst,
        better_than_next=None if lead is None else normal_probability(lead),
        games_to_separate=None
        if lead is None or follower is None
        else games_to_separate(lead, games=games[entrant] + games[follower]),
    )


def _certainty(fit: BradleyTerryFit, entrant: int, other: int) -> float:
    """By how many standard errors `entrant` is ahead of `other`."""
    difference = float(fit.ratings[entrant] - fit.ratings[other])
    error = fit.difference_error(entrant, other)
    if error:
        return difference / error
    return math.copysign(math.inf, difference) if difference else 0.0


def games_to_separate(lead: float, *, games: int) -> int | None:
    """How many more games show which of two is stronger, nine times in ten.

    They have played `games` so far, and one is `lead` standard errors ahead. The lead is only an
    estimate: the true difference is normal around it, so the probability is averaged over that, and
    counts either of the two as the stronger one. None without games: nothing tells then.
    """
    if abs(lead) >= Z:
        return 0
    if not games:
        return None
    share = threshold(0.0, 1.0, lambda share: _separating(abs(lead), share) >= NINE_IN_TEN)
    return math.ceil(games * (1 / share - 1))


def _separating(lead: float, share: float) -> float:
    """The probability that two are separated when `share` of their games has been played so far.

    In standard errors of now, the error is the root of the share by then, and the lead has moved
    from that of now by a normal variable whose variance is the rest.
    """
    margin, moved = Z * math.sqrt(share), math.sqrt(1 - share)
    return normal_probability((lead - margin) / moved) + normal_probability(
        (-lead - margin) / moved
    )
