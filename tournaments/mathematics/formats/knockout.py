"""Knockout and double elimination of two sides.

Seeds are by rating, then by entry; the best have the byes of the first round. A pairing is decided
by the points of its games. When they are equal, one more block is played, and again, until the
entrants are separated or the pairing has as many blocks as the organiser allows; then the better
seed goes on.

Who withdraws loses the pairing that it is in, whatever its score, and the one that would have come
next. `bracket` has the plan and its source; knockouts of more sides are in `cup`.

Left out: other seedings (by lot, by country), and replays of single games.
"""

from collections.abc import Sequence
from math import log2

from engine import OptionSpec
from tournaments.mathematics.formats import bracket, cup
from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    Options,
    Pairing,
    PlayedPairing,
    PlayedRound,
    Preview,
    active,
    by_seed,
)

MOST_BLOCKS = OptionSpec(
    "most_blocks",
    "int",
    7,
    (1, 99),
    "Blocks of one pairing at most: a tied one gets more, one by one; then the better seed wins.",
)
THIRD_PLACE = OptionSpec(
    "third_place", "bool", False, (False, True), "Two sides: the losers of the semi-finals meet."
)


def tied(pairing: PlayedPairing, most_blocks: int) -> bool:
    """Whether two or more have the best score, and one more block is allowed and makes sense."""
    if len(pairing.entrants) < 2 or pairing.withdrawn or pairing.blocks >= most_blocks:
        return False
    return sorted(pairing.scores)[-1] == sorted(pairing.scores)[-2]


class Knockout(Format):
    """Who loses is out."""

    id = "knockout"
    name = "Knockout"
    summary = "Who loses is out: short, and one final decides."
    options = (THIRD_PLACE, cup.ADVANCE, MOST_BLOCKS)
    by_way = True
    most = 256

    def check(self, *, entrants: int, sides: int, options: Options) -> None:
        """With more sides, some must be out at each table."""
        super().check(entrants=entrants, sides=sides, options=options)
        cup.check(sides, self.complete(options)["advance"])

    def preview(
        self, *, entrants: int, sides: int, options: Options, games_per_pairing: int
    ) -> Preview:
        """Exact but for the blocks that tied pairings need."""
        chosen = self.complete(options)
        if sides > 2:
            rounds, pairings = cup.length(entrants, sides, chosen["advance"])
        else:
            rounds = len(_plan(entrants, chosen))
            pairings = entrants - 1 + (chosen["third_place"] and entrants > 3)
        games = pairings * games_per_pairing
        return Preview(rounds, pairings, games, exact=False, note=_deciders(chosen))

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
        seed: int,  # noqa: ARG002
    ) -> list[Pairing] | None:
        """Whose opponent has withdrawn goes on with a bye."""
        chosen = self.complete(options)
        order = [one.number for one in by_seed(entrants)]
        playing = {one.number for one in active(entrants)}
        if sides > 2:
            return cup.next_round(order, playing, played, sides, chosen["advance"])
        plan = _plan(len(entrants), chosen)
        if len(played) >= len(plan):
            return None
        known = bracket.settle(plan, order, played)
        return bracket.pairings(plan, len(played), known, playing)

    def needs_more(
        self,
        pairing: PlayedPairing,
        *,
        options: Options,
        number: int = 1,  # noqa: ARG002
        entrants: int = 2,  # noqa: ARG002
    ) -> bool:
        """While the best are tied."""
        chosen = self.complete(options)
        if len(pairing.entrants) > 2:
            return cup.undecided(pairing, chosen["advance"], chosen["most_blocks"])
        return tied(pairing, chosen["most_blocks"])

    def places(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
    ) -> list[tuple[int, int]]:
        """Who was out later is better; the losers of one round share a place."""
        chosen = self.complete(options)
        order = [one.number for one in by_seed(entrants)]
        if sides > 2:
            return cup.places(order, played, chosen["advance"])
        plan = _plan(len(entrants), chosen)
        return bracket.places(plan, bracket.settle(plan, order, played), len(played), order)

    def round_name(self, number: int, *, entrants: int, sides: int, options: Options) -> str:
        """By the matches of the round: "Final", "Semi-finals", "Round of 16"."""
        if sides > 2:
            rounds, _pairings = cup.length(entrants, sides, self.complete(options)["advance"])
            return "Final" if number == rounds else f"Round {number}"
        return knockout_name(bracket.size(entrants) >> number)


