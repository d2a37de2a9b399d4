"""What a version did against another, added up from their games, block by block."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from itertools import permutations

from tournaments.mathematics.score_table import half_points
from tournaments.mathematics.statistics.block_sums import BlockSums

LAST_MATCHES = 10
"""So many matches of two versions are remembered."""

Two = tuple[int, int]
"""A version and its opponent, by their ids."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: the rank of each version in it, and its match.

    A game `counts` unless it was voided. One that `repeats` another is only told of. A rated one
    has a `day`, on which it uses up the daily share of the twos in `owners`.
    """

    match: int
    ranks: Mapping[int, int]
    counts: bool = True
    repeats: bool = False
    day: date | None = None
    owners: Set[Two] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a version against another.

    `repeated` games are not in the sums. `day_games` are those that used up the daily share of
    their owners on `day`, the last on which any did. `last_matches` have the highest ids.
    """

    sums: BlockSums = field(default_factory=BlockSums)
    repeated: int = 0
    day: date | None = None
    day_games: int = 0
    last_matches: tuple[int, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        day = max(filter(None, (self.day, other.day)), default=None)
        of_day = (one.day_games for one in (self, other) if one.day == day)
        matches = sorted({*self.last_matches, *other.last_matches})
        return Tally(
            sums=self.sums + other.sums,
            repeated=self.repeated + other.repeated,
            day=day,
            day_games=sum(of_day),
            last_matches=tuple(matches[-LAST_MATCHES:]),
        )


def of_block(games: Sequence[PlayedGame]) -> dict[Two, Tally]:
    """The results of every two versions in the games of one match."""
    found = {two for game in games for two in permutations(sorted(game.ranks), 2)}
    return {two: _tally(two, [one for one in games if _is_of(two, one)]) for two in found}


def of_next(game: PlayedGame, before: Sequence[PlayedGame]) -> dict[Two, Tally]:
    """What a game adds to the results of every two, after the other games of its match."""
    known, alone = of_block(before), of_block([game])
    grown = of_block([*before, game])
    return {two: _grown(grown[two], known.get(two, Tally()), alone[two]) for two in alone}


def of_all(blocks: Iterable[Sequence[PlayedGame]]) -> dict[Two, Tally]:
    """The results of every two versions in all these matches."""
    found: dict[Two, Tally] = {}
    for games in blocks:
        for two, tally in of_block(games).items():
            known = found.get(two)
            found[two] = known + tally if known else tally
    return found


def _grown(after: Tally, before: Tally, alone: Tally) -> Tally:
    """The sums that a block has grown by; the rest is that of the one game."""
    return Tally(
        after.sums - before.sums, alone.repeated, alone.day, alone.day_games, alone.last_matches
    )


def _is_of(two: Two, game: PlayedGame) -> bool:
    return two[0] in game.ranks and two[1] in game.ranks


def _tally(two: Two, games: Sequence[PlayedGame]) -> Tally:
    one, other = two
    counted = [game for game in games if game.counts]
    first = [game for game in counted if not game.repeats]
    rated = [game for game in games if game.day and _has_share(two, game)]
    day = max((game.day for game in rated if game.day), default=None)
    return Tally(
        sums=BlockSums.of_block(
            [half_points(game.ranks[one], game.ranks[other]) for game in first]
        ),
        repeated=len(counted) - len(first),
        day=day,
        day_games=sum(game.day == day for game in rated),
        last_matches=tuple({game.match for game in counted}),
    )


def _has_share(two: Two, game: PlayedGame) -> bool:
    return two in game.owners or two[::-1] in game.owners


def differing(found: Mapping[Two, Tally], kept: Iterable[tuple[Two, Tally]]) -> Iterator[Two]:
    """The twos whose kept results are others than were found, or are on one side alone."""
    left = set(found)
    for two, tally in kept:
        left.discard(two)
        if found.get(two) != tally:
            yield two
    yield from sorted(left)
