"""FIDE's worked examples of tie-breaks, every entrant and every code that is there.

M. Held, Exercises in Tie-Breaking (FIDE Technical Commission, 2024). A round is the opponent, the
colour and the result as in FIDE's reports: "-" and "+" a forfeit, H and Z byes that were asked for,
U one that was not.
"""

from fractions import Fraction

import pytest

from tournaments.mathematics.tiebreaks import TIE_BREAKS, Crosstable, Encounter, ranked

FIVE_ROUNDS = """
     1  2200   9w1  13b=   2w=  15b1   4w=
     2  2150  10b1   7w1   1b=  16w1   3b=
     3  2100  11w=   6b1   8w1   4b=   2w=
     4  2050  12b1   H    13w1   3w=   1b=
     5  2000  13w0  15b0  11w1   7b=  10w1
     6  1950  14b0   3w0   U    10w1   8b1
     7  1900  15w1   2b0  16b0   5w=  11b0
     8  1850  16b=  14w1   3b0  13w1   6w0
     9  1800   1b0  10w0   H    11b-   U
    10  1750   2w0   9b1  15w0   6b0   5b0
    11  1700   3b=  16w0   5b0   9w+   7w1
    12  1650   4w0   U    14w+   Z     Z
    13  1600   5b1   1w=   4b0   8b0  14w0
    14  1550   6w1   8b0  12b-   Z    13b1
    15  1500   7b0   5w1  10b1   1w0  16b0
    16  1450   8w=  11b1   7w1   2b0  15w1
"""

NINE_ROUNDS = """
     1  2150   9w1  13b=   2w=  15b1   4w=   6b=   3b=  16w=   8b1
     2  2130  10b1   7w1   1b=  16w1   3b1   4w=   6w0  15b=   5w=
     3  2200  11w=   6b1   8w1   4b=   2w0  16b1   1w=  14w1  10b1
     4  2110  12b1   H    13w1   3w=   1b=   2b=  16w=   6b=  15w1
     5  1890  13w0  15b0  11w1   7b=  10w1  14b0   9b1   8w0   2b=
     6  2090  14b0   3w0   U    10w1   8b1   1w=   2b1   4w=  16b1
     7  1950  15w1   2b0  16b0   5w=  11b0  10b0  13w1   9w1  14b1
     8  1930  16b=  14w1   3b0  13w1   6w0  11b=  15w=   5b1   1w0
     9  1790   1b0  10w0   H    11b-   U    13b1   5w0   7b0  12w=
    10  1870   2w0   9b1  15w0   6b0   5b0   7w1  12b1  11w1   3w0
    11  1810   3b=  16w0   5b0   9w+   7w1   8w=  14b0  10b0  13w=
    12  1770   4w0   U    14w+   Z     Z    15b0  10w0  13b=   9b=
    13  1750   5b1   1w=   4b0   8b0  14w0   9w0   7b0  12w=  11b=
    14  1850   6w1   8b0  12b-   Z    13b1   5w1  11w1   3b0   7w0
    15  1830   7b0   5w1  10b1   1w0  16b0  12w1   8b=   2w=   4b0
    16  1910   8w=  11b1   7w1   2b0  15w1   3w0   4b=   1b=   6w0
"""

ROUND_ROBIN = """
    1  2200  5w=  2w1  3b1  4w0  6b1
    2  2150  6w1  1b0  5w1  3w=  4b1
    3  2100  4w1  6b1  1w0  2b=  5w1
    4  2050  3b0  5b0  6w=  1b1  2w0
    5  1950  1b=  4w1  2b0  6w-  3b0
    6  2000  2b0  3w0  4b=  5b+  1w0
"""

POINTS = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "H": 0.5, "U": 1, "Z": 0}


def read(table, *, swiss):
    """The tournament of a printed crosstable."""
    rows = [line.split() for line in table.strip().splitlines()]
    totals = {int(row[0]): sum(Fraction(POINTS[cell[-1]]) for cell in row[2:]) for row in rows}
    meetings = [
        meeting
        for row in rows
        for number, cell in enumerate(row[2:], start=1)
        for meeting in _meetings(int(row[0]), number, cell)
    ]
    rated = {int(row[0]): float(row[1]) for row in rows}
    return Crosstable(meetings, totals, rated, every_round=swiss)


def _meetings(one, number, cell):
    """What a cell tells that the opponent's does not tell too: White's, and byes with points."""
    points, result = Fraction(POINTS[cell[-1]]), cell[-1]
    if cell in "HU":
        return [Encounter(number, (one,), (), (points,), most=Fraction(1))]
    if cell == "Z" or cell[-2] == "b":
        return []
    other, scores = int(cell[:-2]), (points, 1 - points)
    if result in "+-":
        return [Encounter(number, (one, other), (), scores, most=Fraction(1))]
    game = {one: 1 + (points == 0), other: 1 + (points == 1)}
    return [Encounter(number, (one, other), (game,), scores, most=Fraction(1))]


