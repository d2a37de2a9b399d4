"""Sets as bits: held against Python's own sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import BITS, PLACE_OF, after, count_bits, members, nth

PLACES = st.sets(st.integers(0, 61))


def _bits(places):
    return sum(2**place for place in places)


@given(PLACES)
def test_a_set_has_its_members_in_order(places):
    assert members(_bits(places)) == sorted(places)
    assert count_bits(_bits(places)) == len(places)


@given(PLACES)
def test_each_member_is_found_by_how_many_come_before_it(places):
    assert [nth(_bits(places), left) for left in range(len(places))] == sorted(places)


@pytest.mark.parametrize("place", range(63))
def test_a_lone_bit_tells_its_place(place):
    assert BITS[place] == 2**place
    assert PLACE_OF[BITS[place] % 67] == place


def test_the_next_member_is_sought_round_and_round():
    assert [after(place, 0b1001, 4) for place in range(4)] == [3, 3, 3, 0]
    assert after(2, 0b0100, 4) == 2