def knockout_name(matches: int) -> str:
    """The name of a round with so many matches."""
    names = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return names.get(matches, f"Round of {2 * matches}")


def _plan(entrants: int, chosen: Options) -> bracket.Bracket:
    return bracket.single(entrants, third_place=chosen["third_place"])


def _deciders(chosen: Options) -> str:
    return f"Tied pairings need more: up to {chosen['most_blocks']} blocks each."


class DoubleElimination(Format):
    """Who loses twice is out."""

    id = "double-elimination"
    name = "Double elimination"
    summary = "Who loses twice is out: one bad match is forgiven."
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
    by_way = True
    most = 256

    def preview(
        self,
        *,
        entrants: int,
        sides: int,  # noqa: ARG002
        options: Options,
        games_per_pairing: int,
    ) -> Preview:
        """The most it can come to, but for the blocks that tied pairings need."""
        chosen = self.complete(options)
        rounds = len(bracket.double(entrants, reset=chosen["reset"]))
        pairings = 2 * entrants - 2 + chosen["reset"]
        note = _deciders(chosen)
        if chosen["reset"]:
            note += " The second final is played only if it is needed."
        return Preview(rounds, pairings, pairings * games_per_pairing, exact=False, note=note)

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,  # noqa: ARG002
        options: Options,
        seed: int,  # noqa: ARG002
    ) -> list[Pairing] | None:
        """Whose opponent has withdrawn goes on with a bye."""
        order = [one.number for one in by_seed(entrants)]
        plan = self.plan(order, played, options)
        if len(played) >= len(plan):
            return None
        known = bracket.settle(plan, order, played)
        playing = {one.number for one in active(entrants)}
        return bracket.pairings(plan, len(played), known, playing)

    def needs_more(
        self,
        pairing: PlayedPairing,
        *,
        options: Options,
        number: int = 1,  # noqa: ARG002
        entrants: int = 2,  # noqa: ARG002
    ) -> bool:
        """While the entrants are tied."""
        return tied(pairing, self.complete(options)["most_blocks"])

    def places(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,  # noqa: ARG002
        options: Options,
    ) -> list[tuple[int, int]]:
        """Who lost for the second time later is better."""
        order = [one.number for one in by_seed(entrants)]
        plan = self.plan(order, played, options)
        return bracket.places(plan, bracket.settle(plan, order, played), len(played), order)

    def round_name(
        self,
        number: int,
        *,
        entrants: int,
        sides: int,  # noqa: ARG002
        options: Options,  # noqa: ARG002
    ) -> str:
        """Upper and lower bracket are played together; then come one or two finals."""
        finals = 2 * int(log2(bracket.size(entrants)))
        if number >= finals:
            return "Final" if number == finals else "Second final"
        if number == 1:
            return "Upper round 1"
        half, odd = divmod(number, 2)
        return f"Lower round {2 * half}" if odd else f"Upper round {half + 1}, lower {2 * half - 1}"

    def plan(
        self, order: Sequence[int], played: Sequence[PlayedRound], options: Options
    ) -> bracket.Bracket:
        """The bracket, without the second final when the first has decided."""
        plan = bracket.double(len(order), reset=self.complete(options)["reset"])
        first = bracket.double(len(order), reset=False)
        if len(played) < len(first):
            return plan
        final = bracket.settle(first, order, played)[len(first) - 1, 0]
        decided = len(final.entrants) < 2 or final.winner == final.entrants[0]
        return first if decided else plan
