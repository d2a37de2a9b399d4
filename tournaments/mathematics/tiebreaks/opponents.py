"""Tie-breaks by the opponents' results: Buchholz and its cuts, Sonneborn-Berger, Koya.

C.07, 8, 9 and 14, with 15 and 16 on rounds that were not played.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.mathematics.tiebreaks.played import Crosstable, Encounter, Entrant

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class _Opponent:
    """An opponent, or the dummy in its place: its points, and those made against it.

    `voluntary` says that the round was missed by choice.
    """

    total: Fraction
    made: Fraction
    voluntary: bool = False


def buchholz(
    cut: int, *, median: bool = False
) -> Callable[[Crosstable[Entrant], Entrant], Fraction]:
    """The totals of all opponents, without the lowest (and for a median the highest)."""

    def value(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
        # 16.5: the points of rounds missed by choice are cut first.
        order = sorted(
            _met(crosstable, entrant), key=lambda opponent: (not opponent.voluntary, opponent.total)
        )
        totals = sorted(opponent.total for opponent in order[cut:])
        return sum(totals[: max(0, len(totals) - cut) if median else None], Fraction(0))

    return value


def sonneborn_berger(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    """The opponents' totals, times what was scored against them."""
    return sum(
        (opponent.total * opponent.made for opponent in _met(crosstable, entrant)), Fraction(0)
    )


def koya(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    """Points against those who made at least half of the possible points."""
    return sum(
        (
            meeting.against(entrant, other)
            for meeting in crosstable.of(entrant)
            for other in meeting.others(entrant)
            if other in crosstable.halves and not meeting.void
        ),
        Fraction(0),
    )


def _met(crosstable: Crosstable[Entrant], entrant: Entrant) -> list[_Opponent]:
    """The opponents of the entrant in every round; dummies where it did not play."""
    opponents = [
        opponent
        for meeting in crosstable.of(entrant)
        for opponent in _of(meeting, crosstable, entrant)
    ]
    missed = _Opponent(_dummy(crosstable, entrant), Fraction(0), voluntary=True)
    return opponents + [missed] * (len(crosstable.away(entrant)) * crosstable.opponents)


def _of(
    meeting: Encounter[Entrant], crosstable: Crosstable[Entrant], entrant: Entrant
) -> list[_Opponent]:
    """The opponents of the entrant in one round, or the dummies for them (16.4)."""
    others = meeting.others(entrant)
    if meeting.games or (meeting.forfeited and not crosstable.every_round):
        return [
            _Opponent(_adjusted(crosstable, other), meeting.against(entrant, other))
            for other in others
        ]
    if not crosstable.every_round:
        return []
    dummies = [_dummy(crosstable, entrant)] * crosstable.opponents
    if meeting.forfeited:
        own = crosstable.totals[entrant]
        dummies = [min(own, _adjusted(crosstable, other)) for other in others]
    chosen = _is_chosen(meeting, crosstable, entrant)
    return [_Opponent(total, meeting.score(entrant), chosen) for total in dummies]


def _dummy(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    """The points of a dummy: the entrant's own, at most half a point a round (16.4.2)."""
    return min(crosstable.totals[entrant], _HALF * crosstable.rounds)


def _is_chosen(
    meeting: Encounter[Entrant], crosstable: Crosstable[Entrant], entrant: Entrant
) -> bool:
    """Whether a round was missed by choice: lost without a game, or a bye of less than a win.

    A void pairing is no choice, but no program that reads TRF distinguishes it from such a bye.
    """
    if meeting.games:
        return False
    if meeting.forfeited:
        return not meeting.score(entrant)
    # In games of more sides every bye is worth half a point.
    return crosstable.opponents == 1 and meeting.score(entrant) < meeting.best


def _adjusted(crosstable: Crosstable[Entrant], entrant: Entrant) -> Fraction:
    """The total of an opponent: rounds away after which it never came back are draws (16.3)."""
    away = crosstable.away(entrant)
    if not away:
        return crosstable.totals[entrant]
    came = [m.round for m in crosstable.of(entrant) if not _is_chosen(m, crosstable, entrant)]
    last = max(came, default=0)
    return crosstable.totals[entrant] + _HALF * sum(number > last for number in away)
