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


def played(variant, steps, *, count=3, seed=11, **how):
    games = vector.Games(engine.parse_variant(variant), count, seed, **how)
    ended = []
    for _ in range(steps):
        games.step(games.random())
        ended += games.ended
    return games, ended


def written(games, what):
    """What games write of their observations, masks or seats."""
    widths = {"observations": games.width, "masks": games.actions, "seats": 1}
    buffer = bytearray(len(games.share) * widths[what])
    getattr(games, f"write_{what}")(memoryview(buffer))
    return bytes(buffer)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_read_of_all_games_is_what_each_states_own_functions_say(variant):
    games, _ended = played(variant, 20, ranks=False)
    states = [games.state(number) for number in range(3)]

    assert list(written(games, "seats")) == [state.current_player() for state in states]
    assert written(games, "observations") == b"".join(
        planes.observe(state, state.current_player()) for state in states
    )
    allowed = [{code for code, _action in planes.codes(state)} for state in states]
    assert written(games, "masks") == bytes(
        code in codes for codes in allowed for code in range(games.actions)
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_seeds_give_equal_games_and_other_seeds_others(variant):
    one, same, other = (played(variant, 30, seed=seed)[0] for seed in (1, 1, 2))

    assert written(one, "observations") == written(same, "observations")
    assert written(one, "observations") != written(other, "observations")


@pytest.mark.parametrize("variant", ["pachisi", "alquerque(mode=two)", "einstein"])
def test_a_rank_is_a_place_among_the_legal_actions(variant):
    games, _ended = played(variant, 20, ranks=True)
    legal = [games.state(number).legal_actions() for number in range(3)]
    rows = [written(games, "masks")[games.actions * n : games.actions * (n + 1)] for n in range(3)]

    assert rows == [bytes(rank < len(ids) for rank in range(games.actions)) for ids in legal]


def test_a_rank_applies_the_legal_action_in_that_place():
    games, _ended = played("alquerque(mode=two)", 20, ranks=True)
    states = [games.state(number) for number in range(3)]

    games.step([2, 0, 1])

    for number, rank in enumerate([2, 0, 1]):
        assert games.state(number) == states[number].child(states[number].legal_actions()[rank])


def test_ranks_are_the_default_where_there_would_be_thousands_of_codes():
    by_ranks = {variant: played(variant, 1)[0].ranks for variant in VARIANTS}

    assert [variant for variant in VARIANTS if by_ranks[variant]] == [
        "pachisi(mode=two)", "alquerque(mode=two)",
    ]  # fmt: skip
    assert played("pachisi(mode=two)", 1)[0].actions == 128
    with pytest.raises(engine.IllegalAction, match="code 127 is not allowed in game 0"):
        played("pachisi", 1)[0].step([127, 0, 0])


def test_games_of_a_share_are_those_of_all():
    shares = [range(5), range(2), range(2, 5)]
    played_shares = [played("pachisi", 40, count=5, share=share)[0] for share in shares]
    whole, first, last = (written(games, "observations") for games in played_shares)

    assert whole == first + last


def test_a_game_that_ends_says_who_won_and_begins_again():
    games, ended = played("einstein", 60)

    assert ended
    assert all(sorted(returns) == [-1.0, 1.0] for _number, returns in ended)
    assert 4 not in written(games, "seats")


def test_an_action_that_is_not_allowed_is_refused():
    games = vector.Games(engine.load_game("kalah"), 2, 1)

    with pytest.raises(engine.IllegalAction, match="code 6 is not allowed in game 1"):
        games.step([0, 6])
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        games.step([0])
    with pytest.raises(ValueError, match="at least one"):
        vector.Games(engine.load_game("kalah"), 0, 1)
