"""The small laws that every game's results and draws rest on."""

import pytest

from engine.values import MULTIPLIER, integer, pick, playout_stream, returns_of


@pytest.mark.parametrize(
    ("ranks", "sides", "returns"),
    [
        ([1, 2], [0, 1], [1, -1]),
        ([2, 1], [0, 1], [-1, 1]),
        ([1, 1], [0, 1], [0, 0]),
        ([1, 2, 3], [0, 1, 2], [1, 0, -1]),
        ([1, 2, 2, 4], [0, 1, 2, 3], [1, 0, 0, -1]),
        ([1, 2, 2, 2], [0, 1, 2, 3], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([1, 3, 1, 3], [0, 1, 0, 1], [1, -1, 1, -1]),
        ([3, 1, 3, 1], [0, 1, 0, 1], [-1, 1, -1, 1]),
        ([1, 1, 1, 1], [0, 1, 0, 1], [0, 0, 0, 0]),
    ],
)
def test_returns_are_means_over_the_seats_of_other_sides(ranks, sides, returns):
    assert returns_of(ranks, sides) == pytest.approx(returns)
    assert sum(returns_of(ranks, sides)) == pytest.approx(0)


def test_a_draw_has_no_negative_zero():
    assert str(returns_of([1, 1], [0, 1])) == "[0.0, 0.0]"


def test_pick_gives_every_outcome_its_share():
    weights = [(8, 1), (1, 4), (2, 0), (3, 2)]
    assert [pick(weights, left) for left in range(7)] == [8, 1, 1, 1, 1, 3, 3]
    with pytest.raises(ValueError, match="beyond the weights"):
        pick(weights, 7)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64, 10**30])
def test_a_playout_stream_starts_inside_its_cycle(seed):
    assert 0 < playout_stream(seed) < (MULTIPLIER << 32) - 1 < 2**63


def test_streams_of_neighbouring_seeds_differ():
    assert len({playout_stream(seed) for seed in range(-500, 500)}) == 1000


@pytest.mark.parametrize("value", [True, 1.0, "1", None, -1, 3])
def test_integers_of_documents_are_integers_in_their_range(value):
    assert integer(2, 0, 2) == 2
    with pytest.raises(ValueError, match="is no integer from 0 to 2"):
        integer(value, 0, 2)
