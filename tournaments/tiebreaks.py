"""Tie-breaks by the codes of the FIDE Handbook, C.07 (2024), as pure mathematics.

An organiser chooses codes and their order; entrants that are equal in points are ordered by the
first, those still equal by the second, and so on. Who is equal in all shares a place.

A *meeting* is what two or more entrants played in one round: FIDE's one game, here one or more
blocks of them. Points are as in `standings`, or as the format counts a whole meeting. Where a code
speaks of an opponent it counts every meeting once; where it speaks of games or wins it counts
games. In games of more sides each opponent is compared by itself.

    code              C.07  here
    DE                6     with its partial decision (6.2) and its repetition (6.3)
    WON, BPG, BWG     7     games won; games, and wins, from another seat than the first
    PS                7.5   points after each round, added up
    BH, -C1, -C2, M1  8, 14 with dummies for rounds not played (16.4), and with rounds that an
                            opponent stayed away counted as draws of it (16.3)
    SB, KS            9     Koya by half of what could be had so far, in any format
    ARO, TPR          10    to whole points; the difference from the logistic curve, not the table

Left out: which value is cut first after rounds missed by choice (16.5), requested byes, which there
are none of, and play-offs. A forfeited game is a game like others.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Generic, TypeVar

from tournaments import standings

Entrant = TypeVar("Entrant", bound=Hashable)

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Meeting(Generic[Entrant]):
    """What some entrants played in one round: the ranks in each game, in the order of its seats.

    One entrant without games has a bye. `scores` is what it gave each of them in the table, and
    `most` what it could give one; where they are empty, the points of the games count.
    """

    round: int
    entrants: tuple[Entrant, ...]
    games: tuple[standings.Result[Entrant], ...] = ()
    scores: tuple[Fraction, ...] = ()
    most: Fraction | None = None

    def score(self, entrant: Entrant) -> Fraction:
        """What it gave this entrant."""
        if self.scores:
            return self.scores[self.entrants.index(entrant)]
        return standings.total(self.games, entrant)

    def against(self, entrant: Entrant, other: Entrant) -> Fraction:
        """What the entrant made of it against one opponent."""
        if len(self.entrants) == 2 or not self.games:
            return self.score(entrant)
        pairs = [{entrant: game[entrant], other: game[other]} for game in self.games]
        made = standings.total(pairs, entrant)
        return made * self.best / len(pairs)

    @property
    def best(self) -> Fraction:
        """What one entrant could get at most."""
        return Fraction(len(self.games)) if self.most is None else self.most


@dataclass(frozen=True)
class Tournament(Generic[Entrant]):
    """All that tie-breaks are computed from.

    `totals` are the points in the table, byes included; `ratings` those at the start, in Elo.
    `every_round` says that everybody is to play in every round, as in a Swiss tournament.
    """

    meetings: Sequence[Meeting[Entrant]]
    totals: Mapping[Entrant, Fraction]
    ratings: Mapping[Entrant, float] = field(default_factory=dict)
    every_round: bool = False

    def of(self, entrant: Entrant) -> list[Meeting[Entrant]]:
        """The meetings of an entrant."""
        return self._by_entrant.get(entrant, [])

    @cached_property
    def _by_entrant(self) -> dict[Entrant, list[Meeting[Entrant]]]:
        found: dict[Entrant, list[Meeting[Entrant]]] = {}
        for meeting in self.meetings:
            for one in meeting.entrants:
                found.setdefault(one, []).append(meeting)
        return found

    @cached_property
    def rounds(self) -> int:
        """The number of the last round that has begun."""
        begun = (one.round for one in self.meetings if one.games or self.every_round)
        return max(begun, default=0)

    @cached_property
    def halves(self) -> frozenset[Entrant]:
        """Those who made at least half of what they could."""
        possible = {one: sum(meeting.best for meeting in self.of(one)) for one in self.totals}
        return frozenset(one for one, points in self.totals.items() if 2 * points >= possible[one])

    def away(self, entrant: Entrant) -> int:
        """Rounds that the entrant should have been in and was not; none where not all play."""
        return self.rounds - len(self.of(entrant)) if self.every_round else 0


Value = Fraction | float


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: FIDE's code, its name, and what it is in a sentence. More is better.

    `values` gets the tournament and entrants that are tied. `again` tells that it is applied again
    to those whom it leaves tied, when it has parted them from others.
    """

    code: str
    name: str
    summary: str
    values: Callable[[Tournament[Any], Sequence[Any]], dict[Any, Value]]
    again: bool = False


@dataclass(frozen=True)
class Ranked(Generic[Entrant]):
    """An entrant's place, and the values that decided it, one for each code."""

    place: int
    entrant: Entrant
    values: tuple[Value, ...]


