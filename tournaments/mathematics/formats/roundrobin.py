"""Round-robin: everybody meets everybody equally often.

Two sides play the Berger tables (`berger`); three and four sides the balanced designs of
`designs`, or nearly balanced ones with far fewer pairings, as the organiser chooses.

Withdrawal follows FIDE's General Regulations for Competitions. An entrant that has played less than
half of its pairings is left out of the table, with all that was scored against it. From half on,
played pairings count, and each opponent that it still had gets a full score. With three and four
sides a pairing without one of its entrants is not played and gives nobody anything; what was
played counts.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, repeat

from engine import OptionSpec
from tournaments.mathematics.formats import designs, words
from tournaments.mathematics.formats.base import (
    Entrant,
    Pairing,
    Plan,
    PlayedPairing,
    PlayedRound,
    Setup,
    TournamentFormat,
)
from tournaments.mathematics.formats.berger import round_robin

Rounds = Sequence[Sequence[Pairing]]


class RoundRobin(TournamentFormat):
    """Everybody against everybody, `cycles` times."""

    id = "round-robin"
    name = "Round-robin"
    summary = "Everybody meets everybody equally often: the fairest, and the longest."
    options = (
        OptionSpec.number("cycles", 1, (1, 10), "How many round-robins, one after the other."),
        OptionSpec.choice(
            "balance",
            ("exact", "near"),
            "Three and four sides: all meet equally often, or once or twice in fewer games.",
        ),
    )
    eager = True
    most = 200
    most_at_tables = designs.MOST

    def room(self, sides: int) -> int:
        """As many as there are designs for."""
        return designs.MOST_OF_ALL if sides > 4 else super().room(sides)

    def preview(self, setup: Setup) -> Plan:
        """Exact."""
        rounds = self._rounds(setup)
        pairings = [pairing for round_ in rounds for pairing in round_ if len(pairing) > 1]
        return setup.plan(len(rounds), len(pairings), exact=True, note=_balance(pairings))

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """An entrant whose opponent has withdrawn has a bye."""
        rounds = self._rounds(setup)
        if len(played) >= len(rounds):
            return None
        return without(rounds[len(played)], setup.withdrawn)

    def counted(self, setup: Setup, played: Sequence[PlayedRound], /) -> Sequence[PlayedRound]:
        """The rounds by FIDE's rule on withdrawals for two sides; unchanged for more sides."""
        return played if setup.sides > 2 else settled(setup.entrants, played, self._rounds(setup))

    def _rounds(self, setup: Setup) -> Rounds:
        chosen = self.complete(setup.options)
        near = chosen["balance"] == "near"
        return schedule(setup.count, setup.sides, chosen["cycles"], near=near)


@cache
def schedule(entrants: int, sides: int, cycles: int, *, near: bool = False) -> Rounds:
    """The rounds of `cycles` round-robins. Pairings of one are byes."""
    if sides == 2:
        return round_robin(entrants, cycles)
    find = designs.nearly_balanced if near else designs.balanced
    return designs.rounds(find(entrants, sides)) * cycles


def without(round_: Sequence[Pairing], gone: set[int]) -> list[Pairing]:
    """The round without these entrants, who have withdrawn: their opponents have byes."""
    left: list[Pairing] = []
    for pairing in round_:
        if gone.isdisjoint(pairing):
            left.append(pairing)
        else:
            left.extend((entrant,) for entrant in pairing if entrant not in gone)
    return left


def settled(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], table: Rounds
) -> list[PlayedRound]:
    """The rounds of a round-robin of two sides whose full `table` is given, withdrawals settled.

    Pairings that do not count are left out. One lost by withdrawal has no games, and a full score
    for the opponent.
    """
    pairings = [pairing for round_ in played for pairing in round_ if pairing.games]
    full = Fraction(max((pairing.games for pairing in pairings), default=0))
    gone = {entrant.number for entrant in entrants if not entrant.active}
    annulled = _annulled(gone, pairings, table)
    return [
        [
            *(
                pairing
                for pairing in round_
                if pairing.games and annulled.isdisjoint(pairing.entrants)
            ),
            *(
                PlayedPairing(pair, (full, Fraction(0)), games=0, withdrawn=frozenset(pair[1:]))
                for pair in _given(round_, pairs, gone, annulled)
            ),
        ]
        for round_, pairs in zip(played, chain(table, repeat(())), strict=False)
    ]


def _annulled(gone: set[int], pairings: Sequence[PlayedPairing], table: Rounds) -> set[int]:
    """The entrants who withdrew before half of their pairings were played."""
    due = Counter(
        entrant for round_ in table for pair in round_ if len(pair) > 1 for entrant in pair
    )
    met = Counter(entrant for pairing in pairings for entrant in pairing.entrants)
    return {entrant for entrant in gone if 2 * met[entrant] < due[entrant]}


def _given(
    round_: PlayedRound, pairs: Sequence[Pairing], gone: set[int], annulled: set[int]
) -> list[Pairing]:
    """The pairings of one round that were lost by their second entrant's withdrawal."""
    return [
        (entrant, other)
        for pair in pairs
        for entrant, other in (pair, pair[::-1])[: 2 * (len(pair) == 2)]
        if other in gone - annulled and entrant not in gone and not _met(round_, pair)
    ]


def _met(round_: Sequence[PlayedPairing], pair: Pairing) -> bool:
    return any(set(pairing.entrants) == set(pair) and pairing.games for pairing in round_)


def _balance(pairings: Sequence[Pairing]) -> str:
    """A note for organisers on designs: how often two meet, and who plays less."""
    if max(map(len, pairings)) == 2:
        return ""
    met = designs.meetings(pairings).values()
    played = Counter(entrant for pairing in pairings for entrant in pairing).values()
    return words.meetings(min(met), max(met)) + words.unequal_pairings(min(played), max(played))
