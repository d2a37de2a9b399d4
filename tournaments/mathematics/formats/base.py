"""What every tournament format takes and gives: the types, and the checks that all of them share.

Entrants are numbered from 0 in the order of their entry; all that started are given every time, and
only `Entrant.active` may change in the meantime. A format keeps nothing: what comes next follows
from the entrants, the rounds played, the options and the seed, so that a tournament can be taken up
again after any crash.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from engine import OptionSpec

Options = Mapping[str, Any]
"""What the organiser chose, by the names of a format's `options`; what is missing is default."""

Pairing = tuple[int, ...]
"""Numbers of entrants, in the order of their sides in the first game. One alone has a bye."""


@dataclass(frozen=True)
class Entrant:
    """Who takes part: `rating` is the one at the start (any scale), `active` False who withdrew.

    `away` are the numbers of the rounds, from 1, in which it has asked not to be paired.
    """

    number: int
    rating: float
    active: bool = True
    away: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlayedPairing:
    """A pairing that is over.

    `scores` are the points of `entrants`, in the same order, from the `games` that count: a game of
    two sides gives 1, ½ or 0, one of more sides the mean over a side's opponents. A pairing whose
    games are all void has no games and no points. `blocks` are those played, void ones too.
    `withdrawn` are the entrants that withdrew before it was over; their games count if they were
    played. A bye is (entrant,) with no games; `requested` says that it asked for half a point.
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

    def score(self, entrant: int) -> Fraction:
        """The points of an entrant of this pairing."""
        return self.scores[self.entrants.index(entrant)]


PlayedRound = Sequence[PlayedPairing]
"""The pairings of one round, in the order in which `next_round` gave them."""


@dataclass(frozen=True)
class Preview:
    """What a tournament will come to; if not `exact`, the most it can come to before deciders.

    `pairings` are those with games, byes left out. `note` says in sentences what an organiser
    should know, such as an imbalance that remains; it may be empty.
    """

    rounds: int
    pairings: int
    games: int
    exact: bool
    note: str = ""


class FormatError(ValueError):
    """A choice that cannot be played: `field` names it, the message says what is allowed.

    `field` is the name of an option, or `entrants` or `sides`.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Format(ABC):
    """A way to hold a tournament. The formats are single objects, found by `formats.get`."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for the organiser's choice."""
    options: ClassVar[tuple[OptionSpec, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = (2, 3, 4)
    """Numbers of sides in one game for which the format can be played."""
    eager: ClassVar[bool] = False
    """Whether all rounds may be made at once, since they do not depend on results."""
    by_way: ClassVar[bool] = False
    """Whether who goes on from a round decides, so that it must stay when a result falls later."""
    fewest: ClassVar[int] = 2
    """Entrants that it needs at least; never fewer than there are sides."""
    most: ClassVar[int] = 1000
    """Entrants that it takes at most."""

    def complete(self, options: Options) -> dict[str, Any]:
        """Return all options, with defaults for what is missing.

        Raises FormatError, naming the option, for an unknown name or a value that is not allowed.
        """
        for name in options:
            if name not in {spec.name for spec in self.options}:
                known = ", ".join(spec.name for spec in self.options) or "none"
                raise FormatError(name, f"{self.name} has no option {name}; its options: {known}.")
        complete = {spec.name: options.get(spec.name, spec.default) for spec in self.options}
        for spec in self.options:
            _check_option(spec, complete[spec.name])
        return complete

    def check(self, *, entrants: int, sides: int, options: Options) -> None:
        """Raises FormatError, with a sentence that says what is allowed, for what cannot be."""
        self.complete(options)
        self.check_sides(sides)
        least = max(self.fewest, sides)
        if not least <= entrants <= self.most:
            raise FormatError(
                "entrants",
                f"{self.name} takes {least} to {self.most} entrants here; there are {entrants}.",
            )

    def check_sides(self, sides: int) -> None:
        """Raises FormatError where games of so many sides cannot be played by this format."""
        if sides not in self.sides:
            allowed = " or ".join(str(number) for number in self.sides)
            raise FormatError(
                "sides", f"{self.name} is for games of {allowed} sides; this game has {sides}."
            )

    @abstractmethod
    def preview(
        self, *, entrants: int, sides: int, options: Options, games_per_pairing: int
    ) -> Preview:
        """What it will come to, for what `check` accepts."""

    @abstractmethod
    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,
        options: Options,
        seed: int,
    ) -> list[Pairing] | None:
        """The pairings of the round after those played; None when there is none: it is over.

        `played` are whole rounds, in order; of an eager format the rounds made so far will do.
        Byes are pairings of one. The same input gives the same output, always. Entrants that are
        not active are not paired; a round may be empty when all its pairings fell to withdrawals.
        """

    def needs_more(
        self,
        pairing: PlayedPairing,  # noqa: ARG002
        *,
        options: Options,  # noqa: ARG002
        number: int = 1,  # noqa: ARG002
        entrants: int = 2,  # noqa: ARG002
    ) -> bool:
        """Whether a pairing whose games are over needs one more block, to separate its entrants.

        `number` is its round's, from 1, and `entrants` how many started.
        """
        return False

    def counted(
        self,
        entrants: Sequence[Entrant],  # noqa: ARG002
        played: Sequence[PlayedRound],
        *,
        options: Options,  # noqa: ARG002
    ) -> Sequence[PlayedRound]:
        """The rounds as they count in the table, when what withdrawals change has been settled."""
        return played

    def points(
        self, entrants: Sequence[Entrant], played: Sequence[PlayedRound], *, options: Options
    ) -> dict[int, Fraction]:
        """What each entrant has in this format's table: points of games, and of byes if any."""
        return totals(entrants, self.counted(entrants, played, options=options))

    def places(
        self,
        entrants: Sequence[Entrant],  # noqa: ARG002
        played: Sequence[PlayedRound],  # noqa: ARG002
        *,
        sides: int,  # noqa: ARG002
        options: Options,  # noqa: ARG002
    ) -> list[tuple[int, int]] | None:
        """(place, entrant) where the way through the tournament decides; shared places are equal.

        At any time, best first, as it stands. None where points and tie-breaks decide.
        """
        return None

    def round_name(
        self,
        number: int,
        *,
        entrants: int,  # noqa: ARG002
        sides: int,  # noqa: ARG002
        options: Options,  # noqa: ARG002
    ) -> str:
        """What the round with this number, from 1, is called: "Round 3", "Semi-finals"."""
        return f"Round {number}"


def _check_option(spec: OptionSpec, value: object) -> None:
    if spec.kind == "int":
        low, high = spec.allowed
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        allowed = f"a whole number from {low} to {high}"
    else:
        fits = type(value) is type(spec.default) and value in spec.allowed
        allowed = " or ".join(str(one) for one in spec.allowed)
    if not fits:
        raise FormatError(spec.name, f"{spec.name} must be {allowed}, not {value}.")


def totals(entrants: Sequence[Entrant], rounds: Sequence[PlayedRound]) -> dict[int, Fraction]:
    """The points of each entrant in these rounds, added up."""
    points = {one.number: Fraction(0) for one in entrants}
    for pairing in (pairing for round_ in rounds for pairing in round_):
        for number, score in zip(pairing.entrants, pairing.scores, strict=True):
            points[number] += score
    return points


def active(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Those that have not withdrawn, in order of their numbers."""
    return sorted((one for one in entrants if one.active), key=lambda one: one.number)


def by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The best rated first; of equals, the one that entered first."""
    return sorted(entrants, key=lambda one: (-one.rating, one.number))