def ranked(
    tournament: Tournament[Entrant], entrants: Sequence[Entrant], codes: Sequence[str]
) -> list[Ranked[Entrant]]:
    """The entrants by points and then by these codes, best first; equals share the better place."""
    groups = _split(list(entrants), tournament.totals)
    values: dict[Entrant, tuple[Value, ...]] = dict.fromkeys(entrants, ())
    for code in codes:
        parted = []
        for group in groups:
            found = TIE_BREAKS[code].values(tournament, group)
            values |= {one: (*values[one], found[one]) for one in group}
            parted += _parted(TIE_BREAKS[code], tournament, group, found)
        groups = parted
    places = [1 + sum(map(len, groups[:number])) for number in range(len(groups))]
    return [
        Ranked(place, one, values[one])
        for place, group in zip(places, groups, strict=True)
        for one in group
    ]


def _parted(
    tie_break: TieBreak,
    tournament: Tournament[Entrant],
    group: list[Entrant],
    values: Mapping[Entrant, Value],
) -> list[list[Entrant]]:
    """Those still tied together, the best first."""
    parts = _split(group, values)
    if not tie_break.again or len(parts) == 1:
        return parts
    return [
        smaller
        for part in parts
        for smaller in _parted(tie_break, tournament, part, tie_break.values(tournament, part))
    ]


def _split(group: list[Entrant], keys: Mapping[Entrant, Value]) -> list[list[Entrant]]:
    """Those with equal keys together, the greatest key first."""
    return [
        [one for one in group if keys[one] == wanted]
        for wanted in sorted({keys[one] for one in group}, reverse=True)
    ]


def _direct(tournament: Tournament[Entrant], tied: Sequence[Entrant]) -> dict[Entrant, Value]:
    """Points in the meetings among those tied.

    Where some have not met, only who is above the others whatever they would have made of it keeps
    them; the others count as equal, with nothing.
    """
    among = set(tied)
    met: dict[Entrant, set[Entrant]] = {one: {one} for one in tied}
    scores = dict.fromkeys(tied, Fraction(0))
    # Found from the smaller side: a large group has few meetings yet, a small one few members.
    meetings = {id(meeting): meeting for one in tied for meeting in tournament.of(one)}
    for meeting in meetings.values():
        both = among.intersection(meeting.entrants)
        if len(both) < 2 or not meeting.games:
            continue
        for one in both:
            met[one] |= both
            scores[one] += sum(meeting.against(one, other) for other in both if other != one)
    missing = {one: len(among) - len(met[one]) for one in tied}
    if not any(missing.values()):
        return dict(scores)
    full = max((meeting.best for meeting in meetings.values()), default=Fraction(1))
    return dict(_certain(scores, {one: scores[one] + full * missing[one] for one in tied}))


def _certain(
    least: Mapping[Entrant, Fraction], most: Mapping[Entrant, Fraction]
) -> dict[Entrant, Fraction]:
    """The scores of those whose places are certain, from the first on; the others have nothing."""
    order = sorted(least, key=lambda one: -least[one])
    certain: dict[Entrant, Fraction] = dict.fromkeys(order, Fraction(0))
    for number, one in enumerate(order):
        if any(most[other] >= least[one] for other in order[number + 1 :]):
            break
        certain[one] = least[one]
    return certain


