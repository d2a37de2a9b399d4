"""SPSA: it climbs to the best constants, by the gains of the paper."""

from dataclasses import replace

import pytest

from tournaments.kit.spsa import Constant, Spsa

REACH = Constant("reach", 0.5, 0.0, 2.0)
DEPTH = Constant("depth", 1, 0, 9, whole=True)
SEARCH = Spsa((REACH, DEPTH), 300, 0.2, 0.1, bytes(32))
BEST = (0.8, 0.4)


def difference(plus, minus):
    """How much better the first side is, where each share should be the best one."""
    losses = [
        sum((s - best) ** 2 for s, best in zip(own, BEST, strict=True)) for own in (plus, minus)
    ]
    return min(max(3 * (losses[1] - losses[0]), -1.0), 1.0)


def searched(search):
    shares = search.start()
    for k in range(search.iterations):
        shares = search.moved(shares, k, difference(*search.sides(shares, k)))
    return shares


def test_the_constants_reach_the_best_ones():
    assert searched(SEARCH) == pytest.approx(BEST, abs=0.02)


def test_another_seed_goes_another_way_and_the_same_seed_the_same():
    other = replace(SEARCH, seed=bytes([1] * 32), iterations=5)

    assert searched(other) != searched(replace(other, seed=bytes(32)))
    assert searched(other) == searched(other)


def test_the_first_step_is_as_long_as_told_and_later_ones_shorter():
    steps = [abs(SEARCH.moved((0.5, 0.5), k, 1.0)[0] - 0.5) for k in (0, 299)]

    assert steps[0] == pytest.approx(0.2)
    # a_k / c_k after 299 iterations: (31 / 330) ** 0.602 * 300 ** 0.101.
    assert steps[1] == pytest.approx(0.2 * (31 / 330) ** 0.602 * 300**0.101)


def test_sides_stand_on_both_sides_of_the_constants_and_within_their_ranges():
    plus, minus = SEARCH.sides((0.5, 0.5), 0)

    assert {plus[0], minus[0]} == {0.6, 0.4}
    assert all(0 <= share <= 1 for side in SEARCH.sides((0.0, 1.0), 0) for share in side)


@pytest.mark.parametrize("value", range(10))
def test_a_whole_number_differs_between_the_sides(value):
    search = replace(
        SEARCH, perturb=0.001, constants=(replace(DEPTH, start=value, low=-1, high=10),)
    )

    plus, minus = (search.constants[0].played(*side) for side in search.sides(search.start(), 99))

    assert abs(plus - minus) == 1
    assert isinstance(plus, int)
