"""A tournament on the user's machine: the next games follow from those played.

Nothing is kept between calls, as in `tournaments.mathematics.formats`. Everything follows from the
terms and the results, so a tournament can be resumed at any point.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import engine
from agents.table.conditions import Deal
from tournaments.mathematics import formats, openings, score_table
from tournaments.mathematics.formats import Elimination, PlayedPairing, Setup, unrated


class Fixture(NamedTuple):
    """A game of a tournament: the numbers of its round, pairing, block and game, all from 1."""

    round: int
    pairing: int
    block: int
    game: int

    def __str__(self) -> str:
        return ".".join(map(str, self))


@dataclass(frozen=True)
class Due:
    """A game that is to be played: the entrants by their seats, and its deal."""

    fixture: Fixture
    seats: tuple[int, ...]
    deal: Deal


@dataclass(frozen=True)
class Result:
    """A game that was played: the rank of each seat, and the kinds of the faults (None: none)."""

    fixture: Fixture
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    faults: tuple[str | None, ...]

    def by_entrant(self) -> dict[int, int]:
        """The rank of each entrant; partners have one."""
        return dict(zip(self.seats, self.ranks, strict=True))


Results = Mapping[Fixture, Result]


@dataclass(frozen=True)
class Terms:
    """The terms of a tournament. `blocks` are those of a pairing, `openings` actions at random.

    `sprt` are two differences in Elo, between which a test of two entrants decides. `strengths`
    are those in Elo points that are known of entrants, by their names.
    """

    variant: str
    names: tuple[str, ...]
    seed: bytes
    format: str = "round-robin"
    options: Mapping[str, Any] = field(default_factory=dict)
    blocks: int = 1
    openings: int = 0
    sprt: tuple[float, float] | None = None
    strengths: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def game(self) -> engine.Game:
        """The game of the tournament."""
        return engine.parse_variant(self.variant)

    @cached_property
    def sides(self) -> int:
        """How many entrants meet in one game."""
        return len(set(self.game.sides()))

    @cached_property
    def setup(self) -> Setup:
        """The set-up for the formats. Raises FormatError for terms that cannot be played."""
        setup = Setup(
            unrated(len(self.names)),
            self.sides,
            self.options,
            self.blocks * self.sides,
            int.from_bytes(self.seed[:7], "big"),
        )
        self.rules.check(setup)
        return setup

    @property
    def rules(self) -> formats.TournamentFormat:
        """The format. Raises FormatError for an unknown name."""
        return formats.get(self.format)

    def plan(self) -> formats.Plan:
        """The length of the tournament. Raises FormatError."""
        return self.rules.preview(self.setup)


@dataclass(frozen=True)
class Stand:
    """The state of a tournament: its rounds, and the games that can be played now."""

    rounds: Sequence[Sequence[PlayedPairing]]
    due: Sequence[Due]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return not self.due


def stand(terms: Terms, results: Results) -> Stand:
    """The state of a tournament after these results. Raises FormatError."""
    rounds: list[list[PlayedPairing]] = []
    due: list[Due] = []
    while (pairings := terms.rules.next_round(terms.setup, rounds)) is not None:
        played, missing = _round(terms, results, rounds, pairings)
        rounds.append(played)
        due += missing
        if missing and not terms.rules.eager:
            break
    return Stand(rounds, due)


def _round(
    terms: Terms,
    results: Results,
    before: Sequence[Sequence[PlayedPairing]],
    pairings: Sequence[formats.Pairing],
) -> tuple[list[PlayedPairing], list[Due]]:
    """A round as far as it was played, with as many blocks as it takes to decide it."""
    blocks = [terms.blocks] * len(pairings)
    while True:
        games = [
            list(_games(terms, (len(before) + 1, number), pairing, count))
            for number, (pairing, count) in enumerate(zip(pairings, blocks, strict=True), start=1)
        ]
        missing = [due for block in games for due in block if due.fixture not in results]
        played = [
            _played(pairing, [results[due.fixture] for due in block if due.fixture in results])
            for pairing, block in zip(pairings, games, strict=True)
        ]
        tied = [] if missing else _undecided(terms, [*before, played])
        if not tied:
            return played, missing
        blocks = [count + (pairing in tied) for count, pairing in zip(blocks, played, strict=True)]


def _undecided(terms: Terms, rounds: Sequence[Sequence[PlayedPairing]]) -> Sequence[PlayedPairing]:
    rules = terms.rules
    return rules.undecided(terms.setup, rounds) if isinstance(rules, Elimination) else ()


def _games(
    terms: Terms, place: tuple[int, int], pairing: formats.Pairing, blocks: int
) -> Iterator[Due]:
    """The games of a pairing: in each block every order of its sides once, as on a site."""
    if len(pairing) == 1:
        return
    taken: list[tuple[str, ...]] = [()]
    for block in range(1, blocks + 1):
        seed = _seed(terms, *place, block)
        if block > 1 and terms.openings:
            taken.append(openings.due(terms.game, seed, actions=terms.openings, taken=taken))
        for game in range(terms.sides):
            order = pairing[game:] + pairing[:game]
            seats = tuple(order[side] for side in terms.game.sides())
            deal = Deal(seed, game + 1, taken[-1])
            yield Due(Fixture(*place, block, game + 1), seats, deal)


def _seed(terms: Terms, *place: int) -> bytes:
    """The dice of a block: sha256 over "kauri-kit-1:SEED:ROUND.PAIRING.BLOCK"."""
    key = f"kauri-kit-1:{terms.seed.hex()}:{'.'.join(map(str, place))}"
    return hashlib.sha256(key.encode()).digest()


def _played(pairing: formats.Pairing, results: Sequence[Result]) -> PlayedPairing:
    if len(pairing) == 1:
        return PlayedPairing.bye(pairing[0])
    ranks = [result.by_entrant() for result in results]
    scores = tuple(score_table.total(ranks, entrant) for entrant in pairing)
    blocks = {result.fixture.block for result in results}
    return PlayedPairing(pairing, scores, len(results), blocks=len(blocks))


@dataclass(frozen=True)
class Line:
    """An entrant in the table; `score` has its score against each that it met."""

    place: int
    entrant: int
    points: Fraction
    row: score_table.Row[int]
    score: Mapping[int, score_table.Score]


def table(terms: Terms, results: Results, rounds: Sequence[Sequence[PlayedPairing]]) -> list[Line]:
    """The entrants, the best first: in a knockout by the round they reached, else by points."""
    ranks = [results[fixture].by_entrant() for fixture in sorted(results)]
    rows = {row.entrant: row for row in score_table.standings(range(len(terms.names)), ranks)}
    met = score_table.crosstable(ranks)
    points = terms.rules.points(terms.setup, rounds)
    return [
        Line(
            place, entrant, points[entrant], rows[entrant],
            {other: score for (own, other), score in met.items() if own == entrant},
        )
        for place, entrant in _places(terms, rounds, points)
    ]  # fmt: skip


def _places(
    terms: Terms,
    rounds: Sequence[Sequence[PlayedPairing]],
    points: Mapping[int, Fraction],
) -> list[tuple[int, int]]:
    if isinstance(terms.rules, Elimination):
        return terms.rules.places(terms.setup, rounds)
    order = sorted(points, key=lambda entrant: (-points[entrant], entrant))
    return [
        (1 + sum(value > points[entrant] for value in points.values()), entrant)
        for entrant in order
    ]


def format_options(format_id: str, texts: Iterable[str]) -> dict[str, Any]:
    """The options of a format, given as NAME=VALUE. Raises FormatError."""
    rules = formats.get(format_id)
    specs = {spec.name: spec for spec in rules.options}
    written = {name: value for name, _, value in (text.partition("=") for text in texts)}
    return rules.complete(
        {
            name: engine.read_option(specs[name], value) if name in specs else value
            for name, value in written.items()
        }
    )
