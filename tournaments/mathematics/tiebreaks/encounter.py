"""Direct encounter: points in the meetings among those tied. C.07, 6."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from tournaments.mathematics.tiebreaks.played import Crosstable, Encounter, Entrant


def direct(crosstable: Crosstable[Entrant], tied: Sequence[Entrant]) -> dict[Entrant, Fraction]:
    """Points in the meetings among those tied; of two that met repeatedly, the mean (6.1.2).

    Where some have not met, only who is above the others whatever they would have made of it keeps
    them (6.3); the others count as equal, with nothing.
    """
    met = _met(crosstable, tied)
    scores = dict.fromkeys(tied, Fraction(0))
    missing = dict.fromkeys(tied, len(tied) - 1)
    for (one, other), meetings in met.items():
        made = sum((meeting.against(one, other) for meeting in meetings), Fraction(0))
        scores[one] += made / len(meetings)
        missing[one] -= 1
    if not any(missing.values()):
        return scores
    played = [meeting for meetings in met.values() for meeting in meetings]
    full = max((meeting.best for meeting in played), default=Fraction(1))
    return _certain(scores, {one: scores[one] + full * missing[one] for one in tied})


def _met(
    crosstable: Crosstable[Entrant], tied: Sequence[Entrant]
) -> dict[tuple[Entrant, Entrant], list[Encounter[Entrant]]]:
    """The meetings that count of every two of those tied, both ways round.

    A forfeit is none where pairings follow from results (6.1.1); where they are fixed beforehand it
    is one like others (15.2).
    """
    among = set(tied)
    found: dict[tuple[Entrant, Entrant], list[Encounter[Entrant]]] = {}
    # Found from the smaller side: a large group has few meetings yet, a small one few members.
    meetings = {id(meeting): meeting for one in tied for meeting in crosstable.of(one)}
    for meeting in meetings.values():
        if meeting.games or (meeting.forfeited and not crosstable.every_round):
            for both in permutations(among.intersection(meeting.entrants), 2):
                found.setdefault(both, []).append(meeting)
    return found


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
