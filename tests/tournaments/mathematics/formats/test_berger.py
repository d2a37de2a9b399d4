from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.mathematics import formats

entrants = st.integers(min_value=2, max_value=40)


def _tables():
    """The published tables by their number of players, which count from 1."""
    blocks = (Path(__file__).parent / "berger.txt").read_text().strip().split("\n\n")[1:]
    for block in blocks:
        size, *rounds = block.splitlines()
        yield int(size), [[tuple(map(int, p.split("-"))) for p in line.split()] for line in rounds]


PUBLISHED = dict(_tables())


def _numbered(rounds):
    return [[tuple(one + 1 for one in pair) for pair in pairs] for pairs in rounds]


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12, 14, 16])
def test_the_rounds_are_those_of_the_handbook(count):
    assert _numbered(formats.round_robin(count)) == PUBLISHED[count]


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11, 13, 15])
def test_with_an_odd_number_the_highest_of_the_handbook_is_the_bye(count):
    published = [[tuple(p) for p in pairs] for pairs in PUBLISHED[count + 1]]

    without = [[tuple(x for x in p if x <= count) for p in pairs] for pairs in published]
    assert _numbered(formats.round_robin(count)) == without


@settings(deadline=None)
@given(entrants, st.integers(1, 4))
def test_every_two_entrants_meet_once_a_cycle(count, cycles):
    rounds = formats.round_robin(count, cycles)

    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if len(pair) == 2)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {cycles}


@settings(deadline=None)
@given(entrants)
def test_every_entrant_is_in_every_round_once(count):
    for pairings in formats.round_robin(count):
        assert sorted(one for pairing in pairings for one in pairing) == list(range(count))


@settings(deadline=None)
@given(entrants)
def test_first_seats_differ_by_at_most_one(count):
    pairings = [pair for pairs in formats.round_robin(count) for pair in pairs if len(pair) == 2]

    first, second = Counter(p[0] for p in pairings), Counter(p[1] for p in pairings)

    assert all(abs(first[one] - second[one]) <= 1 for one in range(count))


@settings(deadline=None)
@given(entrants)
def test_a_double_round_robin_gives_everybody_each_colour_against_everybody(count):
    pairings = [p for pairs in formats.round_robin(count, 2) for p in pairs if len(p) == 2]

    assert len(set(pairings)) == len(pairings) == count * (count - 1)


def test_the_first_cycle_of_two_ends_with_its_last_two_rounds_reversed():
    once, twice = formats.round_robin(6), formats.round_robin(6, 2)

    assert twice[:5] == [*once[:3], once[4], once[3]]
    assert twice[5:] == [[pair[::-1] for pair in pairs] for pairs in once]


@settings(deadline=None)
@given(st.integers(3, 20).map(lambda half: 2 * half), st.integers(2, 4))
def test_nobody_has_a_colour_three_times_running_when_cycles_follow(count, cycles):
    assert _longest_run(formats.round_robin(count, cycles)) == 2


def test_four_entrants_have_a_colour_twice_running_at_most_in_two_cycles():
    assert _longest_run(formats.round_robin(4, 2)) == 2


def _longest_run(rounds):
    colours = {}
    for pair in (pair for pairs in rounds for pair in pairs):
        for one, colour in zip(pair, "wb", strict=True):
            colours[one] = colours.get(one, "") + colour
    return max(len(list(run)) for line in colours.values() for _colour, run in groupby(line))


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
