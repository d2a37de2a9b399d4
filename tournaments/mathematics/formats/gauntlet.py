"""Gauntlet: one entrant against all the others, to place it among them.

Source: the custom of testing chess programs. The first to enter is the challenger; it meets the
others in the order of their entry, one a round, so that no other pairing is played.

With three and four sides the challenger meets all the others at tables, in the order of entry; the
last table is filled up with those who have played already. It meets them too often there by so
many at the most as the table has other seats.

Who withdraws is left out of the pairings still to come, and when the challenger does it is over.
Left out: more than one challenger; hold a round-robin for those.
"""

from collections.abc import Sequence

from engine import OptionSpec
from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    Options,
    Pairing,
    PlayedRound,
    Preview,
)

CHALLENGER = 0
"""The number of the entrant that meets all the others."""


class Gauntlet(Format):
    """The first entrant against everybody else."""

    id = "gauntlet"
    name = "Gauntlet"
    summary = "One entrant, the first, meets all the others: quick to place a new version."
    options = (OptionSpec("cycles", "int", 1, (1, 100), "How often it meets each of them."),)
    eager = True

    def preview(
        self, *, entrants: int, sides: int, options: Options, games_per_pairing: int
    ) -> Preview:
        """Exact, unless somebody withdraws."""
        rounds = len(_schedule(entrants, sides)) * int(self.complete(options)["cycles"])
        twice = -(entrants - 1) % (sides - 1)
        note = f"It meets {twice} of them twice, to fill the last table." if twice else ""
        return Preview(rounds, rounds, rounds * games_per_pairing, exact=True, note=note)

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
        seed: int,  # noqa: ARG002
    ) -> list[Pairing] | None:
        """One pairing a round; every other cycle the challenger has the last side first."""
        schedule = _schedule(len(entrants), sides)
        cycle, number = divmod(len(played), len(schedule))
        gone = {one.number for one in entrants if not one.active}
        if cycle >= self.complete(options)["cycles"] or CHALLENGER in gone:
            return None
        pairing = schedule[number]
        if not gone.isdisjoint(pairing):
            return []
        return [pairing[::-1] if cycle % 2 else pairing]

    def round_name(
        self,
        number: int,
        *,
        entrants: int,  # noqa: ARG002
        sides: int,  # noqa: ARG002
        options: Options,  # noqa: ARG002
    ) -> str:
        """Every round is one opponent, or one table of them."""
        return f"Pairing {number}"


def _schedule(entrants: int, sides: int) -> list[Pairing]:
    others = list(range(1, entrants))
    seats = sides - 1
    # The last table reaches back to opponents met before.
    starts = [min(start, len(others) - seats) for start in range(0, len(others), seats)]
    return [(CHALLENGER, *others[start : start + seats]) for start in starts]
