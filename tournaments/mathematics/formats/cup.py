"""Knockout of three and four sides: the best of each table go on.

Source: none; the bracket carried over to tables. One goes on from a table, or two where there are
four. The first round comes down to the next of those numbers from which whole tables lead to one
final (9, 27, ... or 8, 16, ...), with byes for the best seeds; when tables in the usual number
would leave too few, the best of the others go on too. The tables are filled by seeds, back and
forth, so that the best meet late.

An entrant that withdraws does not go on; the next best does. When too few are left for a final, the
best of those already out fill it; when that does not help, it is over as it stands. Left out:
matches for the places below the final.
"""

from collections.abc import Collection, Iterator, Sequence
from math import inf

from engine import OptionSpec
from tournaments.mathematics.formats.base import (
    FormatError,
    Pairing,
    PlayedRound,
    by_level,
    dealt,
    mean_score,
)

ADVANCE = OptionSpec.number(
    "advance", 1, (1, 2), "Three and four sides: how many go on from each table."
)


def check(sides: int, advance: int) -> None:
    """Raise FormatError where tables would not lead to one final."""
    if advance > 1 and sides == 3:
        raise FormatError("one-goes-on", "advance")


def tables(left: int, sides: int, advance: int) -> tuple[int, int]:
    """The number of tables of a round with `left` entrants, and of entrants after it."""
    if left == sides:
        return 1, 1
    target = sides
    while target // advance * sides < left:
        target = target // advance * sides
    count = min(-(-(left - target) // (sides - advance)), left // sides)
    return count, max(target, left - count * (sides - 1))


def rounds(left: int, sides: int, advance: int) -> Iterator[tuple[int, int]]:
    """The tables and the byes of each round, from `left` entrants to the final."""
    while left > 1:
        count, after = tables(left, sides, advance)
        yield count, left - count * sides
        left = after


def length(entrants: int, sides: int, advance: int) -> tuple[int, int]:
    """Rounds and tables of the whole knockout."""
    plan = list(rounds(entrants, sides, advance))
    return len(plan), sum(count for count, _byes in plan)


def next_round(
    order: Sequence[int],
    playing: Collection[int],
    played: Sequence[PlayedRound],
    sides: int,
    advance: int,
) -> list[Pairing] | None:
    """The tables of the next round and its byes; None after the final. `order` is by seed."""
    if played and size(played[-1]) == sides:
        return None
    left = [entrant for entrant in going_on(order, played, advance) if entrant in playing]
    if len(left) < sides:
        out = [entrant for _place, entrant in places(order, played, advance) if entrant not in left]
        left += [entrant for entrant in out if entrant in playing][: sides - len(left)]
        left.sort(key=order.index)
    if len(left) < sides:
        return None
    count, _after = tables(len(left), sides, advance)
    byes, seated = left[: len(left) - count * sides], left[len(left) - count * sides :]
    return [*map(tuple, dealt(seated, count)), *((entrant,) for entrant in byes)]


def to_come(
    order: Sequence[int],
    playing: Collection[int],
    played: Sequence[PlayedRound],
    sides: int,
    advance: int,
) -> list[tuple[int, int]]:
    """The tables and the byes of each round after those played, if nobody else withdraws."""
    if len(playing) < sides or (played and size(played[-1]) == sides):
        return []
    left = sum(entrant in playing for entrant in going_on(order, played, advance))
    return list(rounds(max(left, sides), sides, advance))


def places(
    order: Sequence[int], played: Sequence[PlayedRound], advance: int
) -> list[tuple[int, int]]:
    """(place, entrant): the final by its scores, the others by the round that they reached."""
    level: dict[int, float] = dict.fromkeys(order, -1.0)
    for number, round_ in enumerate(played):
        on = going_on(order, played[: number + 1], advance)
        for entrant in (entrant for pairing in round_ for entrant in pairing.entrants):
            level[entrant] = number + 0.5 * (entrant in on)
    if played and len(played[-1]) == 1:
        final = played[-1][0].ranked(order)
        level.update({entrant: len(played) - place / 100 for place, entrant in enumerate(final)})
    else:
        level.update(dict.fromkeys(going_on(order, played, advance), inf))
    return by_level(order, level)


def size(round_: PlayedRound) -> int:
    """The number of entrants in a round, including byes."""
    return sum(len(pairing.entrants) for pairing in round_)


def going_on(order: Sequence[int], played: Sequence[PlayedRound], advance: int) -> list[int]:
    """The entrants that go on after these rounds, by seed; all before the first."""
    if not played:
        return list(order)
    round_ = played[-1]
    seated = [pairing for pairing in round_ if len(pairing.entrants) > 1]
    byes = [pairing.entrants[0] for pairing in round_ if len(pairing.entrants) == 1]
    sides = max((len(pairing.entrants) for pairing in seated), default=1)
    _count, after = tables(size(round_), sides, advance)
    ranked = sorted(
        (place, -mean_score([pairing], entrant), order.index(entrant), entrant)
        for pairing in seated
        for place, entrant in enumerate(pairing.ranked(order))
        if entrant not in pairing.withdrawn
    )
    on = [*byes, *(row[-1] for row in ranked[: after - len(byes)])]
    return sorted(on, key=order.index)
