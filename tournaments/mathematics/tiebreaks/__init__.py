"""Tie-breaks by the codes of the FIDE Handbook, C.07 (2026), as pure mathematics.

An organiser chooses codes and their order; entrants that are equal in points are ordered by the
first, those still equal by the second, and so on. Entrants that are equal in all share a place.

A *meeting* (`Encounter`) is what two or more entrants played in one round: FIDE's one game, here
one or more blocks of them. Points are as in `standings`, or as the format counts a whole meeting.
Where a code speaks of an opponent it counts every meeting once; where it speaks of games or wins it
counts games. In games of more sides each opponent is compared alone, and a round that is missed has
as many dummies as it would have had opponents.

    code              C.07  here
    DE                6     with its partial decision (6.3) in any format, and its repetition (6.2)
    WON, BPG, BWG     7     games won; games, and wins, from another seat than the first
    PS                7.5   points after each round, added up
    BH, -C1, -C2, M1  8, 14 with dummies for rounds not played (16.4, with the limits of 2026),
                            rounds after which an opponent never came back as draws (16.3), and
                            cuts that take rounds missed by choice first (16.5)
    SB, KS            9     Koya by half of what each could have had so far, in any format
    ARO, TPR, PTP     10    by FIDE's published tables (`statistics.fide`)

Rounds missed by choice are those after a withdrawal, pairings lost by it, and requested byes. A
void pairing is a half-point bye for each entrant, as in our TRF, and counts like one. In a
round-robin what a withdrawal gives counts as if it had been played (15.2), but where games
themselves are counted.
During a round nobody who still plays it has missed it. Left out: play-offs. A game that a bot
forfeits is a game like others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from tournaments.mathematics import score_table
from tournaments.mathematics.tiebreaks.encounter import direct
from tournaments.mathematics.tiebreaks.opponents import buchholz, koya, sonneborn_berger
from tournaments.mathematics.tiebreaks.performance import (
    average_rating,
    perfect_performance,
    performance,
)
from tournaments.mathematics.tiebreaks.played import Crosstable, Encounter, Entrant, progress

__all__ = [
    "TIE_BREAKS",
    "USUAL",
    "USUAL_SWISS",
    "Crosstable",
    "Encounter",
    "Ranked",
    "TieBreak",
    "Value",
    "performance",
    "progress",
    "ranked",
]

Value = Fraction | float


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: FIDE's code, its name, and what it is in a sentence. More is better.

    `values` gets the tournament and entrants that are tied. `again` says that it is applied again
    to those whom it leaves tied, when it has separated them from others.
    """

    code: str
    name: str
    summary: str
    values: Callable[[Crosstable[Any], Sequence[Any]], Mapping[Any, Value]]
    again: bool = False


@dataclass(frozen=True)
class Ranked(Generic[Entrant]):
    """An entrant's place, and the values that decided it, one for each code."""

    place: int
    entrant: Entrant
    values: tuple[Value, ...]


def ranked(
    crosstable: Crosstable[Entrant], entrants: Sequence[Entrant], codes: Sequence[str]
) -> list[Ranked[Entrant]]:
    """The entrants by points and then by these codes, best first; equals share the better place."""
    groups = _split(list(entrants), crosstable.totals)
    values: dict[Entrant, tuple[Value, ...]] = dict.fromkeys(entrants, ())
    for code in codes:
        parted = []
        for group in groups:
            of_group = TIE_BREAKS[code].values(crosstable, group)
            values |= {entrant: (*values[entrant], of_group[entrant]) for entrant in group}
            parted += _parted(TIE_BREAKS[code], crosstable, group, of_group)
        groups = parted
    places = [1 + sum(map(len, groups[:number])) for number in range(len(groups))]
    return [
        Ranked(place, entrant, values[entrant])
        for place, group in zip(places, groups, strict=True)
        for entrant in group
    ]


def _parted(
    tie_break: TieBreak,
    crosstable: Crosstable[Entrant],
    group: list[Entrant],
    values: Mapping[Entrant, Value],
) -> list[list[Entrant]]:
    """Groups that are still tied, the best first."""
    parts = _split(group, values)
    if not tie_break.again or len(parts) == 1:
        return parts
    return [
        smaller
        for part in parts
        for smaller in _parted(tie_break, crosstable, part, tie_break.values(crosstable, part))
    ]


def _split(group: list[Entrant], keys: Mapping[Entrant, Value]) -> list[list[Entrant]]:
    """Those with equal keys together, the greatest key first."""
    return [
        [entrant for entrant in group if keys[entrant] == key]
        for key in sorted({keys[entrant] for entrant in group}, reverse=True)
    ]


def _wins(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    return Fraction(sum(_won(game, entrant) for game in crosstable.games(entrant)))


def _later_seats(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    return Fraction(sum(next(iter(game)) != entrant for game in crosstable.games(entrant)))


def _later_wins(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    later = [game for game in crosstable.games(entrant) if next(iter(game)) != entrant]
    return Fraction(sum(_won(game, entrant) for game in later))


def _won(game: score_table.Result[Entrant], entrant: Entrant) -> bool:
    return score_table.won_and_drawn(game[entrant], game.values()) == (1, 0)


def _progressive(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    """The sum of the scores after each round: early points count more often."""
    return sum(progress(crosstable, entrant), Fraction(0))


def _alone(
    code: str, name: str, summary: str, value: Callable[[Crosstable[Any], Any], Value]
) -> TieBreak:
    """A tie-break whose value does not depend on the other tied entrants."""
    return TieBreak(
        code,
        name,
        summary,
        lambda table, tied: {entrant: value(table, entrant) for entrant in tied},
    )


_ALL = (
    TieBreak("DE", "Direct encounter", "Points in the games among those tied.", direct, again=True),
    _alone(
        "SB",
        "Sonneborn-Berger",
        "Opponents' points, times the score against them.",
        sonneborn_berger,
    ),
    _alone("WON", "Games won", "How many games were won.", _wins),
    _alone(
        "KS", "Koya", "Points against opponents with at least half of their possible points.", koya
    ),
    _alone("BH", "Buchholz", "The points of all opponents.", buchholz(0)),
    _alone("BH-C1", "Buchholz cut 1", "The points of all opponents but the lowest.", buchholz(1)),
    _alone(
        "BH-C2", "Buchholz cut 2", "The points of all opponents but the lowest two.", buchholz(2)
    ),
    _alone(
        "BH-M1",
        "Median Buchholz",
        "The points of all opponents but the highest and the lowest.",
        buchholz(1, median=True),
    ),
    _alone("PS", "Progressive score", "The points after each round, added up.", _progressive),
    _alone("BPG", "Games in later seats", "Games from another seat than the first.", _later_seats),
    _alone(
        "BWG", "Wins in later seats", "Games won from another seat than the first.", _later_wins
    ),
    _alone(
        "ARO",
        "Average rating",
        "The average rating of the opponents, at the start.",
        average_rating,
    ),
    _alone(
        "TPR",
        "Performance",
        "The opponents' average rating, and a difference from the score.",
        performance,
    ),
    _alone(
        "PTP",
        "Perfect performance",
        "The lowest rating from which so many points were to be expected.",
        perfect_performance,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {one.code: one for one in _ALL}
"""Every tie-break by its code."""

USUAL = ("DE", "SB", "WON")
USUAL_SWISS = ("BH-C1", "BH", "DE")
"""The default tie-breaks; the latter in Swiss tournaments."""
