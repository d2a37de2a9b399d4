"""Small values and functions that states are made of."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.machine import i64

CHANCE: Final = -1
TERMINAL: Final = -4
HIDDEN: Final = -1

# Marsaglia's 32-bit multiply-with-carry: the low half of a number is the draw, the high half the
# carry. Numbers stay below 2**63, so that compiled code can hold them in machine integers.
MULTIPLIER: Final[i64] = 1791398085
LOW: Final[i64] = 0xFFFFFFFF


class Outcome(NamedTuple):
    """Why a game ended: a short code for programs and one sentence for people."""

    reason: str
    text: str


def returns_of(ranks: Sequence[int], sides: Sequence[int]) -> list[float]:
    """Return for each seat the mean of +1, 0 and -1 over the seats of other sides.

    Source: the shared part of the rules pages. `sides` gives each seat's side; partners share one.
    """
    if len(ranks) == 2:
        first = float((ranks[0] < ranks[1]) - (ranks[0] > ranks[1]))
        return [first, 0.0 - first]
    places, teams = list(ranks), list(sides)
    return [_mean(places, teams, seat) for seat in range(len(places))]


def _mean(ranks: list[int], sides: list[int], seat: int) -> float:
    ahead = others = 0
    for other in range(len(ranks)):
        if sides[other] != sides[seat]:
            others += 1
            ahead += (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])
    return ahead / others


def race_ranks(seats: int, home: Sequence[int], forfeited: Sequence[int]) -> tuple[int, ...]:
    """Rank seats as they came home, then those on the way, then who gave up, the first last."""
    ranks = [len(home) + 1] * seats
    for place, seat in enumerate(home):
        ranks[seat] = place + 1
    for place, seat in enumerate(forfeited):
        ranks[seat] = seats - place
    return tuple(ranks)


def playout_stream(seed: int) -> i64:
    """Return the start of the number stream that `State.playout` draws from for a seed.

    The seed's lowest 64 bits count. Each bit of them changes every bit of the start as often as
    not, so neighbouring seeds give unrelated games.
    """
    low: i64 = seed & 0xFFFFFFFF
    high: i64 = seed >> 32 & 0xFFFFFFFF
    low = _mix(low + 0x9E3779B9 & LOW)
    high = _mix(high ^ low)
    low = _mix(low ^ high)
    start = (high >> 1) << 32 | low
    return start % ((MULTIPLIER << 32) - 2) + 1


def _mix(number: i64) -> i64:
    """Scramble 32 bits: shifts and multiplications whose products stay below 2**63."""
    number = (number ^ number >> 16) * 0x7FEB352D & LOW
    number = (number ^ number >> 15) * 0x46CA68B5 & LOW
    return number ^ number >> 16


def pick(weights: Sequence[tuple[int, int]], left: int) -> int:
    """Return the outcome in whose share of the weights the number `left` falls."""
    for outcome, weight in weights:
        if left < weight:
            return outcome
        left -= weight
    raise ValueError("the number lies beyond the weights")


def pack_sorted(a: i64, b: i64, c: i64, d: i64) -> i64:
    """Return four numbers below 128, whose order does not matter, as one below 2**28."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return ((a << 7 | b) << 7 | c) << 7 | d


def integer(value: object, low: int, high: int) -> int:
    """Return a value of a document if it is an integer in this range; else raise ValueError."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{value!r} is no integer from {low} to {high}")
    return value


def pack(actions: Sequence[int], width: int) -> int:
    """Return actions as one number: `width` bits each, and from bit 48 on how many there are.

    One of them, all equally likely for random numbers below 2**32, stands at the bit
    `width * (number * (packed >> 48) >> 32)`.
    """
    return sum([a << width * place for place, a in enumerate(actions)]) | len(actions) << 48
