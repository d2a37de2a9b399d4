"""Observations tell a seat all that it may know of its game, and nothing else."""

import random
from math import prod

import pytest

import engine
from engine import planes

VARIANTS = [
    "kalah", "kalah(pits=3,sowing=cross)", "einstein", "einstein(setup=chosen)", "pachisi",
    "pachisi(dice=2,mode=teams)", "pachisi(capture=forced,mode=two)", "ashte-kashte",
    "ashte-kashte(seats=3)", "alquerque", "alquerque(capture=forced,mode=two)",
    "alquerque(mode=teams)",
]  # fmt: skip


def walk(variant, most=120, seed=5):
    """The states of a game whose throws and codes are drawn at random."""
    state, rng = engine.parse_variant(variant).new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(rng.choice(planes.codes(state))[1])


def part(state, seat, name):
    """The bytes of one part of an observation."""
    seen, begin = planes.observe(state, seat), 0
    for one in planes.parts(state.get_game()):
        if one.name == name:
            return list(seen[begin : begin + prod(one.shape)])
        begin += prod(one.shape)
    raise AssertionError(f"no part {name}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_states_that_differ_for_the_rules_look_different_but_for_counters(variant):
    # A limit that cannot be told from another by an eighth of a percent is no other position.
    met = {}
    for seed in (1, 2):
        for state in walk(variant, most=60, seed=seed):
            if not state.is_terminal():
                document = state.to_dict()
                board = {key: document[key] for key in document.keys() - {
                    "history", "quiet", "throws", "forfeits", "ranks", "reason", "player",
                }}  # fmt: skip
                seen = planes.observe(state, 0)
                assert met.setdefault(seen, _sorted(board)) == _sorted(board)


def _sorted(value):
    """The document, with the pieces that rules do not tell apart in one order."""
    if isinstance(value, dict):
        return {key: _sorted(one) for key, one in value.items()}
    if isinstance(value, list) and value and all(isinstance(one, int | None) for one in value):
        return sorted(value, key=str)
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def test_an_arrangement_that_is_hidden_changes_no_byte():
    game = engine.load_game("einstein", setup="chosen")
    states = [game.new_initial_state().child(18 + one) for one in range(0, 720, 90)]
    seen = {planes.observe(state, 1) for state in states}
    own = {planes.observe(state, 0) for state in states}

    assert (len(seen), len(own)) == (1, 8)


def test_both_seats_of_einstein_see_themselves_start_at_the_top_left():
    state = engine.load_game("einstein", setup="fixed").new_initial_state()

    assert part(state, 0, "own") == part(state, 1, "own")
    assert part(state, 0, "other") == part(state, 1, "other")
    assert part(state, 1, "own")[:25] == [1] + 24 * [0]


def test_kalah_shows_ones_own_seeds_first():
    state = engine.load_game("kalah").new_initial_state().child(2)

    assert part(state, 0, "own") == [3, 3, 0, 4, 4, 4, 0]
    assert part(state, 1, "other") == part(state, 0, "own")
    assert part(state, 1, "turn") == [1, 0]


def test_codes_of_alquerque_name_start_end_and_rank():
    state = engine.load_game("alquerque", mode="two").new_initial_state()
    ids = dict(planes.codes(state))

    for code, action in ids.items():
        start, end = divmod(code // 4, 49)
        points = [f"{'abcdefg'[one % 7]}{one // 7 + 1}" for one in (start, end)]
        assert state.action_to_string(action) == "-".join(points)


def test_a_seat_that_does_not_exist_is_refused():
    with pytest.raises(engine.IllegalAction, match="no seat 2"):
        planes.observe(engine.load_game("kalah").new_initial_state(), 2)


@pytest.mark.parametrize("variant", ["kalah", "pachisi"])
def test_all_seats_are_observed_in_turn_position_after_position(variant):
    start = engine.parse_variant(variant).new_initial_state()
    positions = [start, start.child(start.legal_actions()[0])]
    seats = range(start.num_players())
    seen = [planes.observe(state, seat) for state in positions for seat in seats]
    assert planes.observe_all(positions) == b"".join(seen)
