import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.formats.colours import (
    BLACK,
    WHITE,
    PreferenceStrength,
    of_higher,
    opposite,
    preference,
)

COLOUR = {"w": WHITE, "b": BLACK}


def _had(colours):
    return [COLOUR[one] for one in colours]


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
    assert preference(_had(colours)) == (due, strength)


EXAMPLES = [
    # (article, higher ranked, lower ranked, colour of the higher ranked)
    ("5.2.1 grants both preferences", "wb", "bw", WHITE),
    ("5.2.1 grants both, though the lower's is stronger", "wb", "bww", WHITE),
    ("5.2.2 grants an absolute before a strong one", "bwb", "wbb", BLACK),
    ("5.2.2 grants a strong before a mild one", "wb", "b", BLACK),
    ("5.2.2 grants any before none", "", "bw", WHITE),
    ("5.2.2 grants the wider of two absolute ones", "wbw" + "w", "wwbww", WHITE),
    ("5.2.2 grants the higher's where its is wider", "wwbww", "wbww", BLACK),
    ("5.2.3 alternates to the last time they differed", "bwwb", "wbwb", BLACK),
    ("5.2.3 counts from the last game of each", "bwwb", "bwwbwb", BLACK),
    ("5.2.4 grants the higher ranked's preference", "wb", "wb", WHITE),
    ("5.2.5 gives those without a game the first colour", "", "", WHITE),
]


@pytest.mark.parametrize(
    ("higher", "lower", "given_"), [row[1:] for row in EXAMPLES], ids=[row[0] for row in EXAMPLES]
)
def test_each_article_of_5_2_decides_its_example(higher, lower, given_):
    assert of_higher(_had(higher), _had(lower), WHITE) == given_


some_colours = st.text("wb", max_size=9).map(_had)


@given(some_colours, some_colours, st.sampled_from([WHITE, BLACK]))
def test_nobody_is_denied_a_preference_that_no_equal_one_stands_against(higher, lower, first):
    (own, strength), (others, against) = preference(higher), preference(lower)

    given_ = of_higher(higher, lower, first)

    if own and (own != others or strength > against):
        assert given_ == own
    if others and (own != others or against > strength):
        assert opposite(given_) == others


@given(some_colours, some_colours)
def test_the_first_colour_matters_only_where_neither_has_played(higher, lower):
    differs = of_higher(higher, lower, WHITE) != of_higher(higher, lower, BLACK)

    assert differs == (not higher and not lower)
