"""Who has passed whom between two orders of the same bots."""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Overtaken:
    """A bot that `count` bots of others have passed; `by` is the one of them that stands highest.

    Each of them stood below the bot before, and stands above it now.
    """

    bot: int
    by: int
    count: int


def overtaken(
    before: Sequence[int], after: Sequence[int], owners: Mapping[int, int]
) -> list[Overtaken]:
    """The bots that others have passed, in the order of now; both orders have the best first.

    A bot that stands in one order alone counts in neither. Bots of one owner do not pass each
    other.
    """
    places = {bot: place for place, bot in enumerate(before)}
    above = _Above()
    of_owner: dict[int, _Above] = {}
    found = []
    for bot in (one for one in after if one in places):
        own = of_owner.setdefault(owners[bot], _Above())
        count = above.below(places[bot]) - own.below(places[bot])
        if count:
            by = above.first_below(places[bot], owners, owners[bot])
            found.append(Overtaken(bot, by, count))
        above.add(places[bot], bot)
        own.add(places[bot], bot)
    return found


class _Above:
    """The bots that stand above some place now, with their places of before."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._bots: list[tuple[int, int]] = []

    def add(self, place: int, bot: int) -> None:
        insort(self._places, place)
        self._bots.append((place, bot))

    def below(self, place: int) -> int:
        """How many of them stood below this place."""
        return len(self._places) - bisect_left(self._places, place)

    def first_below(self, place: int, owners: Mapping[int, int], owner: int) -> int:
        """The highest of now, of another owner, that stood below this place."""
        return next(bot for old, bot in self._bots if old > place and owners[bot] != owner)
