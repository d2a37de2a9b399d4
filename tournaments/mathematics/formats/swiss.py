"""Swiss system: in every round those with equal points meet, and nobody meets anybody twice.

Two sides: the FIDE (Dutch) System, FIDE Handbook C.04.3 as in force from 1 February 2026, paired by
code of our own (see `dutch`). Initial order by rating, then by entry. The first
round's colours are drawn by lot, from the seed. A pairing is worth one point: 1 for the better
score of its games, ½ each for equal ones. The bye that pairing gives is worth 1 and comes once at
most; so is a pairing whose other entrant withdrew before a game counted. Pairings that are void for
other reasons are draws: ½ each, and the two do not meet again.

Three and four sides: no rule book. Tables are filled by standing, with as few repeated meetings as
a local search finds (see `tables`). Points are each pairing's mean score of a game, from 0 to 1;
byes go to the lowest of those with the fewest, and are worth ½, the mean of a table.

Whoever withdraws is not paired any more, keeps its points, and may come back. An entrant may ask
not to be paired in a round, for half a point or none. One that enters late has no point for the
rounds that it has missed.

Left out: acceleration, and pairing by points of single games.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, log2
from typing import Any

from engine import OptionSpec
from tournaments.mathematics.formats import dutch, scoring, tables
from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    FormatError,
    Options,
    Pairing,
    PlayedRound,
    Preview,
    active,
    by_seed,
)

MOST_AT_TABLES = 500
"""Entrants at most where three or four sides meet: tables are sought by trying."""


class Swiss(Format):
    """A fixed number of rounds for any number of entrants."""

    id = "swiss"
    name = "Swiss system"
    summary = "A few rounds in which equals meet: good for many entrants."
    options = (
        OptionSpec(
            "rounds", "int", 0, (0, 40), "Rounds; 0: as many as knock one out of all, and one more."
        ),
        OptionSpec(
            "byes", "int", 1, (0, 9), "Half-point byes that an entrant may ask for; not in the end."
        ),
        OptionSpec(
            "late",
            "int",
            0,
            (0, 9),
            "Rounds that late entrants may have missed; 0: nobody is late.",
        ),
    )
    fewest = 3

    def check(self, *, entrants: int, sides: int, options: Options) -> None:
        """No more rounds than there are opponents to meet."""
        super().check(entrants=entrants, sides=sides, options=options)
        if sides > 2 and entrants > MOST_AT_TABLES:
            raise FormatError(
                "entrants",
                f"{self.name} takes {MOST_AT_TABLES} entrants at most where more than two sides "
                f"meet; there are {entrants}.",
            )
        possible = _possible(entrants, sides)
        if options.get("rounds", 0) > possible:
            raise FormatError(
                "rounds",
                f"With {entrants} entrants there can be {possible} rounds at most "
                "before somebody has met everybody.",
            )

    def preview(
        self, *, entrants: int, sides: int, options: Options, games_per_pairing: int
    ) -> Preview:
        """Exact, unless somebody withdraws."""
        rounds = self._rounds(entrants, sides, options)
        pairings = rounds * (entrants // sides)
        spare = entrants % sides
        note = f"{spare} of the entrants have a bye in each round." if spare > 1 else ""
        return Preview(rounds, pairings, pairings * games_per_pairing, exact=True, note=note)

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
        seed: int,
    ) -> list[Pairing] | None:
        """Over after the last round, or when too few are left for a single pairing."""
        left = active(entrants)
        rounds = self._rounds(len(entrants), sides, options)
        if len(played) >= rounds or len(left) < sides:
            return None
        order = [one.number for one in by_seed(entrants)]
        playing = {one.number for one in left if len(played) + 1 not in one.away}
        if not playing:
            return []
        if sides == 2:
            return dutch.pair(order, playing, played, rounds=rounds, seed=seed)
        return tables.pair(order, playing, played, sides, self.points(entrants, played))

    def points(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        options: Options | None = None,  # noqa: ARG002
    ) -> dict[int, Fraction]:
        """A pairing of two is worth one point; one of more its mean score of a game."""
        return scoring.totals([one.number for one in entrants], played)

    def _rounds(self, entrants: int, sides: int, options: Mapping[str, Any]) -> int:
        chosen = int(self.complete(options)["rounds"])
        return chosen or min(ceil(log2(entrants)) + 1, _possible(entrants, sides))


def _possible(entrants: int, sides: int) -> int:
    """Rounds in which nobody need meet anybody twice, as arithmetic allows."""
    byes = entrants % sides
    # With byes each entrant sits out in turn, which makes room for as many rounds more.
    return (entrants - 1 + (byes > 0)) // (sides - 1) if sides == 2 else max(1, entrants - 1)
