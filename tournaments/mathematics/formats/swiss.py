"""Swiss system: in every round those with equal points meet, and nobody meets anybody twice.

Two sides: the FIDE (Dutch) System, FIDE Handbook C.04.3 as in force from 1 February 2026, paired by
code of our own (see `dutch`). Initial order by rating, then by entry. The first
round's colours are drawn by lot, from the seed. A pairing is worth one point: 1 for the better
score of its games, ½ each for equal ones. The bye that pairing gives is worth 1 and comes once at
most; so is a pairing whose other entrant withdrew before a game counted. Pairings that are void for
other reasons are half-point byes for both: they have had no colour, and may meet again.

Three and four sides: no rule book. Tables are filled by standing, with as few repeated meetings as
a local search finds (see `tables`). Points are each pairing's mean score of a game, from 0 to 1;
byes go to the lowest of those with the fewest, and are worth ½, the mean of a table.

An entrant that withdraws is not paired any more, keeps its points, and may come back. It may also
ask not to be paired in a round, for half a point or none. A late entrant has no points for the
rounds that it missed.

Left out: acceleration, and pairing by points of single games.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log2

from engine import OptionSpec
from tournaments.mathematics.formats import dutch, scoring, tables, words
from tournaments.mathematics.formats.base import (
    FormatError,
    Pairing,
    Plan,
    PlayedRound,
    Setup,
    TournamentFormat,
)


class Swiss(TournamentFormat):
    """A fixed number of rounds for any number of entrants."""

    id = "swiss"
    name = "Swiss system"
    summary = "A few rounds in which equals meet: good for many entrants."
    options = (
        OptionSpec.number(
            "rounds", 0, (0, 40), "Rounds; 0: one more than a knockout of all entrants would take."
        ),
        OptionSpec.number(
            "byes",
            1,
            (0, 9),
            "Half-point byes that an entrant may ask for, but not in the last round.",
        ),
        OptionSpec.number(
            "late",
            0,
            (0, 9),
            "Rounds that a late entrant may have missed; 0: nobody may enter late.",
        ),
    )
    fewest = 3
    # Tables are found by a search.
    most_at_tables = 500

    def check(self, setup: Setup) -> None:
        """Raise FormatError for more rounds than there are opponents to meet."""
        super().check(setup)
        possible = _possible(setup)
        if setup.options.get("rounds", 0) > possible:
            raise FormatError("too-many-rounds", "rounds", count=setup.count, possible=possible)

    def preview(self, setup: Setup) -> Plan:
        """Exact, unless somebody withdraws."""
        rounds = self._rounds(setup)
        pairings = rounds * (setup.count // setup.sides)
        note = words.byes_each_round(setup.count % setup.sides)
        return setup.plan(rounds, pairings, exact=True, note=note)

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """The next round; None after the last, or when too few are left for a pairing."""
        rounds, number = self._rounds(setup), len(played) + 1
        if number > rounds or len(setup.playing) < setup.sides:
            return None
        away = {entrant.number for entrant in setup.entrants if number in entrant.away}
        playing = setup.playing - away
        if not playing:
            return []
        if setup.sides == 2:
            return dutch.pair(setup.by_seed, playing, played, rounds=rounds, seed=setup.seed)
        points = self.points(setup, played)
        return tables.pair(setup.by_seed, playing, played, setup.sides, points)

    def points(self, setup: Setup, played: Sequence[PlayedRound]) -> dict[int, Fraction]:
        """The points: a pairing of two gives one, one of more its mean score of a game."""
        return scoring.totals(setup.entrants, played)

    def _rounds(self, setup: Setup) -> int:
        chosen = int(self.complete(setup.options)["rounds"])
        return chosen or min(ceil(log2(setup.count)) + 1, _possible(setup))


def _possible(setup: Setup) -> int:
    """The most rounds without repeated meetings, by arithmetic."""
    if setup.sides > 2:
        return max(1, setup.count - 1)
    # With an odd number each entrant sits out in turn, which makes room for one round more.
    return setup.count - 1 + setup.count % 2
