"""Many games at once: dice fall and games begin again by themselves, and seeds repeat them."""

import pytest

import engine
from engine import planes, vector

VARIANTS = [
    "kalah",
    "einstein",
    "pachisi(mode=two)",
    "ashte-kashte(seats=2)",
    "alquerque(mode=two)",
]


def played(variant, steps, *, count=3, seed=11):
    games = vector.Games(engine.parse_variant(variant), count, seed)
    ended = []
    for _ in range(steps):
        games.step(games.random())
        ended += games.ended
    return games, ended


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_read_of_all_games_is_what_each_states_own_functions_say(variant):
    games, _ended = played(variant, 20)
    states = [games.state(number) for number in range(3)]

    assert list(games.seats()) == [state.current_player() for state in states]
    assert games.observations() == b"".join(
        planes.observe(state, state.current_player()) for state in states
    )
    allowed = [{code for code, _action in planes.codes(state)} for state in states]
    assert games.masks() == bytes(
        code in codes for codes in allowed for code in range(games.actions)
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_seeds_give_equal_games_and_other_seeds_others(variant):
    one, same, other = (played(variant, 30, seed=seed)[0] for seed in (1, 1, 2))

    assert one.observations() == same.observations()
    assert one.observations() != other.observations()


def test_a_game_that_ends_says_who_won_and_begins_again():
    games, ended = played("einstein", 60)

    assert ended
    assert all(sorted(returns) == [-1.0, 1.0] for _number, returns in ended)
    assert 4 not in games.seats()


def test_an_action_that_is_not_allowed_is_refused():
    games = vector.Games(engine.load_game("kalah"), 2, 1)

    with pytest.raises(engine.IllegalAction, match="code 6 is not allowed in game 1"):
        games.step([0, 6])
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        games.step([0])
    with pytest.raises(ValueError, match="at least one"):
        vector.Games(engine.load_game("kalah"), 0, 1)
