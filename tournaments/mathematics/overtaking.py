"""Which bots have overtaken which between two orders of the same bots."""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Overtaken:
    """A bot that `count` bots of others have passed; `by` is the highest of these.

    Each of them was below the bot before, and is above it now.
    """

    bot: int
    by: int
    count: int


def overtaken(
    before: Sequence[int], after: Sequence[int], owners: Mapping[int, int]
) -> list[Overtaken]:
    """The bots that others have passed, in the order of now; both orders have the best first.

    A bot that is in only one of the orders is ignored. Bots of one owner do not pass each
    other.
    """
    places = {bot: place for place, bot in enumerate(before)}
    above = _Above()
    of_owner: dict[int, _Above] = {}
    passed = []
    for bot in filter(places.__contains__, after):
        own = of_owner.setdefault(owners[bot], _Above())
        count = above.below(places[bot]) - own.below(places[bot])
        if count:
            by = above.first_below(places[bot], owners, owners[bot])
            passed.append(Overtaken(bot, by, count))
        above.add(places[bot], bot)
        own.add(places[bot], bot)
    return passed


class _Above:
    """The bots now above some place, with their places before."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._bots: list[tuple[int, int]] = []

    def add(self, place: int, bot: int) -> None:
        insort(self._places, place)
        self._bots.append((place, bot))

    def below(self, place: int) -> int:
        """The number of them that were below this place."""
        return len(self._places) - bisect_left(self._places, place)

    def first_below(self, place: int, owners: Mapping[int, int], owner: int) -> int:
        """The highest bot of another owner that was below this place."""
        return next(bot for old, bot in self._bots if old > place and owners[bot] != owner)
