"""Tie-breaks by the codes of the FIDE Handbook, C.07 (2024), as pure mathematics.

An organiser chooses codes and their order; entrants that are equal in points are ordered by the
first, those still equal by the second, and so on. Who is equal in all shares a place.

A *meeting* is what two or more entrants played in one round: FIDE's one game, here one or more
blocks of them. Points are as in `standings`. Where a code speaks of an opponent it counts every
meeting once; where it speaks of games or wins it counts games. For a bye the opponent is a dummy
with the entrant's own points (C.07, 16.4 in its simple form).

Left out: adjustments for forfeited games, which here are games like others, and for rounds
missed by choice, which there are none of.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from tournaments import standings

Entrant = TypeVar("Entrant", bound=Hashable)


@dataclass(frozen=True)
class Meeting(Generic[Entrant]):
    """What some entrants played in one round: the ranks in each game, in the order of its seats.

    One entrant without games has a bye.
    """

    round: int
    entrants: tuple[Entrant, ...]
    games: tuple[standings.Result[Entrant], ...] = ()


@dataclass(frozen=True)
class Tournament(Generic[Entrant]):
    """All that tie-breaks are computed from.

    `totals` are the points in the table, byes included; `ratings` those at the start, in Elo.
    """

    meetings: Sequence[Meeting[Entrant]]
    totals: Mapping[Entrant, Fraction]
    ratings: Mapping[Entrant, float] = field(default_factory=dict)

    def of(self, entrant: Entrant) -> list[Meeting[Entrant]]:
        """The meetings of an entrant."""
        return [meeting for meeting in self.meetings if entrant in meeting.entrants]


Value = Fraction | float


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: FIDE's code, its name, what it is in a sentence, and its value (more is better).

    `value` gets the tournament, the entrant and those that it is tied with, itself among them.
    """

    code: str
    name: str
    summary: str
    value: Callable[[Tournament, Hashable, Sequence[Hashable]], Value]  # type: ignore[type-arg]


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
    groups = _split(list(entrants), lambda one: tournament.totals[one])
    values: dict[Entrant, tuple[Value, ...]] = dict.fromkeys(entrants, ())
    for code in codes:
        for group in groups:
            for one in group:
                value = TIE_BREAKS[code].value(tournament, one, group)
                values[one] = (*values[one], value)
        groups = [part for group in groups for part in _split(group, lambda one: values[one][-1])]
    places = [1 + sum(map(len, groups[:number])) for number in range(len(groups))]
    return [
        Ranked(place, one, values[one])
        for place, group in zip(places, groups, strict=True)
        for one in group
    ]


def _split(group: list[Entrant], key: Callable[[Entrant], Value]) -> list[list[Entrant]]:
    """Those with equal keys together, the greatest key first."""
    keys = {one: key(one) for one in group}
    return [
        [one for one in group if keys[one] == wanted]
        for wanted in sorted(set(keys.values()), reverse=True)
    ]


def _points(meeting: Meeting[Entrant], entrant: Entrant) -> Fraction:
    return sum((standings.points(game, entrant) for game in meeting.games), Fraction(0))


def _direct(tournament: Tournament[Entrant], entrant: Entrant, tied: Sequence[Entrant]) -> Fraction:
    """Points in the games among those tied; nothing unless all of them have met."""
    among = set(tied)
    met: dict[Entrant, set[Entrant]] = {one: {one} for one in tied}
    score = Fraction(0)
    for meeting in tournament.meetings:
        both = among.intersection(meeting.entrants)
        if len(both) < 2 or not meeting.games:
            continue
        for one in both:
            met[one] |= both
        if entrant in both:
            score += sum(
                standings.points({one: game[one] for one in both}, entrant)
                for game in meeting.games
            )
    return score if all(opponents == among for opponents in met.values()) else Fraction(0)


