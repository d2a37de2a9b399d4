"""What games that somebody chose weigh, and which of them are one observation."""

import numpy as np
import pytest

from tournaments.mathematics.statistics import witnesses

HOUSE = 9
BOUNDED = np.arange(10) != HOUSE


def _weights(full, chosen):
    """The weights of the chosen games, each a tuple of bots, which have their own owners."""
    bots = np.array([*full, *chosen])
    in_full = np.arange(len(bots)) < len(full)
    clusters = witnesses.clusters(bots, np.arange(len(bots)), in_full)
    weights = witnesses.weights(bots, clusters, in_full, BOUNDED)
    assert (weights[in_full] == 1).all()
    return weights[~in_full]


LADDER = [(0, 1), (2, 3)] * 200


def test_games_that_the_same_two_chose_weigh_two_games_at_most():
    assert _weights(LADDER, [(0, 2)] * 2) == pytest.approx(np.ones(2))
    assert _weights(LADDER, [(0, 2), (2, 0)] * 50).sum() == pytest.approx(witnesses.WITNESS)


def test_all_chosen_games_of_a_bot_weigh_a_small_share_of_its_others_at_most():
    many = [(0, other) for other in (2, 3, 4, 5, 6, 7) for _game in range(10)]

    # Bot 0 has 200 games in full; six owners, each of whom could bring two games' worth.
    assert _weights(LADDER, many).sum() == pytest.approx(witnesses.SHARE * 200)


def test_a_bot_without_other_games_has_five_games_worth():
    assert _weights(LADDER, [(8, n) for n in range(4)] * 5).sum() == pytest.approx(witnesses.LEAST)


def test_a_game_weighs_what_the_bot_with_the_lower_bound_may_count():
    weights = _weights(LADDER, [(0, 8), *[(8, n) for n in (1, 2, 3, 4, 5, 6)]] * 3)

    assert weights.sum() == pytest.approx(witnesses.LEAST)


def test_house_bots_have_no_bound_of_their_own():
    weights = _weights(LADDER, [(n, HOUSE) for n in range(8)])

    assert weights == pytest.approx(np.ones(8))


def test_on_a_leaderboard_without_enough_games_in_full_all_count():
    assert _weights(LADDER[: witnesses.ENOUGH - 1], [(0, 2)] * 30) == pytest.approx(np.ones(30))


def test_seats_that_a_game_lacks_bound_nothing():
    full = [(0, 1, 2)] * witnesses.ENOUGH

    assert _weights(full, [(0, 1, -1), (0, 1, 2)]) == pytest.approx([1, 1])


def test_chosen_games_are_one_observation_for_each_group_of_owners():
    owners = np.array([[0, 1], [1, 0], [0, 1], [0, 1], [0, 2]])
    blocks = np.array([7, 7, 8, 9, 9])
    in_full = np.array([True, True, False, False, False])

    found = witnesses.clusters(owners, blocks, in_full)

    assert found[0] == found[1] != found[2]
    assert found[2] == found[3] != found[4]
