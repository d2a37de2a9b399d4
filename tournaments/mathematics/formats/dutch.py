"""The FIDE (Dutch) System of pairing two sides: what the rounds played mean, and what follows.

Source: FIDE Handbook C.04.3, in force from 1 February 2026. The pairs come from `brackets`, the
colours from `colours`. Tests hold the pairs against the library caissify-pairings, whose authors
hold it against the endorsed program bbpPairings, and against rounds published with that program.

The Dutch System has no pairing where too few are left who have not met and may both have a colour.
FIDE leaves that to the arbiter; here such a round is paired by a matching of our own, which keeps
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
    paired = _by_the_rules(order, playing, known, rounds)
    if not _legal(paired, playing, known):
        paired = _by_matching([one for one in order if one in playing], known)
    return _published(paired, _numbers(order, playing, played), known, initial)


def _numbers(
    order: Sequence[int], playing: Collection[int], played: Sequence[PlayedRound]
) -> dict[int, int]:
    """The pairing numbers, from 1, of those that are or have been paired.

    Who is away has none before its first round, like who arrives late (C.04.2, late entries). A
    void pairing is a half-point bye for both, as is one that was asked for.
    """
    pairings = (one for round_ in played for one in round_)
    paired = {one for p in pairings if not (p.requested or p.is_void) for one in p.entrants}
    present = [one for one in order if one in paired or one in playing]
    return {one: number for number, one in enumerate(present, start=1)}


def _published(
    paired: Sequence[Pairing],
    number: Mapping[int, int],
    known: Mapping[int, PairingHistory],
    initial: str,
) -> list[Pairing]:
    """With colours, in the order of C.04.2: points of the higher, of the other, rank; byes last."""

    def place(one: int) -> tuple[Fraction, int]:
        return -known[one].points, number[one]

    ranked = [sorted(pairing, key=place) for pairing in paired]
    ranked.sort(key=lambda pair: (len(pair) == 1, *[place(one)[0] for one in pair], place(pair[0])))
    return [_coloured(pair, number, known, initial) for pair in ranked]


def _coloured(
    pair: Sequence[int],
    number: Mapping[int, int],
    known: Mapping[int, PairingHistory],
    initial: str,
) -> Pairing:
    if len(pair) == 1:
        return tuple(pair)
    players = [
        colours.ColourHistory(number[one], known[one].points, known[one].colours) for one in pair
    ]
    white = colours.colour(players[0], players[1], initial) == WHITE
    return tuple(pair) if white else tuple(reversed(pair))


def history(order: Sequence[int], played: Sequence[PlayedRound]) -> dict[int, PairingHistory]:
    """Everybody's history after these rounds."""
    known = {one: PairingHistory() for one in order}
    for round_ in played:
        before = {one: known[one].points for one in order}
        at = {one: pairing for pairing in round_ for one in pairing.entrants}
        for one in order:
            _note(known[one], one, at.get(one), before)
    return known


def _note(
    own: PairingHistory, one: int, pairing: PlayedPairing | None, before: Mapping[int, Fraction]
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
        won = scoring.worth(pairing, one)
        own.points += won
        (other,) = set(pairing.entrants) - {one}
        if pairing.games:
            own.met.append(other)
            own.colours.append(WHITE if pairing.entrants[0] == one else BLACK)
            own.floats.append(_float(before[one], before[other]))
        else:
            own.forfeits += won == 1
            own.floats.append("down" if won else "none")


def _float(own: Fraction, other: Fraction) -> str:
    return "none" if own == other else "down" if own > other else "up"


def _by_the_rules(
    order: Sequence[int], playing: Collection[int], known: Mapping[int, PairingHistory], rounds: int
) -> list[Pairing]:
    """What the rules pair; nothing where they have no pairing."""
    number = {one: rank for rank, one in enumerate(order)}
    ranking = sorted(playing, key=lambda one: (-known[one].points, number[one]))
    place = {one: at for at, one in enumerate(ranking)}
    played = len(known[ranking[0]].floats)
    last = played == rounds - 1
    players = [_player(known[one], place, is_last=last, played=played) for one in ranking]
    found = brackets.pair(players, played) or []
    return [tuple(ranking[at] for at in pair) for pair in found]


def _player(
    own: PairingHistory, place: Mapping[int, int], *, is_last: bool, played: int
) -> criteria.Participant:
    """One entrant as brackets see it. Topscorers have more than half of the points (1.8)."""
    latest, before = [*own.floats[::-1], "none", "none"][:2]
    return criteria.Participant(
        score=int(2 * own.points),
        colours=tuple(own.colours),
        floats=(latest, before),
        met=frozenset(place[other] for other in own.met if other in place),
        had_bye=own.byes + own.forfeits > 0,
        top_scorer=is_last and 2 * own.points > played,
    )


def _legal(
    paired: Sequence[Pairing], playing: Collection[int], known: Mapping[int, PairingHistory]
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


def _by_matching(order: Sequence[int], known: Mapping[int, PairingHistory]) -> list[Pairing]:
    """The pairing that costs least, where the rules have none. `order`: those who play."""
    nodes = [*order, _BYE] if len(order) % 2 else list(order)
    costs = {(a, b): _cost(a, b, known, len(order)) for a, b in combinations(nodes, 2)}
    most = max(costs.values()) + 1
    weight = {frozenset(two): most - cost for two, cost in costs.items()}
    matching = Matching([[weight.get(frozenset((a, b)), 0) for b in nodes] for a in nodes])
    matching.solve()
    pairs = [(nodes[a], nodes[b]) for a, b in enumerate(matching.mate) if a < b]
    return [tuple(one for one in pair if one != _BYE) for pair in pairs]


def _cost(one: int, other: int, known: Mapping[int, PairingHistory], entrants: int) -> int:
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