def _wins(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    return Fraction(sum(_won(game, entrant) for game in _games(tournament, entrant)))


def _second_seats(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    games = _games(tournament, entrant)
    return Fraction(sum(next(iter(game)) != entrant for game in games))


def _second_wins(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    games = _games(tournament, entrant)
    return Fraction(sum(next(iter(game)) != entrant and _won(game, entrant) for game in games))


def _games(tournament: Tournament[Entrant], entrant: Entrant) -> list[standings.Result[Entrant]]:
    return [game for meeting in tournament.of(entrant) for game in meeting.games]


def _won(game: standings.Result[Entrant], entrant: Entrant) -> bool:
    return game[entrant] == 1 and list(game.values()).count(1) == 1


def _sonneborn_berger(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    """For every game the opponents' totals, times what was scored against them."""
    total = Fraction(0)
    for game in _games(tournament, entrant):
        for other in game:
            if other != entrant:
                pair = {entrant: game[entrant], other: game[other]}
                total += standings.points(pair, entrant) * tournament.totals[other]
    return total


def _koya(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    """Points against those who made at least half of what they could."""
    total = Fraction(0)
    for game in _games(tournament, entrant):
        for other in game:
            if other != entrant and _made_half(tournament, other):
                total += standings.points({entrant: game[entrant], other: game[other]}, entrant)
    return total


def _made_half(tournament: Tournament[Entrant], entrant: Entrant) -> bool:
    return 2 * tournament.totals[entrant] >= len(_games(tournament, entrant))


def _buchholz(
    cut: int, *, median: bool = False
) -> Callable[[Tournament[Entrant], Entrant, object], Fraction]:
    def value(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
        """The totals of all opponents, without the lowest (and for a median the highest)."""
        totals = sorted(
            tournament.totals[other]
            for meeting in tournament.of(entrant)
            for other in (meeting.entrants if len(meeting.entrants) > 1 else (entrant,))
            if other != entrant or len(meeting.entrants) == 1
        )
        kept = totals[cut : len(totals) - cut if median else None]
        return sum(kept, Fraction(0))

    return value


def _progressive(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> Fraction:
    """The sum of the scores after each round: early points count more often."""
    rounds = max((meeting.round for meeting in tournament.meetings), default=0)
    return sum(
        (
            _points(meeting, entrant) * (rounds - meeting.round + 1)
            for meeting in tournament.of(entrant)
        ),
        Fraction(0),
    )


def _average_rating(tournament: Tournament[Entrant], entrant: Entrant, _tied: object) -> float:
    ratings = [tournament.ratings[other] for other in _opponents(tournament, entrant)]
    return sum(ratings) / len(ratings) if ratings else 0.0


def _opponents(tournament: Tournament[Entrant], entrant: Entrant) -> list[Entrant]:
    """One for every game, as performance counts them."""
    games = _games(tournament, entrant)
    return [other for game in games for other in game if other != entrant]


def performance(tournament: Tournament[Entrant], entrant: Entrant, _tied: object = ()) -> float:
    """The rating at which the points made were to be expected, in Elo; 0 without games.

    FIDE Handbook, B.02 section 1.4.9: the average rating of the opponents and a difference from
    the score, here from the logistic curve itself; a score of nothing or all counts 800.
    """
    if not _opponents(tournament, entrant):
        return 0.0
    games = _games(tournament, entrant)
    score = sum((standings.points(game, entrant) for game in games), Fraction(0)) / len(games)
    average = _average_rating(tournament, entrant, ())
    if score in (0, 1):
        return average + (800.0 if score else -800.0)
    return average + max(-800.0, min(800.0, 400 * math.log10(score / (1 - score))))


TIE_BREAKS: dict[str, TieBreak] = {
    one.code: one
    for one in (
        TieBreak("DE", "Direct encounter", "Points in the games among those tied.", _direct),
        TieBreak(
            "SB", "Sonneborn-Berger", "Opponents' points, times the score against them.",
            _sonneborn_berger,
        ),
        TieBreak("WON", "Games won", "How many games were won.", _wins),
        TieBreak("KS", "Koya", "Points against those who made half of theirs or more.", _koya),
        TieBreak("BH", "Buchholz", "The points of all opponents.", _buchholz(0)),
        TieBreak("BH-C1", "Buchholz cut 1", "The same without the lowest.", _buchholz(1)),
        TieBreak("BH-C2", "Buchholz cut 2", "The same without the lowest two.", _buchholz(2)),
        TieBreak(
            "BH-M1", "Median Buchholz", "Without the highest and the lowest.",
            _buchholz(1, median=True),
        ),
        TieBreak("PS", "Progressive score", "The sum of the scores by round.", _progressive),
        TieBreak("BPG", "Games in later seats", "Games not played from the first seat.",
                 _second_seats),
        TieBreak("BWG", "Wins in later seats", "Games won from another seat than the first.",
                 _second_wins),
        TieBreak("ARO", "Average rating", "The average rating of the opponents.", _average_rating),
        TieBreak("TPR", "Performance", "The performance rating.", performance),
    )
}  # fmt: skip
"""Every tie-break by its code."""

USUAL = ("DE", "SB", "WON")
"""What is used where an organiser says nothing."""

USUAL_SWISS = ("BH-C1", "BH", "DE")
"""The same for Swiss tournaments."""
