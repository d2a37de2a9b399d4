"""Who has passed whom, told as by comparing every two bots."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.overtaking import Overtaken, overtaken

ALONE = {bot: bot for bot in range(6)}


def test_a_bot_that_stood_below_and_stands_above_has_passed():
    assert overtaken([1, 2, 3], [3, 1, 2], ALONE) == [Overtaken(1, 3, 1), Overtaken(2, 3, 1)]


def test_of_many_that_have_passed_the_highest_is_named():
    assert overtaken([1, 2, 3], [3, 2, 1], ALONE) == [Overtaken(2, 3, 1), Overtaken(1, 3, 2)]


def test_who_is_new_or_gone_has_passed_nobody():
    assert overtaken([1, 2], [3, 1], ALONE) == []


def test_bots_of_one_owner_do_not_pass_each_other():
    owners = {1: 0, 2: 0, 3: 3}

    assert overtaken([1, 2, 3], [2, 3, 1], owners) == [Overtaken(1, 3, 1)]


@given(
    st.sampled_from(list(permutations(range(5)))),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
def test_it_counts_what_comparing_every_two_counts(after, owned):
    owners = dict(enumerate(owned))

    found = {one.bot: one.count for one in overtaken(range(5), after, owners)}

    place = {bot: number for number, bot in enumerate(after)}
    for bot in range(5):
        passed = [
            one for one in range(bot + 1, 5)
            if place[one] < place[bot] and owners[one] != owners[bot]
        ]  # fmt: skip
        assert found.get(bot, 0) == len(passed)
