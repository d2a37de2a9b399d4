"""The FIDE (Dutch) System of pairing two sides: each round from the history of the ones before.

Source: FIDE Handbook C.04.3, in force from 1 February 2026. The pairs come from `brackets`, the
colours from `colours`. Tests hold the pairs against the library caissify-pairings, whose authors
hold it against the endorsed program bbpPairings, and against rounds published with that program.

The Dutch System has no pairing where too few are left who have not met and may both have a colour.
FIDE leaves that to the arbiter; here a matching of our own pairs such a round, and keeps
the essentials in this order: the fewest repeated meetings, no second bye, equal points, colours.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from engine.matching import Matching
from tournaments.mathematics.formats import brackets, colours, criteria, scoring
from tournaments.mathematics.formats.base import Pairing, PlayedPairing, PlayedRound
from tournaments.mathematics.formats.colours import BLACK, WHITE

_BYE = -1


@dataclass
class PairingHistory:
    """An entrant's history, as far as it matters for its next pairing."""

    points: Fraction = Fraction(0)
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0
    forfeits: int = 0
    met: list[int] = field(default_factory=list)

    @property
    def balance(self) -> int:
        """Pairings begun with white less those with black, by the first game of each."""
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

    `rounds` is their total. The seed draws the first colour of the first entrant in order.
    """
    past = history(order, played)
    initial = random.Random(seed).choice((WHITE, BLACK))  # noqa: S311
    here = [entrant for entrant in order if entrant in playing]
    paired = _by_the_rules(here, past, rounds) or _by_matching(here, past)
    return _published(paired, _numbers(order, playing, played), past, initial)


def _numbers(
    order: Sequence[int], playing: Collection[int], played: Sequence[PlayedRound]
) -> dict[int, int]:
    """The pairing numbers, from 1, of those that are or have been paired.

    An absent entrant has none before its first round, like a late one (C.04.2, late entries). A
    void pairing is a half-point bye for both, like a requested one.
    """
    pairings = (pairing for round_ in played for pairing in round_)
    paired = {entrant for p in pairings if not (p.requested or p.is_void) for entrant in p.entrants}
    present = [entrant for entrant in order if entrant in paired or entrant in playing]
    return {entrant: number for number, entrant in enumerate(present, start=1)}


def _published(
    paired: Sequence[Pairing],
    number: Mapping[int, int],
    past: Mapping[int, PairingHistory],
    initial: str,
) -> list[Pairing]:
    """The pairs with colours, by C.04.2: points of the higher, of the other, rank; byes last."""

    def place(entrant: int) -> tuple[Fraction, int]:
        return -past[entrant].points, number[entrant]

    ranked = [sorted(pairing, key=place) for pairing in paired]
    ranked.sort(
        key=lambda pair: (len(pair) == 1, *[place(entrant)[0] for entrant in pair], place(pair[0]))
    )
    return [_coloured(pair, number, past, initial) for pair in ranked]


def _coloured(
    pair: Sequence[int],
    number: Mapping[int, int],
    past: Mapping[int, PairingHistory],
    initial: str,
) -> Pairing:
    """A pair, the higher ranked in front, in the order of its colours; a bye as it is."""
    if len(pair) == 1:
        return tuple(pair)
    higher, lower = pair
    first = initial if number[higher] % 2 else colours.opposite(initial)
    own = colours.of_higher(past[higher].colours, past[lower].colours, first)
    return (higher, lower) if own == WHITE else (lower, higher)


def history(order: Sequence[int], played: Sequence[PlayedRound]) -> dict[int, PairingHistory]:
    """The history of every entrant after these rounds."""
    past = {entrant: PairingHistory() for entrant in order}
    for round_ in played:
        before = {entrant: past[entrant].points for entrant in order}
        at = {entrant: pairing for pairing in round_ for entrant in pairing.entrants}
        for entrant in order:
            _note(past[entrant], entrant, at.get(entrant), before)
    return past


def _note(
    own: PairingHistory, entrant: int, pairing: PlayedPairing | None, before: Mapping[int, Fraction]
) -> None:
    """Add what one entrant did in one round; without a pairing it was away.

    Points without a game are a downfloat, a round without points is none (article 1.4.3). Two who
    have not played may be paired again, and have had no colour (C.04.2, unplayed games).
    """
    if pairing is None:
        own.floats.append("none")
    elif len(pairing.entrants) == 1:
        own.points += scoring.scores(pairing, sides=2)[0]
        own.byes += not pairing.requested
        own.floats.append("down")
    else:
        won = scoring.worth(pairing, entrant)
        own.points += won
        (other,) = set(pairing.entrants) - {entrant}
        if pairing.games:
            own.met.append(other)
            own.colours.append(WHITE if pairing.entrants[0] == entrant else BLACK)
            own.floats.append(_float(before[entrant], before[other]))
        else:
            own.forfeits += won == 1
            own.floats.append("down" if won else "none")


def _float(own: Fraction, other: Fraction) -> str:
    return "none" if own == other else "down" if own > other else "up"


def _by_the_rules(
    order: Sequence[int], past: Mapping[int, PairingHistory], rounds: int
) -> list[Pairing]:
    """The pairing of those who play by the rules; empty where they have none."""
    ranking = sorted(order, key=lambda entrant: -past[entrant].points)
    place = {entrant: at for at, entrant in enumerate(ranking)}
    played = len(past[ranking[0]].floats)
    last = played == rounds - 1
    players = [_player(past[entrant], place, is_last=last, played=played) for entrant in ranking]
    pairs = brackets.pair(players, played) or []
    return [tuple(ranking[at] for at in pair) for pair in pairs]


def _player(
    own: PairingHistory, place: Mapping[int, int], *, is_last: bool, played: int
) -> criteria.Participant:
    """An entrant as `brackets` needs it. Topscorers have more than half of the points (1.8)."""
    latest, before = [*own.floats[::-1], "none", "none"][:2]
    return criteria.Participant(
        score=int(2 * own.points),
        colours=tuple(own.colours),
        floats=(latest, before),
        met=frozenset(place[other] for other in own.met if other in place),
        had_bye=own.byes + own.forfeits > 0,
        top_scorer=is_last and 2 * own.points > played,
    )


def _by_matching(order: Sequence[int], past: Mapping[int, PairingHistory]) -> list[Pairing]:
    """The pairing that costs least, where the rules have none. `order`: those who play."""
    nodes = [*order, _BYE] if len(order) % 2 else list(order)
    costs = {(a, b): _cost(a, b, past, len(order)) for a, b in combinations(nodes, 2)}
    most = max(costs.values()) + 1
    weight = {frozenset(two): most - cost for two, cost in costs.items()}
    matching = Matching([[weight.get(frozenset((a, b)), 0) for b in nodes] for a in nodes])
    matching.solve()
    pairs = [(nodes[a], nodes[b]) for a, b in enumerate(matching.mate) if a < b]
    return [tuple(entrant for entrant in pair if entrant != _BYE) for pair in pairs]


def _cost(entrant: int, other: int, past: Mapping[int, PairingHistory], entrants: int) -> int:
    """The cost of a pair: repeated meetings first, then second byes, points and colours."""
    own = past[entrant]
    if other == _BYE:
        again, apart, clash = 0, int(2 * own.points), 0
        second = own.byes + own.forfeits
    else:
        again, second = own.met.count(other), 0
        apart = int(2 * abs(own.points - past[other].points))
        clash = max(0, abs(own.balance + past[other].balance) - 1)
    # Each must outweigh the largest sum of the less important ones in a round.
    scale = 1 + entrants * 200
    return ((again * scale + second) * scale * scale + apart * apart) * scale + clash
