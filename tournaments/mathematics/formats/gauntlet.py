"""Gauntlet: one entrant against all the others, to place it among them.

Source: the custom of testing chess programs. The first to enter is the challenger; it meets the
others in the order of their entry, one a round, so that no other pairing is played.

With three and four sides the challenger meets all the others at tables, in the order of entry; the
last table is filled up with those who have played already. So it meets some of them twice.

An entrant that withdraws is left out of the pairings still to come; without the challenger it is
over.
Left out: more than one challenger; hold a round-robin for those.
"""

from collections.abc import Sequence

from engine import OptionSpec
from tournaments.mathematics.formats import words
from tournaments.mathematics.formats.base import (
    Pairing,
    Plan,
    PlayedRound,
    Setup,
    TournamentFormat,
)

CHALLENGER = 0
"""The number of the entrant that meets all the others."""


class Gauntlet(TournamentFormat):
    """The first entrant against everybody else."""

    id = "gauntlet"
    name = "Gauntlet"
    summary = "The first entrant meets all the others: quick to place a new version."
    options = (OptionSpec.number("cycles", 1, (1, 100), "How often it meets each of them."),)
    eager = True

    def preview(self, setup: Setup) -> Plan:
        """Exact, unless somebody withdraws."""
        rounds = len(_schedule(setup)) * int(self.complete(setup.options)["cycles"])
        note = words.met_twice(-(setup.count - 1) % (setup.sides - 1))
        return setup.plan(rounds, rounds, exact=True, note=note)

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """One pairing a round; every other cycle the challenger has the last side first."""
        schedule = _schedule(setup)
        cycle, number = divmod(len(played), len(schedule))
        if cycle >= self.complete(setup.options)["cycles"] or CHALLENGER in setup.withdrawn:
            return None
        pairing = schedule[number]
        if not setup.withdrawn.isdisjoint(pairing):
            return []
        return [pairing[::-1] if cycle % 2 else pairing]

    def round_name(self, _setup: Setup, _played: Sequence[PlayedRound], number: int, /) -> str:
        """Every round is one opponent, or one table of them."""
        return words.pairing_name(number)


def _schedule(setup: Setup) -> list[Pairing]:
    others = list(range(1, setup.count))
    seats = setup.sides - 1
    # The last table reaches back to opponents met before.
    starts = [min(start, len(others) - seats) for start in range(0, len(others), seats)]
    return [(CHALLENGER, *others[start : start + seats]) for start in starts]
