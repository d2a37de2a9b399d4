"""The results of a version against another, added up block by block."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import permutations
from typing import Any

from tournaments.mathematics.score_table import half_points
from tournaments.mathematics.statistics.block_sums import BlockSums
from tournaments.mathematics.statistics.by_play import PlaySums, against

LAST_MATCHES = 10
"""The most matches that are remembered for two versions."""

Two = tuple[int, int]
"""A version and its opponent, by their ids."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: the rank of each version in it, and its match.

    `luck` is that of each version, empty until the game has been judged. A game `counts` unless it
    was voided. One that `repeats` another is only reported. A rated one has a `day`, on which it
    uses up the daily share of the twos in `owners`.
    """

    match: int
    ranks: Mapping[int, int]
    luck: Mapping[int, float] = field(default_factory=dict)
    counts: bool = True
    repeats: bool = False
    day: date | None = None
    owners: Set[Two] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a version against another.

    `play` has the sums without luck. `repeated` games are in neither. `day_games` are those that
    used up the daily share of their owners on `day`, the last on which any did. `last_matches` have
    the highest ids.
    """

    sums: BlockSums = field(default_factory=BlockSums)
    play: PlaySums = field(default_factory=PlaySums)
    repeated: int = 0
    day: date | None = None
    day_games: int = 0
    last_matches: tuple[int, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        day = max(filter(None, (self.day, other.day)), default=None)
        of_day = (tally.day_games for tally in (self, other) if tally.day == day)
        matches = sorted({*self.last_matches, *other.last_matches})
        return Tally(
            sums=self.sums + other.sums,
            play=self.play + other.play,
            repeated=self.repeated + other.repeated,
            day=day,
            day_games=sum(of_day),
            last_matches=tuple(matches[-LAST_MATCHES:]),
        )

    @property
    def stored(self) -> list[Any]:
        """Its values as JSON, which `read` turns back."""
        day = self.day.isoformat() if self.day else None
        return [
            [*self.sums.values()], [*self.play.values()], self.repeated, day, self.day_games,
            [*self.last_matches],
        ]  # fmt: skip

    @classmethod
    def read(cls, stored: Sequence[Any]) -> "Tally":
        """Turn back what `stored` has written; an empty list is an empty tally."""
        if not stored:
            return cls()
        sums, play, repeated, day, day_games, matches = stored
        return cls(
            BlockSums(*sums), PlaySums(*play), repeated,
            date.fromisoformat(day) if day else None, day_games, tuple(matches),
        )  # fmt: skip


def of_block(games: Sequence[PlayedGame]) -> dict[Two, Tally]:
    """The results of every two versions in the games of one match."""
    twos = {two for game in games for two in permutations(sorted(game.ranks), 2)}
    return {two: _tally(two, [game for game in games if _is_of(two, game)]) for two in twos}


def of_next(game: PlayedGame, before: Sequence[PlayedGame]) -> dict[Two, Tally]:
    """The change by a game of the results of every two, after the other games of its match."""
    tallies, alone = of_block(before), of_block([game])
    grown = of_block([*before, game])
    return {two: _grown(grown[two], tallies.get(two, Tally()), alone[two]) for two in alone}


def of_all(blocks: Iterable[Sequence[PlayedGame]]) -> dict[Two, Tally]:
    """The results of every two versions in all these matches."""
    tallies: dict[Two, Tally] = {}
    for games in blocks:
        add(tallies, games)
    return tallies


def add(tallies: dict[Two, Tally], games: Sequence[PlayedGame]) -> None:
    """Add the games of one match to these results."""
    for two, tally in of_block(games).items():
        before = tallies.get(two)
        tallies[two] = before + tally if before else tally


def _grown(after: Tally, before: Tally, alone: Tally) -> Tally:
    """The sums that a block has grown by; the rest is that of the one game."""
    return replace(alone, sums=after.sums - before.sums, play=after.play - before.play)


def _is_of(two: Two, game: PlayedGame) -> bool:
    return two[0] in game.ranks and two[1] in game.ranks


def _tally(two: Two, games: Sequence[PlayedGame]) -> Tally:
    version, other = two
    counted = [game for game in games if game.counts]
    first = [game for game in counted if not game.repeats]
    rated = [game for game in games if game.day and _has_share(two, game)]
    day = max((game.day for game in rated if game.day), default=None)
    return Tally(
        sums=BlockSums.of_block(
            [half_points(game.ranks[version], game.ranks[other]) for game in first]
        ),
        play=PlaySums.of_block([_by_play(game, two) for game in first if game.luck]),
        repeated=len(counted) - len(first),
        day=day,
        day_games=sum(game.day == day for game in rated),
        last_matches=tuple({game.match for game in counted}),
    )


def _by_play(game: PlayedGame, two: Two) -> float:
    """What a version made against another in a judged game, without luck."""
    version, other = two
    scored = half_points(game.ranks[version], game.ranks[other]) / 2
    return against(scored, (game.luck[version], game.luck[other]), sides=len(game.ranks))


def _has_share(two: Two, game: PlayedGame) -> bool:
    return two in game.owners or two[::-1] in game.owners


def differing(computed: Mapping[Two, Tally], stored: Iterable[tuple[Two, Tally]]) -> Iterator[Two]:
    """The twos whose stored results differ from the computed ones, or are missing in either."""
    left = set(computed)
    for two, tally in stored:
        left.discard(two)
        if computed.get(two) != tally:
            yield two
    yield from sorted(left)
