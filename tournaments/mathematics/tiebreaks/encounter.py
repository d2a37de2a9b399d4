"""Direct encounter: points in the meetings among those tied. C.07, 6."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from tournaments.mathematics.tiebreaks.played import Crosstable, Encounter, Entrant


def direct(crosstable: Crosstable[Entrant], tied: Sequence[Entrant]) -> dict[Entrant, Fraction]:
    """Points in the meetings among those tied; of two that met repeatedly, the mean (6.1.2).

    Where some have not met, only those keep their points who are ahead whatever the missing
    meetings would bring (6.3); the others count as equal, with 0.
    """
    met = _met(crosstable, tied)
    scores = dict.fromkeys(tied, Fraction(0))
    missing = dict.fromkeys(tied, len(tied) - 1)
    for (entrant, other), meetings in met.items():
        made = sum((meeting.against(entrant, other) for meeting in meetings), Fraction(0))
        scores[entrant] += made / len(meetings)
        missing[entrant] -= 1
    if not any(missing.values()):
        return scores
    played = [meeting for meetings in met.values() for meeting in meetings]
    full = max((meeting.best for meeting in played), default=Fraction(1))
    return _certain(
        scores, {entrant: scores[entrant] + full * missing[entrant] for entrant in tied}
    )


def _met(
    crosstable: Crosstable[Entrant], tied: Sequence[Entrant]
) -> dict[tuple[Entrant, Entrant], list[Encounter[Entrant]]]:
    """The meetings that count of every two of those tied, both ways round.

    A forfeit is no meeting where pairings follow from results (6.1.1). Where they are fixed
    beforehand it is one (15.2).
    """
    among = set(tied)
    meetings_of: dict[tuple[Entrant, Entrant], list[Encounter[Entrant]]] = {}
    # Read by members: a large group has few meetings yet, a small one few members.
    meetings = {id(meeting): meeting for entrant in tied for meeting in crosstable.of(entrant)}
    for meeting in meetings.values():
        if meeting.games or (meeting.forfeited and not crosstable.every_round):
            for both in permutations(among.intersection(meeting.entrants), 2):
                meetings_of.setdefault(both, []).append(meeting)
    return meetings_of


def _certain(
    least: Mapping[Entrant, Fraction], most: Mapping[Entrant, Fraction]
) -> dict[Entrant, Fraction]:
    """The scores of those whose places are certain, from the first on; 0 for the others."""
    order = sorted(least, key=lambda entrant: -least[entrant])
    certain: dict[Entrant, Fraction] = dict.fromkeys(order, Fraction(0))
    for number, entrant in enumerate(order):
        if any(most[other] >= least[entrant] for other in order[number + 1 :]):
            break
        certain[entrant] = least[entrant]
    return certain
