"""Who wins a game of Alquerque grande without teams. Rules: docs/34-alquerque.md."""

from engine.bits import count_bits
from engine.machine import i64, vec


def quick_ranks(captured: vec[i64], stones: vec[i64], losers: list[int]) -> tuple[int, ...]:
    """Rank by captured stones, then by stones on the board; the losers are last."""
    scores = captured[:]
    for seat in range(4):
        scores[seat] = 64 * captured[seat] + count_bits(stones[seat])
    for loser in losers:
        scores[loser] = -1
    return _rank(scores, 0), _rank(scores, 1), _rank(scores, 2), _rank(scores, 3)


def slow_ranks(places: vec[i64], forfeited: list[int]) -> tuple[int, ...]:
    """Rank seats still in before those out, the last one out first; forfeits come last."""
    scores = places[:]
    for seat in range(4):
        scores[seat] = -places[seat]
        # A seat still in has place 0 and shares the first one.
        if places[seat] == 0:
            scores[seat] = -1
    for ply, loser in enumerate(forfeited):
        scores[loser] = ply - 10
    return _rank(scores, 0), _rank(scores, 1), _rank(scores, 2), _rank(scores, 3)


def _rank(scores: vec[i64], seat: i64) -> i64:
    """Return one more than the number of higher scores."""
    rank: i64 = 1
    for other in range(4):
        if scores[other] > scores[seat]:
            rank += 1
    return rank
