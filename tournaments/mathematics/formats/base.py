"""The interface of tournament formats: the types, and the checks that all of them share.

Entrants are numbered from 0 in the order of their entry. Every call gets all that started; only
`Entrant.active` and `Entrant.away` may change in the meantime. A format keeps nothing: the next
round follows from the set-up and the rounds played, so that a tournament survives any crash.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from engine import OptionSpec
from tournaments.mathematics.formats import words

Options = Mapping[str, Any]
"""The organiser's choices, by the names of a format's `options`; the others have defaults."""

Pairing = tuple[int, ...]
"""Numbers of entrants, in the order of their sides in the first game. One alone has a bye."""


@dataclass(frozen=True)
class Entrant:
    """An entrant: its `rating` at the start (any scale), and `active` False once it withdrew.

    `away` holds the numbers of the rounds, from 1, in which it asked not to be paired.
    """

    number: int
    rating: float
    active: bool = True
    away: frozenset[int] = frozenset()


def unrated(count: int) -> list[Entrant]:
    """`count` entrants with equal ratings, to plan a tournament before its entrants are known."""
    return [Entrant(number, 0.0) for number in range(count)]


@dataclass(frozen=True)
class Setup:
    """How a tournament is held: its entrants, and what its organiser chose.

    `sides` is how many entrants meet in one game. `seed` decides what is drawn by lot.
    """

    entrants: Sequence[Entrant]
    sides: int = 2
    options: Options = field(default_factory=dict)
    games_per_pairing: int = 1
    seed: int = 0

    @property
    def count(self) -> int:
        """How many entrants started."""
        return len(self.entrants)

    @property
    def by_seed(self) -> list[int]:
        """The numbers of all entrants, from the first seed to the last."""
        return [entrant.number for entrant in by_seed(self.entrants)]

    @property
    def playing(self) -> set[int]:
        """The numbers of the entrants that have not withdrawn."""
        return {entrant.number for entrant in self.entrants if entrant.active}

    def plan(self, rounds: int, pairings: int, *, exact: bool, note: str = "") -> "Plan":
        """The plan for a number of rounds and pairings."""
        return Plan(rounds, pairings, pairings * self.games_per_pairing, exact, note)

    @property
    def withdrawn(self) -> set[int]:
        """The numbers of the entrants that have withdrawn."""
        return {entrant.number for entrant in self.entrants if not entrant.active}


@dataclass(frozen=True)
class PlayedPairing:
    """A pairing that is over.

    `scores` are the points of `entrants`, in the same order, from the `games` that count. A game
    of two sides gives 1, ½ or 0; one of more sides gives the mean over a side's opponents. A
    pairing without a valid game has no games and no points. `blocks` counts all blocks, void ones
    too. `withdrawn` are the entrants that withdrew before the end; the games they played count. A
    bye is (entrant,) with no games; `requested` marks a bye for which the entrant asked.
    """

    entrants: Pairing
    scores: tuple[Fraction, ...]
    games: int
    blocks: int = 1
    withdrawn: frozenset[int] = frozenset()
    requested: bool = False

    @classmethod
    def bye(cls, entrant: int) -> "PlayedPairing":
        """The bye of this entrant."""
        return cls((entrant,), (Fraction(0),), games=0, blocks=0)

    @property
    def is_void(self) -> bool:
        """Whether it has no game that counts, by no fault of an entrant."""
        return len(self.entrants) > 1 and not self.games and not self.withdrawn

    def score(self, entrant: int) -> Fraction:
        """The points of an entrant of this pairing."""
        return self.scores[self.entrants.index(entrant)]

    def ranked(self, order: Sequence[int]) -> list[int]:
        """Its entrants, best first: withdrawn ones last, then by score, then by this order."""
        return sorted(
            self.entrants,
            key=lambda entrant: (
                entrant in self.withdrawn,
                -self.score(entrant),
                order.index(entrant),
            ),
        )


PlayedRound = Sequence[PlayedPairing]
"""The pairings of one round, in the order in which `next_round` gave them."""


@dataclass(frozen=True)
class Plan:
    """How long a tournament will be. Unless `exact`, the numbers are upper bounds before deciders.

    `pairings` leaves byes out. `note` tells an organiser in sentences what else matters, such as
    an imbalance; it may be empty.
    """

    rounds: int
    pairings: int
    games: int
    exact: bool
    note: str = ""


class FormatError(ValueError):
    """A choice that cannot be played; `words.REFUSALS` has the sentence for its `code`.

    `field` is the name of an option, or `entrants`, `sides` or `format`.
    """

    def __init__(self, code: str, field: str, **parameters: object) -> None:
        super().__init__(words.REFUSALS[code](**parameters))
        self.code, self.field, self.parameters = code, field, parameters


class TournamentFormat(ABC):
    """A way to hold a tournament. The formats are single objects, found by `formats.get`."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for the organiser's choice."""
    options: ClassVar[tuple[OptionSpec, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    """Numbers of sides in one game for which the format can be played."""
    eager: ClassVar[bool] = False
    """Whether all rounds may be made at once, since they do not depend on results."""
    fewest: ClassVar[int] = 2
    """The fewest entrants that it needs; never fewer than there are sides."""
    most: ClassVar[int] = 1000
    """The most entrants that it takes."""
    most_at_tables: ClassVar[int] = 1000
    """The same for games of more than two sides, where that is fewer."""

    def complete(self, options: Options) -> dict[str, Any]:
        """Return all options, with defaults for what is missing.

        Raises FormatError, naming the option, for an unknown name or a value that is not allowed.
        """
        names = [spec.name for spec in self.options]
        for name in options:
            if name not in names:
                raise FormatError(
                    "unknown-option", name, format_name=self.name, option=name, known=names
                )
        complete = {spec.name: options.get(spec.name, spec.default) for spec in self.options}
        for spec in self.options:
            _check_option(spec, complete[spec.name])
        return complete

    def check(self, setup: Setup) -> None:
        """Raise FormatError, naming the field, for a set-up that cannot be played."""
        self.complete(setup.options)
        self.check_sides(setup.sides)
        least, most = max(self.fewest, setup.sides), self.room(setup.sides)
        if not least <= setup.count <= most:
            raise FormatError(
                "number-of-entrants",
                "entrants",
                format_name=self.name,
                sides=setup.sides,
                least=least,
                most=most,
                count=setup.count,
            )

    def room(self, sides: int) -> int:
        """The most entrants that it takes in games of this number of sides."""
        return self.most if sides == 2 else min(self.most, self.most_at_tables)

    def check_sides(self, sides: int) -> None:
        """Raise FormatError if this format cannot play games with this number of sides."""
        if sides not in self.sides:
            raise FormatError(
                "number-of-sides", "sides", format_name=self.name, allowed=self.sides, sides=sides
            )

    @abstractmethod
    def preview(self, setup: Setup) -> Plan:
        """How long the tournament will be. Call `check` first."""

    @abstractmethod
    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """The pairings of the round after those played; None when the tournament is over.

        `played` are whole rounds, in order; an eager format needs only their number. Byes are
        pairings of one. The same input always gives the same output. Entrants that are not active
        are not paired; a round may be empty when all its pairings fell to withdrawals.
        """

    def counted(self, _setup: Setup, played: Sequence[PlayedRound], /) -> Sequence[PlayedRound]:
        """The rounds as the table counts them, once withdrawals are settled."""
        return played

    def points(self, setup: Setup, played: Sequence[PlayedRound]) -> dict[int, Fraction]:
        """The points of each entrant in this format's table, those of byes included."""
        return totals(setup.entrants, self.counted(setup, played))

    def round_name(self, _setup: Setup, _played: Sequence[PlayedRound], number: int, /) -> str:
        """The name of the round with this number, from 1: "Round 3", "Semi-finals".

        It may be one of those played, or one that these lead to.
        """
        return words.round_name(number)


class Elimination(TournamentFormat):
    """A format in which places follow from the round that an entrant reached, not from points.

    A played round stays as it was when a result in it falls later, since others went on from it.
    """

    @abstractmethod
    def undecided(self, setup: Setup, played: Sequence[PlayedRound]) -> list[PlayedPairing]:
        """The pairings of the last round that need one more block to separate their entrants."""

    @abstractmethod
    def places(self, setup: Setup, played: Sequence[PlayedRound]) -> list[tuple[int, int]]:
        """(place, entrant) after these rounds, best first; shared places are equal."""


def _check_option(spec: OptionSpec, value: object) -> None:
    if not spec.allows(value):
        code = "whole-number" if spec.kind == "int" else "one-of"
        raise FormatError(code, spec.name, option=spec.name, allowed=spec.allowed, value=value)


def dealt(order: Sequence[int], count: int) -> list[list[int]]:
    """The entrants, by seed, dealt to `count` groups, back and forth."""
    groups: list[list[int]] = [[] for _group in range(count)]
    for number, entrant in enumerate(order):
        turn, place = divmod(number, count)
        groups[-1 - place if turn % 2 else place].append(entrant)
    return groups


def totals(
    entrants: Iterable[Entrant],
    rounds: Sequence[PlayedRound],
    scores: Callable[[PlayedPairing], Sequence[Fraction]] = lambda pairing: pairing.scores,
) -> dict[int, Fraction]:
    """The points of each entrant in these rounds, added up: by default those of the games."""
    points = {entrant.number: Fraction(0) for entrant in entrants}
    for pairing in (pairing for round_ in rounds for pairing in round_):
        for number, score in zip(pairing.entrants, scores(pairing), strict=True):
            points[number] += score
    return points


def mean_score(pairings: Iterable[PlayedPairing], entrant: int) -> Fraction:
    """The mean score of a game of this entrant, 0 without one: so that unequal numbers compare."""
    own = [pairing for pairing in pairings if entrant in pairing.entrants]
    points = sum((pairing.score(entrant) for pairing in own), Fraction(0))
    return points / max(1, sum(pairing.games for pairing in own))


def by_level(order: Sequence[int], level: Mapping[int, float]) -> list[tuple[int, int]]:
    """(place, entrant) by levels, the highest first; equal ones share a place."""
    ranked = sorted(order, key=lambda entrant: -level[entrant])
    return [(1 + sum(level[x] > level[entrant] for x in order), entrant) for entrant in ranked]


def by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants by rating, the best first; equal ratings stand in the order of entry."""
    return sorted(entrants, key=lambda entrant: (-entrant.rating, entrant.number))
