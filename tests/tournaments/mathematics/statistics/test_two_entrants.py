"""Head to head, and the worth of seats."""

import random

import numpy as np
import pytest

from tournaments.mathematics.statistics.head_to_head import compare
from tournaments.mathematics.statistics.scale import (
    Z,
    difference,
    expected_score,
    normal_probability,
)
from tournaments.mathematics.statistics.seats import SeatScore, seat_scores


def test_an_even_score_says_that_either_may_be_better():
    found = compare([[1, 0], [0, 1]] * 20)

    assert (found.games, found.points, found.score) == (80, 40, 0.5)
    assert found.elo == pytest.approx(0)
    assert found.superiority == pytest.approx(0.5)


def test_a_clear_score_says_who_is_better_and_by_how_much():
    found = compare([[1, 1], [1, 0], [1, 1], [0, 1]] * 20)

    assert found.low < difference(0.75) < found.high
    assert found.superiority > 0.999


def test_three_wins_are_no_proof_of_infinite_strength():
    found = compare([[1], [1], [1]])

    assert 0 < found.elo < 400
    assert found.superiority < 0.99


def test_two_that_never_met_cannot_be_compared():
    with pytest.raises(ValueError, match="never met"):
        compare([])


def test_its_interval_holds_nineteen_times_in_twenty():
    rng = random.Random(5)
    score = expected_score(80)
    found = [compare([_block(rng, score) for _block_number in range(60)]) for _n in range(400)]

    inside = sum(one.low < 80 < one.high for one in found) / len(found)

    # Two standard errors of 400 intervals are 2.2 points.
    assert 0.925 < inside < 0.975


@pytest.mark.parametrize(
    ("blocks", "least", "most"), [(3, 0.93, 1.0), (5, 0.93, 1.0), (10, 0.93, 0.98)]
)
def test_with_few_blocks_its_interval_holds_too(blocks, least, most):
    rng = random.Random(blocks)
    true = [rng.gauss(0, 150) for _n in range(1500)]

    found = [compare([_block(rng, expected_score(elo)) for _ in range(blocks)]) for elo in true]

    # Scores of few games are coarse, so that no interval holds exactly as often as it says.
    inside = [one.low < elo < one.high for one, elo in zip(found, true, strict=True)]
    assert least < sum(inside) / len(inside) < most


@pytest.mark.parametrize("blocks", [1, 2, 3, 10])
def test_the_likelihood_of_superiority_is_how_often_it_is_so(blocks):
    rng = random.Random(10 + blocks)
    told, true = [], []
    for elo in [rng.gauss(0, 150) for _n in range(3000)]:
        found = compare([_alone(rng, expected_score(elo)) for _ in range(blocks)])
        if found.superiority > 0.5001:
            told.append(found.superiority)
            true.append(elo > 0)

    # Of 1,000 that are ahead: two standard errors are 2.5 points.
    assert sum(told) / len(told) == pytest.approx(sum(true) / len(true), abs=0.04)


def _alone(rng: random.Random, score: float) -> list[float]:
    """Two games that are independent of each other."""
    return [float(rng.random() < score) for _game in range(2)]


def _block(rng: random.Random, score: float) -> list[float]:
    """Two games that share a third of their luck."""
    first, second = rng.random(), rng.random()
    return [float(first < score), float((first if rng.random() < 1 / 3 else second) < score)]


def test_a_score_of_nothing_or_all_is_no_difference():
    with pytest.raises(ValueError, match="between 0 and 1"):
        difference(1.0)


def test_the_logistic_scale_and_its_inverse_agree():
    assert expected_score(400) == pytest.approx(10 / 11)
    assert difference(expected_score(123.0)) == pytest.approx(123)
    assert normal_probability(Z) == pytest.approx(0.975)


def _scores(blocks: list[list[list[float]]]) -> list[SeatScore]:
    """The seats by blocks of games of points by seat."""
    rows = [(number, game) for number, games in enumerate(blocks) for game in games]
    return seat_scores(np.array([game for _, game in rows]), np.array([one for one, _ in rows]))


def test_a_first_seat_that_always_wins_is_worth_everything_and_not_beyond_doubt():
    first, second = _scores([[[1, 0], [1, 0]]] * 10)

    assert (first.score, second.score, first.games) == (1.0, 0.0, 20)
    assert 0 < first.error < 0.1


def test_the_error_of_a_seat_comes_from_the_differences_between_blocks():
    alike = _scores([[[1, 0], [0, 1]]] * 40)[0]
    apart = _scores([[[1, 0], [1, 0]], [[0, 1], [0, 1]]] * 20)[0]

    assert alike.score == apart.score == 0.5
    assert 3 * alike.error < apart.error


def test_the_error_of_a_seat_holds_nineteen_times_in_twenty():
    rng = random.Random(6)
    found = [_scores([_seats_of(rng, 0.56) for _block_number in range(40)])[0] for _n in range(400)]

    inside = sum(abs(one.score - 0.56) < one.error for one in found) / len(found)

    # Two standard errors of 400 intervals are 2.2 points.
    assert 0.925 < inside < 0.975


def _seats_of(rng: random.Random, score: float) -> list[list[float]]:
    return [[won, 1 - won] for won in _block(rng, score)]
