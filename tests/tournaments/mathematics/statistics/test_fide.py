"""FIDE's tables of scores and rating differences against what is printed, and our curve."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics import elo
from tournaments.mathematics.statistics.fide import expected_percent, rating_difference

# FIDE Handbook, B.02, 8.1.2: the differences that give each hundredth from .50 to .99.
PRINTED = """
    0-3 4-10 11-17 18-25 26-32 33-39 40-46 47-53 54-61 62-68
    69-76 77-83 84-91 92-98 99-106 107-113 114-121 122-129 130-137 138-145
    146-153 154-162 163-170 171-179 180-188 189-197 198-206 207-215 216-225 226-235
    236-245 246-256 257-267 268-278 279-290 291-302 303-315 316-328 329-344 345-357
    358-374 375-391 392-411 412-432 433-456 457-484 485-517 518-559 560-619 620-735
"""


def _printed():
    """Every difference in rating up to 735 with its printed hundredths."""
    ranges = [range(int(low), int(high) + 1) for low, high in re.findall(r"(\d+)-(\d+)", PRINTED)]
    return {one: percent for percent, span in enumerate(ranges, start=50) for one in span}


def test_the_expected_scores_of_both_are_the_printed_ones_for_every_difference():
    printed = _printed()

    assert list(printed) == list(range(736))
    for difference, percent in printed.items():
        assert expected_percent(difference) == percent
        assert expected_percent(-difference) == 100 - percent


def test_differences_between_ratings_are_rounded_to_whole_points_first():
    assert [expected_percent(one) for one in (3.4, 3.5, -3.4, -3.5)] == [50, 51, 50, 49]


@pytest.mark.parametrize("difference", [736, 800, 3000])
def test_who_is_more_than_735_points_stronger_is_expected_to_win_always(difference):
    assert (expected_percent(difference), expected_percent(-difference)) == (100, 0)


def test_the_differences_are_the_printed_ones_at_the_ends_and_between():
    # 8.1.1, in hundredths.
    printed = {100: 800, 99: 677, 98: 589, 90: 366, 83: 273, 75: 193, 66: 117, 60: 72, 51: 7, 50: 0}

    for percent, difference in printed.items():
        assert rating_difference(Fraction(percent, 100)) == difference
        assert rating_difference(Fraction(100 - percent, 100)) == -difference


@given(st.integers(0, 100))
def test_the_two_tables_mirror_each_other(percent):
    score = Fraction(percent, 100)

    assert expected_percent(rating_difference(score)) == percent
    assert rating_difference(1 - score) == -rating_difference(score)


def test_half_a_hundredth_is_rounded_up():
    assert rating_difference(Fraction(1, 8)) == rating_difference(Fraction(13, 100)) == -322


def test_the_ratings_curve_is_as_far_from_the_printed_scores_as_is_said():
    """What `docs/23-ratings-and-standings.md` says of it."""
    apart = [
        abs(elo.expected_score(1000 * difference) - percent / 100)
        for difference, percent in _printed().items()
    ]

    assert max(apart[:329]) < 0.01
    assert (max(apart), apart.index(max(apart))) == (pytest.approx(0.0183, abs=5e-5), 560)