PRINTED = {
    "BH": [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    "SB": [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
    "WON": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "BPG": [2, 3, 2, 2, 2, 2, 3, 2, 1, 3, 2, 0, 3, 2, 3, 2],
    "BWG": [1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1],
    "PS": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    "ARO": [
        1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730,
        1975, 1880, 1863, 2050, 1930, 1800, 1860, 1820,
    ],
    "TPR": [
        1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730,
        1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969,
    ],
}  # fmt: skip
"""Exercises 1 to 4, 12, 17, 20, 28 to 30 and 32: the values of entrants 1 to 16."""

PRINTED_OF_SOME = {
    "BH-C1": {
        1: 11, 3: 13, 4: 11.5, 5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 12,
        12: 9.5, 13: 12, 14: 9, 15: 11, 16: 11,
    },
    "PTP": {3: 2112},
}  # fmt: skip
"""Exercises 5 to 8 and 22."""

SINCE_2026 = {
    "BH": {4: 14, 6: 11.5, 11: 12.5},
    "BH-C1": {11: 11},
    "SB": {4: 9.25, 6: 6, 11: 4.75},
}
"""What the limits change that C.07, 16.4 has had since March 2026: the dummies of 4 and 6 have 2½
points and not 3½ and 3, and that of 11, whose opponent did not come, 1½ and not 2½."""

ALL = PRINTED_OF_SOME | {code: dict(enumerate(column, start=1)) for code, column in PRINTED.items()}


@pytest.mark.parametrize("code", ALL)
def test_the_values_of_the_swiss_tournament_are_those_printed(code):
    played = read(FIVE_ROUNDS, swiss=True)

    found = TIE_BREAKS[code].values(played, list(played.totals))

    expected = ALL[code] | SINCE_2026.get(code, {})
    assert {one: float(found[one]) for one in expected} == expected


@pytest.mark.parametrize(
    ("code", "printed"),
    [("SB", [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]), ("KS", [2, 0.5, 0.5, 1, 0.5, 0])],
)
def test_the_values_of_the_round_robin_are_those_printed(code, printed):
    """Exercises 14 and 16; a forfeit is a game like others here."""
    played = read(ROUND_ROBIN, swiss=False)

    found = TIE_BREAKS[code].values(played, list(played.totals))

    assert [float(found[one]) for one in sorted(found)] == printed


@pytest.mark.parametrize(
    ("table", "swiss", "places"),
    [
        # Exercises 23 and 24: where too few have met, direct encounter parts nobody.
        (FIVE_ROUNDS, True, {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}),
        # Exercise 25, every entrant.
        (
            NINE_ROUNDS, True,
            dict(enumerate([3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6], start=1)),
        ),
        # Exercise 26.
        (ROUND_ROBIN, False, dict(enumerate([1, 2, 2, 6, 5, 4], start=1))),
    ],
)  # fmt: skip
def test_the_places_after_direct_encounter_are_those_printed(table, swiss, places):
    played = read(table, swiss=swiss)

    order = ranked(played, list(played.totals), ["DE"])

    assert {one.entrant: one.place for one in order if one.entrant in places} == places


def test_a_round_away_is_worth_what_the_manual_for_arbiters_says():
    """FIDE Arbiters' Manual 2026, on C.07, 16: ten rounds, of which the fourth was missed."""
    met = {1: (5, 1), 2: (5, 1), 3: (6.5, 0), 5: (4.5, 1), 6: (6, 0.5), 7: (5, 1)}
    met |= {8: (6.5, 0.5), 9: (5.5, 1), 10: (6, 1)}
    totals = {"away": Fraction(7)} | {one: Fraction(total) for one, (total, _made) in met.items()}
    meetings = [
        Encounter(one, ("away", one), ({"away": 1, one: 1},), (Fraction(made), 1 - Fraction(made)))
        for one, (_total, made) in met.items()
    ]
    # All opponents play the last round.
    last = [Encounter(10, (one, "other"), ({one: 1, "other": 1},)) for one in range(1, 10)]
    played = Crosstable([*meetings, *last], totals, every_round=True)

    found = {c: TIE_BREAKS[c].values(played, ["away"])["away"] for c in ("BH", "BH-C1", "SB")}

    assert found == {"BH": 55, "BH-C1": 50, "SB": Fraction("37.25")}
