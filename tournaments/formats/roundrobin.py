"""Round-robin: everybody meets everybody equally often.

Two sides play the Berger tables (`berger`); three and four sides the most even designs that are
known here (`designs`).
"""

from collections.abc import Sequence

from engine import OptionSpec
from tournaments.formats.base import (
    Entrant,
    Format,
    Options,
    Pairing,
    PlayedRound,
    Preview,
)
from tournaments.formats.berger import round_robin


class RoundRobin(Format):
    """Everybody against everybody, `cycles` times."""

    id = "round_robin"
    name = "Round-robin"
    summary = "Everybody meets everybody equally often: the fairest, and the longest."
    options = (OptionSpec("cycles", "int", 1, (1, 10), "How often everybody meets everybody."),)
    sides = (2,)
    eager = True

    def preview(
        self, *, entrants: int, sides: int, options: Options, games_per_pairing: int
    ) -> Preview:
        """Exact."""
        rounds = schedule(entrants, sides, self.complete(options)["cycles"])
        pairings = sum(len(pairing) > 1 for round_ in rounds for pairing in round_)
        return Preview(len(rounds), pairings, pairings * games_per_pairing, exact=True)

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
        seed: int,  # noqa: ARG002
    ) -> list[Pairing] | None:
        """Whose opponent has withdrawn has a bye."""
        rounds = schedule(len(entrants), sides, self.complete(options)["cycles"])
        if len(played) >= len(rounds):
            return None
        gone = {one.number for one in entrants if not one.active}
        left = [tuple(one for one in pair if one not in gone) for pair in rounds[len(played)]]
        return [pairing for pairing in left if pairing]


def schedule(entrants: int, sides: int, cycles: int) -> list[list[Pairing]]:
    """The rounds of `cycles` round-robins. Pairings of one are byes."""
    assert sides == 2
    return round_robin(entrants, cycles)
