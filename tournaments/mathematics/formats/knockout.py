"""Knockout and double elimination of two sides.

Seeds are by rating, then by entry; the best have the byes of the first round. A pairing is decided
by the points of its games. When they are equal, one more block is played, and again, until the
entrants are separated or the pairing has as many blocks as the organiser allows; then the better
seed goes on.

An entrant that withdraws loses its pairing, whatever its score, and the next one. `bracket` has the
plan and its source; knockouts of more sides are in `cup`.

Left out: other seedings (by lot, by country), and replays of single games.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import log2

from engine import OptionSpec
from tournaments.mathematics.formats import bracket, cup, words
from tournaments.mathematics.formats.base import (
    Elimination,
    Options,
    Pairing,
    Plan,
    PlayedPairing,
    PlayedRound,
    Setup,
)

MOST_BLOCKS = OptionSpec.number(
    "most_blocks",
    7,
    (1, 99),
    "The most blocks of one pairing. A tie is played on until then; then the better seed wins.",
)
THIRD_PLACE = OptionSpec.switch("third_place", "Two sides: the losers of the semi-finals meet.")


def tied(round_: PlayedRound, chosen: Options, *, advance: int = 1) -> list[PlayedPairing]:
    """The pairings of a round in which the first place, or the last that goes on, is shared.

    Only those that may have one more block.
    """
    return [
        pairing
        for pairing in round_
        if len(pairing.entrants) > 1
        and not pairing.withdrawn
        and pairing.blocks < chosen["most_blocks"]
        and _is_shared(sorted(pairing.scores, reverse=True), advance)
    ]


def _is_shared(scores: Sequence[Fraction], advance: int) -> bool:
    return scores[0] == scores[1] or scores[advance - 1] == scores[advance]


class Knockout(Elimination):
    """The loser of a pairing is out."""

    id = "knockout"
    name = "Knockout"
    summary = "The loser of each pairing is out: short, and one final decides."
    options = (THIRD_PLACE, cup.ADVANCE, MOST_BLOCKS)
    most = 256

    def check(self, setup: Setup) -> None:
        """With more sides, some must be out at each table."""
        super().check(setup)
        cup.check(setup.sides, self.complete(setup.options)["advance"])

    def preview(self, setup: Setup) -> Plan:
        """Exact but for the blocks that tied pairings need."""
        chosen = self.complete(setup.options)
        if setup.sides > 2:
            rounds, pairings = cup.length(setup.count, setup.sides, chosen["advance"])
        else:
            rounds = len(plan(setup.count, chosen))
            pairings = setup.count - 1 + (chosen["third_place"] and setup.count > 3)
        return setup.plan(rounds, pairings, exact=False, note=words.deciders(chosen["most_blocks"]))

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """An entrant whose opponent has withdrawn goes on with a bye."""
        chosen, order = self.complete(setup.options), setup.by_seed
        if setup.sides > 2:
            return cup.next_round(order, setup.playing, played, setup.sides, chosen["advance"])
        return bracket.next_round(plan(setup.count, chosen), order, played, setup.playing)

    def undecided(self, setup: Setup, played: Sequence[PlayedRound]) -> list[PlayedPairing]:
        """The tied pairings; at a table, also those whose last place to go on is shared."""
        chosen = self.complete(setup.options)
        return tied(played[-1], chosen, advance=chosen["advance"] if setup.sides > 2 else 1)

    def places(self, setup: Setup, played: Sequence[PlayedRound]) -> list[tuple[int, int]]:
        """Those that were out later are better; the losers of one round share a place."""
        chosen, order = self.complete(setup.options), setup.by_seed
        if setup.sides > 2:
            return cup.places(order, played, chosen["advance"])
        return bracket.places(plan(setup.count, chosen), order, played)

    def round_name(self, setup: Setup, played: Sequence[PlayedRound], number: int, /) -> str:
        """By the matches of the round: "Final", "Semi-finals", "Round of 16"."""
        if setup.sides == 2:
            return words.knockout_name(bracket.size(setup.count) >> number)
        if number <= len(played):
            is_final = cup.size(played[number - 1]) == setup.sides
        else:
            is_final = number == len(played) + len(self.tables_to_come(setup, played))
        return words.table_round_name(number, is_final=is_final)

    def tables_to_come(self, setup: Setup, played: Sequence[PlayedRound]) -> list[tuple[int, int]]:
        """The tables and the byes of each round to come, if nobody else withdraws."""
        advance = self.complete(setup.options)["advance"]
        return cup.to_come(setup.by_seed, setup.playing, played, setup.sides, advance)


def plan(entrants: int, chosen: Options) -> bracket.Bracket:
    """The bracket of a knockout with these options."""
    return bracket.single(entrants, third_place=chosen["third_place"])


class DoubleElimination(Elimination):
    """An entrant that loses twice is out."""

    id = "double-elimination"
    name = "Double elimination"
    summary = "The second loss puts an entrant out: one bad pairing is forgiven."
    options = (
        OptionSpec(
            "reset",
            "bool",
            True,
            (False, True),
            "A second final when the winner of the lower bracket wins the first.",
        ),
        MOST_BLOCKS,
    )
    sides = (2,)
    most = 256

    def preview(self, setup: Setup) -> Plan:
        """An upper bound, except for the blocks that tied pairings need."""
        chosen = self.complete(setup.options)
        rounds = len(bracket.double(setup.count, reset=chosen["reset"]))
        pairings = 2 * setup.count - 2 + chosen["reset"]
        notes = [words.deciders(chosen["most_blocks"])] + [words.second_final()] * chosen["reset"]
        return setup.plan(rounds, pairings, exact=False, note=" ".join(notes))

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """An entrant whose opponent has withdrawn goes on with a bye."""
        plan = self.plan(setup, played)
        return bracket.next_round(plan, setup.by_seed, played, setup.playing)

    def undecided(self, setup: Setup, played: Sequence[PlayedRound]) -> list[PlayedPairing]:
        """The pairings whose entrants are tied."""
        return tied(played[-1], self.complete(setup.options))

    def places(self, setup: Setup, played: Sequence[PlayedRound]) -> list[tuple[int, int]]:
        """Those that lost for the second time later are better."""
        return bracket.places(self.plan(setup, played), setup.by_seed, played)

    def round_name(self, setup: Setup, _played: Sequence[PlayedRound], number: int, /) -> str:
        """Upper and lower bracket are played together; then come one or two finals."""
        return words.double_name(number, finals=2 * int(log2(bracket.size(setup.count))))

    def plan(self, setup: Setup, played: Sequence[PlayedRound]) -> bracket.Bracket:
        """The bracket, without the second final when the first has decided."""
        plan = bracket.double(setup.count, reset=self.complete(setup.options)["reset"])
        first = bracket.double(setup.count, reset=False)
        if len(played) < len(first):
            return plan
        final = bracket.settle(first, setup.by_seed, played)[len(first) - 1, 0]
        decided = len(final.entrants) < 2 or final.winner == final.entrants[0]
        return first if decided else plan
