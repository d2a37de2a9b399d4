"""Many games are arrays, however many processes play them."""

import multiprocessing

import numpy as np
import pytest

from agents.learning.vector import VectorGames
from engine import IllegalAction


def played(games, steps=60):
    """Copies of what is read after random steps."""
    return [games.step(games.random()).copy() for _ in range(steps)]


@pytest.mark.parametrize("variant", ["kalah", "pachisi", "alquerque(mode=two)"])
def test_workers_change_nothing_but_the_pace(variant):
    runs = [played(VectorGames(variant, 7, seed=3, workers=workers)) for workers in (1, 2, 3)]

    for steps in zip(*runs, strict=True):
        for arrays in zip(*steps, strict=True):
            assert all(np.array_equal(arrays[0], array) for array in arrays)


def test_a_step_overwrites_the_arrays_and_a_copy_stays():
    games = VectorGames("einstein", 4)
    now, copy = games.now(), games.now().copy()

    games.step(games.random())

    assert np.array_equal(now.observations, games.now().observations)
    assert not np.array_equal(copy.observations, now.observations)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_action_that_is_not_allowed_names_its_game_and_the_rest_goes_on(workers):
    games = VectorGames("kalah", 4, workers=workers)
    codes = games.random()
    codes[3] = 6

    with pytest.raises(IllegalAction, match="code 6 is not allowed in game 3"):
        games.step(codes)

    assert games.step(games.random()).seats.shape == (4,)


def test_what_cannot_be_played_is_refused():
    with pytest.raises(ValueError, match='"codes" or "ranks", not "names"'):
        VectorGames("kalah", 2, actions="names")
    with pytest.raises(ValueError, match=r"\(1,\) actions for 2 games"):
        VectorGames("kalah", 2).step(np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="1 games for 2 workers"):
        VectorGames("kalah", 1, workers=2)


def test_games_may_be_chosen_by_ranks_or_codes():
    by = {actions: VectorGames("kalah", 2, actions=actions) for actions in ("ranks", "codes")}

    assert by["ranks"].now().masks.tolist() == by["codes"].now().masks.tolist() == [[1] * 6] * 2


def test_workers_end_with_their_games():
    before = set(multiprocessing.active_children())
    games = VectorGames("kalah", 2, workers=2)
    (worker,) = set(multiprocessing.active_children()) - before

    games.close()
    worker.join(20)

    assert worker.exitcode == 0
