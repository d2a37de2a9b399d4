"""The FIDE (Dutch) System of pairing two sides, by the library caissify-pairings.

Source: FIDE Handbook C.04.3, in force from 1 February 2026. The library implements those rules and
is checked by its authors against the endorsed program bbpPairings; our tests pair rounds published
with that program. Here its input is made out of the rounds played.

The Dutch System has no pairing where too few are left who have not met and may both have a colour.
FIDE leaves that to the arbiter; here such a round is paired by a matching of our own, which keeps
the essentials in this order: the fewest repeated meetings, no second bye, equal points, colours.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

import networkx
from caissify_pairings import generate_pairings

from tournaments.formats import colours, scoring
from tournaments.formats.base import Pairing, PlayedPairing, PlayedRound
from tournaments.formats.colours import BLACK, WHITE

_BYE = -1


@dataclass
class History:
    """What the rounds played mean for an entrant's next pairing."""

    points: Fraction = Fraction(0)
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0
    forfeits: int = 0
    met: list[int] = field(default_factory=list)

    @property
    def balance(self) -> int:
        """Games begun less games not begun; of a pairing the first game tells."""
        return colours.difference(self.colours)


def pair(
    order: Sequence[int],
    playing: Collection[int],
    played: Sequence[PlayedRound],
    *,
    rounds: int,
    seed: int,
) -> list[Pairing]:
    """The next round for the entrants in `playing`; `order` is the initial order of all.

    Of `rounds` in all. The seed draws the colour of the first in order in the first round.
    """
    known = history(order, played)
    initial = random.Random(seed).choice((WHITE, BLACK))  # noqa: S311
    circumstances = {"round_number": len(played) + 1, "total_rounds": rounds}
    paired = _by_the_rules(order, playing, known, **circumstances)
    if not _legal(paired, playing, known):
        paired = _by_matching([one for one in order if one in playing], known)
    return _published(paired, order, known, initial)


def _published(
    paired: Sequence[Pairing], order: Sequence[int], known: Mapping[int, History], initial: str
) -> list[Pairing]:
    """With colours, in the order of C.04.2: points of the higher, of the other, rank; byes last.

    Pairing numbers are those of all entrants, whoever plays.
    """
    number = {one: rank for rank, one in enumerate(order, start=1)}

    def place(one: int) -> tuple[Fraction, int]:
        return -known[one].points, number[one]

    ranked = [sorted(pairing, key=place) for pairing in paired]
    ranked.sort(key=lambda pair: (len(pair) == 1, *[place(one)[0] for one in pair], place(pair[0])))
    return [_coloured(pair, number, known, initial) for pair in ranked]


def _coloured(
    pair: Sequence[int], number: Mapping[int, int], known: Mapping[int, History], initial: str
) -> Pairing:
    if len(pair) == 1:
        return tuple(pair)
    players = [colours.Player(number[one], known[one].points, known[one].colours) for one in pair]
    white = colours.colour(players[0], players[1], initial) == WHITE
    return tuple(pair) if white else tuple(reversed(pair))


def history(order: Sequence[int], played: Sequence[PlayedRound]) -> dict[int, History]:
    """Everybody's history after these rounds."""
    known = {one: History() for one in order}
    for round_ in played:
        before = {one: known[one].points for one in order}
        at = {one: pairing for pairing in round_ for one in pairing.entrants}
        for one in order:
            _note(known[one], one, at.get(one), before)
    return known


def _note(
    own: History, one: int, pairing: PlayedPairing | None, before: Mapping[int, Fraction]
) -> None:
    """Add what one entrant did in one round; without a pairing it was away.

    Points without a game are a downfloat, a round without points is none (article 1.4.3).
    """
    if pairing is None:
        own.floats.append("none")
    elif len(pairing.entrants) == 1:
        own.points += scoring.scores(pairing, sides=2)[0]
        own.byes += not pairing.requested
        own.floats.append("down")
    else:
        won = scoring.worth(pairing, one)
        own.points += won
        (other,) = set(pairing.entrants) - {one}
        if pairing.games or not pairing.withdrawn:  # a void pairing is a draw that is not rated
            own.met.append(other)
            own.colours.append(WHITE if pairing.entrants[0] == one else BLACK)
            own.floats.append(_float(before[one], before[other]))
        else:
            own.forfeits += won == 1
            own.floats.append("down" if won else "none")


def _float(own: Fraction, other: Fraction) -> str:
    return "none" if own == other else "down" if own > other else "up"


def _by_the_rules(
    order: Sequence[int],
    playing: Collection[int],
    known: Mapping[int, History],
    **circumstances: Any,
) -> list[Pairing]:
    """What the library pairs; it knows the entrants by their ranks in the order, from 1."""
    rank = {one: number for number, one in enumerate(order, start=1)}
    found = generate_pairings(
        system="dutch",
        players=[_player(rank[one], known[one]) for one in order if one in playing],
        previous_pairings={
            (rank[one], rank[other])
            for one in order
            for other in known[one].met
            if rank[one] < rank[other]
        },
        **circumstances,
    )
    ranks = [(row["white_id"], row["black_id"]) for row in found]
    return [tuple(order[rank - 1] for rank in pair if rank is not None) for pair in ranks]


def _player(rank: int, own: History) -> dict[str, Any]:
    """One entrant as the library wants to have it; the rank stands for the rating."""
    return {
        "id": rank,
        "name": str(rank),
        "score": float(own.points),
        "rating": -rank,
        "starting_number": rank,
        "pairing_number": rank,
        "color_hist": own.colours,
        "float_history": own.floats,
        "bye_count": own.byes,
        "forfeit_win_count": own.forfeits,
    }


def _legal(
    paired: Sequence[Pairing], playing: Collection[int], known: Mapping[int, History]
) -> bool:
    """Whether everybody is paired once, nobody again, and one bye at most is somebody's first."""
    byes = [pairing[0] for pairing in paired if len(pairing) == 1]
    pairs = [pairing for pairing in paired if len(pairing) == 2]
    return (
        sorted(one for pairing in paired for one in pairing) == sorted(playing)
        and len(byes) == len(playing) % 2
        and not any(known[one].byes for one in byes)
        and not any(other in known[one].met for one, other in pairs)
    )


def _by_matching(order: Sequence[int], known: Mapping[int, History]) -> list[Pairing]:
    """The pairing that costs least, where the rules have none. `order`: those who play."""
    nodes = [*order, _BYE] if len(order) % 2 else list(order)
    costs = {(a, b): _cost(a, b, known, len(order)) for a, b in combinations(nodes, 2)}
    most = max(costs.values()) + 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, most - cost) for (a, b), cost in costs.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return [tuple(one for one in pair if one != _BYE) for pair in matching]


def _cost(one: int, other: int, known: Mapping[int, History], entrants: int) -> int:
    """Repeated meetings count above all, then second byes, then points, then colours."""
    own = known[one]
    if other == _BYE:
        again, apart, clash = 0, int(2 * own.points), 0
        second = own.byes + own.forfeits
    else:
        again, second = own.met.count(other), 0
        apart = int(2 * abs(own.points - known[other].points))
        clash = max(0, abs(own.balance + known[other].balance) - 1)
    # Each must outweigh all that the less important ones can come to in a whole round.
    scale = 1 + entrants * 200
    return ((again * scale + second) * scale * scale + apart * apart) * scale + clash
