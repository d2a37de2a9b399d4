"""Tournaments in short, for the tests of tie-breaks."""

from fractions import Fraction
from itertools import combinations

from tournaments.mathematics.tiebreaks import TIE_BREAKS, Crosstable, Encounter

HALF = Fraction(1, 2)


def game(first, second, score):
    """One game, the first entrant in the first seat; `score` is its points."""
    ranks = {1: (1, 2), HALF: (1, 1), 0: (2, 1)}[score]
    return dict(zip((first, second), ranks, strict=True))


def crosstable(text):
    """A tournament from a printed crosstable: a cell has the games of the row's entrant."""
    rows = [line.split() for line in text.strip().splitlines()]
    points = {"1": 1, "½": HALF, "0": 0}
    names = [row[0] for row in rows]
    meetings = []
    for (i, row), (j, other) in combinations(enumerate(rows), 2):
        cells = zip(row[j + 1], other[i + 1], strict=True)
        for number, (one, two) in enumerate(cells, start=1):
            assert points[one] + points[two] == 1, f"{names[i]} and {names[j]} disagree"
            meeting = Encounter(
                number, (names[i], names[j]), (game(names[i], names[j], points[one]),)
            )
            meetings.append(meeting)
    return tournament(names, meetings)


def tournament(names, meetings, **more):
    totals = {name: Fraction(0) for name in names}
    for meeting in meetings:
        for name in meeting.entrants:
            totals[name] += meeting.score(name)
    return Crosstable(meetings, totals, dict.fromkeys(names, 1500.0), **more)


def values(code, played, tied=None):
    return TIE_BREAKS[code].values(played, tied or list(played.totals))


def swiss(names, *rounds):
    """Rounds of (white, black, score), (entrant, points) for a bye, absent for who stays away."""
    meetings = [
        _swiss_meeting(number, one) for number, r in enumerate(rounds, start=1) for one in r
    ]
    return tournament(names, meetings, every_round=True)


def _swiss_meeting(number, one):
    if len(one) == 2:
        return Encounter(number, (one[0],), (), (Fraction(one[1]),), most=Fraction(1))
    first, second, score = one
    scores = (Fraction(score), 1 - Fraction(score))
    games = (game(first, second, score),)
    return Encounter(number, (first, second), games, scores, most=Fraction(1))


def forfeit(number, winner, loser):
    """A pairing that was won without a game."""
    return Encounter(number, (winner, loser), (), (Fraction(1), Fraction(0)), most=Fraction(1))
