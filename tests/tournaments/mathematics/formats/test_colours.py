from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.formats.colours import (
    BLACK,
    WHITE,
    ColourHistory,
    PreferenceStrength,
    colour,
    opposite,
    preference,
)

COLOUR = {"w": WHITE, "b": BLACK}


def _player(number, points, colours):
    return ColourHistory(number, Fraction(points), [COLOUR[one] for one in colours])


@pytest.mark.parametrize(
    ("colours", "due", "strength"),
    [
        ("", None, PreferenceStrength.NONE),
        ("w", BLACK, PreferenceStrength.STRONG),
        ("bwb", WHITE, PreferenceStrength.STRONG),
        ("wb", WHITE, PreferenceStrength.MILD),
        ("wbbw", BLACK, PreferenceStrength.MILD),
        ("bww", BLACK, PreferenceStrength.ABSOLUTE),
        ("wbb", WHITE, PreferenceStrength.ABSOLUTE),
        ("wwbww", BLACK, PreferenceStrength.ABSOLUTE),
        ("bbwb", WHITE, PreferenceStrength.ABSOLUTE),
        # One white more, but black in both of the last games: white is due.
        ("wwbwwbb", WHITE, PreferenceStrength.ABSOLUTE),
    ],
)
def test_article_1_7_says_which_colour_is_due_and_how_strongly(colours, due, strength):
    assert preference([COLOUR[one] for one in colours]) == (due, strength)


EXAMPLES = [
    # (article, higher ranked, lower ranked, colour of the higher ranked)
    ("5.2.1 grants both preferences", (1, 2, "wb"), (2, 2, "bw"), WHITE),
    ("5.2.1 grants both, though the lower's is stronger", (1, 2, "wb"), (2, 2, "bww"), WHITE),
    ("5.2.2 grants an absolute before a strong one", (1, 2, "bwb"), (2, 2, "wbb"), BLACK),
    ("5.2.2 grants a strong before a mild one", (1, 2, "wb"), (2, 2, "b"), BLACK),
    ("5.2.2 grants any before none", (1, 2, ""), (2, 2, "bw"), WHITE),
    ("5.2.2 grants the wider of two absolute ones", (1, 4, "wbw" + "w"), (2, 4, "wwbww"), WHITE),
    ("5.2.2 grants the higher's where its is wider", (1, 4, "wwbww"), (2, 4, "wbww"), BLACK),
    ("5.2.3 alternates to the last time they differed", (1, 2, "bwwb"), (2, 2, "wbwb"), BLACK),
    ("5.2.3 counts from the last game of each", (1, 2, "bwwb"), (2, 2, "bwwbwb"), BLACK),
    ("5.2.4 grants the higher ranked's preference", (1, 2, "wb"), (2, 2, "wb"), WHITE),
    ("5.2.4 ranks by points before numbers", (2, 2, "wb"), (1, 1, "wb"), WHITE),
    ("5.2.5 gives an odd number the initial colour", (1, 0, ""), (2, 0, ""), WHITE),
    ("5.2.5 gives an even number the opposite", (2, 0, ""), (3, 0, ""), BLACK),
    ("5.2.5 asks for the higher ranked's number", (4, 1, ""), (1, 0, ""), BLACK),
]


@pytest.mark.parametrize(
    ("higher", "lower", "given_"), [row[1:] for row in EXAMPLES], ids=[row[0] for row in EXAMPLES]
)
def test_each_article_of_5_2_decides_its_example(higher, lower, given_):
    one, other = _player(*higher), _player(*lower)

    assert colour(one, other, WHITE) == given_
    assert colour(other, one, WHITE) == opposite(given_)


players = st.builds(
    lambda points, colours: (points, colours), st.integers(0, 9), st.text("wb", max_size=9)
)


@given(players, players, st.sampled_from([WHITE, BLACK]))
def test_one_has_white_and_the_other_black_whoever_is_named_first(one, other, initial):
    first, second = _player(1, *one), _player(2, *other)

    assert colour(first, second, initial) == opposite(colour(second, first, initial))


@given(players, players, st.sampled_from([WHITE, BLACK]))
def test_nobody_is_denied_a_preference_that_no_equal_one_stands_against(one, other, initial):
    first, second = _player(1, *one), _player(2, *other)
    (due, strength), (against, others) = first.preference, second.preference

    given_ = colour(first, second, initial)

    if due and (due != against or strength > others):
        assert given_ == due


@given(players, players)
def test_the_initial_colour_matters_only_where_neither_has_played(one, other):
    first, second = _player(1, *one), _player(2, *other)

    differs = colour(first, second, WHITE) != colour(first, second, BLACK)

    assert differs == (not one[1] and not other[1])
