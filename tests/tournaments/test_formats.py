from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import formats

entrants = st.integers(min_value=2, max_value=40)


@given(entrants)
def test_every_two_entrants_meet_exactly_once(count):
    rounds = formats.round_robin(count)

    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if len(pair) == 2)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@given(entrants)
def test_every_entrant_is_in_every_round_once(count):
    for pairings in formats.round_robin(count):
        assert sorted(one for pairing in pairings for one in pairing) == list(range(count))


@given(entrants)
def test_first_seats_differ_by_at_most_one(count):
    pairings = [pair for pairs in formats.round_robin(count) for pair in pairs if len(pair) == 2]

    first, second = Counter(p[0] for p in pairings), Counter(p[1] for p in pairings)

    assert all(abs(first[one] - second[one]) <= 1 for one in range(count))


def test_an_odd_number_gives_everyone_one_bye():
    byes = [pair for pairs in formats.round_robin(5) for pair in pairs if len(pair) == 1]

    assert sorted(byes) == [(0,), (1,), (2,), (3,), (4,)]


def test_one_entrant_has_nobody_to_meet():
    with pytest.raises(ValueError, match="at least two entrants"):
        formats.round_robin(1)


def test_a_block_of_two_seats_plays_both_orders():
    assert formats.seat_orders((7, 9)) == [(7, 9), (9, 7)]


def test_a_block_of_four_seats_plays_the_rotations():
    orders = formats.seat_orders("abcd")

    assert ["".join(order) for order in orders] == ["abcd", "bcda", "cdab", "dabc"]