def _wins(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    return Fraction(sum(_won(game, entrant) for game in _games(tournament, entrant)))


def _later_seats(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    return Fraction(sum(next(iter(game)) != entrant for game in _games(tournament, entrant)))


def _later_wins(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    games = _games(tournament, entrant)
    return Fraction(sum(next(iter(game)) != entrant and _won(game, entrant) for game in games))


def _games(tournament: Tournament[Entrant], entrant: Entrant) -> list[standings.Result[Entrant]]:
    return [game for meeting in tournament.of(entrant) for game in meeting.games]


def _won(game: standings.Result[Entrant], entrant: Entrant) -> bool:
    return game[entrant] == 1 and list(game.values()).count(1) == 1


def _opponents(
    tournament: Tournament[Entrant], entrant: Entrant
) -> list[tuple[Meeting[Entrant], Entrant]]:
    """Whom the entrant met, and where; itself, as a dummy, where it got points for nothing."""
    found = []
    for meeting in tournament.of(entrant):
        if meeting.games:
            found += [(meeting, other) for other in meeting.entrants if other != entrant]
        elif tournament.every_round or meeting.score(entrant):
            found.append((meeting, entrant))
    return found


def _sonneborn_berger(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    """The opponents' totals, times what was scored against them."""
    met = _opponents(tournament, entrant)
    adjusted = [(m.against(entrant, one), _adjusted(tournament, one, entrant)) for m, one in met]
    return sum((made * total for made, total in adjusted), Fraction(0))


def _koya(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    """Points against those who made at least half of what they could."""
    met = _opponents(tournament, entrant)
    better = [(m, other) for m, other in met if other in tournament.halves and other != entrant]
    return sum((m.against(entrant, other) for m, other in better), Fraction(0))


def _buchholz(
    cut: int, *, median: bool = False
) -> Callable[[Tournament[Entrant], Entrant], Fraction]:
    def value(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
        """The totals of all opponents, without the lowest (and for a median the highest)."""
        totals = [
            _adjusted(tournament, other, entrant)
            for _meeting, other in _opponents(tournament, entrant)
        ]
        totals += [tournament.totals[entrant]] * tournament.away(entrant)
        kept = sorted(totals)[cut : len(totals) - cut if median else None]
        return sum(kept, Fraction(0))

    return value


def _adjusted(tournament: Tournament[Entrant], other: Entrant, entrant: Entrant) -> Fraction:
    """The total of an opponent, its rounds away counted as draws; of itself, as it is."""
    if other == entrant or not tournament.every_round:
        return tournament.totals[other]
    lost = [one for one in tournament.of(other) if not one.games and not one.score(other)]
    return tournament.totals[other] + _HALF * (tournament.away(other) + len(lost))


def progress(tournament: Tournament[Entrant], entrant: Entrant) -> list[Fraction]:
    """The points after each round."""
    scores = [Fraction(0)] * tournament.rounds
    for meeting in tournament.of(entrant):
        if meeting.round <= len(scores):
            scores[meeting.round - 1] += meeting.score(entrant)
    return list(accumulate(scores))


def _progressive(tournament: Tournament[Entrant], entrant: Entrant) -> Fraction:
    """The sum of the scores after each round: early points count more often."""
    return sum(progress(tournament, entrant), Fraction(0))


def _average_rating(tournament: Tournament[Entrant], entrant: Entrant) -> float:
    """Every game counts its opponents; a half is rounded up."""
    games = _games(tournament, entrant)
    ratings = [tournament.ratings[other] for game in games for other in game if other != entrant]
    return float(math.floor(math.fsum(ratings) / len(ratings) + 0.5)) if ratings else 0.0


def performance(tournament: Tournament[Entrant], entrant: Entrant) -> float:
    """The rating at which the points made were to be expected, in Elo; 0 without games.

    FIDE Handbook, C.07 10.2: the average rating of the opponents and a difference from the score,
    here from the logistic curve itself and to a whole point; a score of nothing or all counts 800.
    """
    games = _games(tournament, entrant)
    if not games:
        return 0.0
    score = sum((standings.points(game, entrant) for game in games), Fraction(0)) / len(games)
    average = _average_rating(tournament, entrant)
    if score in (0, 1):
        return average + (800 if score else -800)
    return average + max(-800, min(800, round(400 * math.log10(score / (1 - score)))))


def _each(
    value: Callable[[Tournament[Any], Any], Value],
) -> Callable[[Tournament[Any], Sequence[Any]], dict[Any, Value]]:
    """A value that depends on nobody else who is tied."""
    return lambda tournament, tied: {one: value(tournament, one) for one in tied}


TIE_BREAKS: dict[str, TieBreak] = {
    one.code: one
    for one in (
        TieBreak(
            "DE", "Direct encounter", "Points in the games among those tied.", _direct,
            again=True,
        ),
        TieBreak(
            "SB", "Sonneborn-Berger", "Opponents' points, times the score against them.",
            _each(_sonneborn_berger),
        ),
        TieBreak("WON", "Games won", "How many games were won.", _each(_wins)),
        TieBreak(
            "KS", "Koya", "Points against those who made half of what they could, or more.",
            _each(_koya),
        ),
        TieBreak("BH", "Buchholz", "The points of all opponents.", _each(_buchholz(0))),
        TieBreak(
            "BH-C1", "Buchholz cut 1", "The points of all opponents but the lowest.",
            _each(_buchholz(1)),
        ),
        TieBreak(
            "BH-C2", "Buchholz cut 2", "The points of all opponents but the lowest two.",
            _each(_buchholz(2)),
        ),
        TieBreak(
            "BH-M1", "Median Buchholz",
            "The points of all opponents but the highest and the lowest.",
            _each(_buchholz(1, median=True)),
        ),
        TieBreak(
            "PS", "Progressive score", "The points after each round, added up.",
            _each(_progressive),
        ),
        TieBreak(
            "BPG", "Games in later seats", "Games from another seat than the first.",
            _each(_later_seats),
        ),
        TieBreak(
            "BWG", "Wins in later seats", "Games won from another seat than the first.",
            _each(_later_wins),
        ),
        TieBreak(
            "ARO", "Average rating", "The average rating of the opponents, at the start.",
            _each(_average_rating),
        ),
        TieBreak(
            "TPR", "Performance", "The rating at which the points made were to be expected.",
            _each(performance),
        ),
    )
}  # fmt: skip
"""Every tie-break by its code."""

USUAL = ("DE", "SB", "WON")
USUAL_SWISS = ("BH-C1", "BH", "DE")
"""What is used where an organiser says nothing; the latter in Swiss tournaments."""
