"""Ends of games are solved: the values are those of other methods, whatever was solved before."""

import math
import random
from functools import partial

import pytest

import engine
from agents import house, values
from agents.values import ends
from agents.values.ends import Ends

pytestmark = pytest.mark.once


def endings(variant, games, seed=1):
    """Covered positions of games by lot, without those that are over."""
    game, rng = engine.parse_variant(variant), random.Random(seed)
    covers = Ends(game).covers
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if covers(state):
                yield state.clone()
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions))


def races(variant, count, seed=1):
    """Races of two seats, by lot."""
    game, rng = engine.parse_variant(variant), random.Random(seed)
    pachisi, covers = game.info.id == "pachisi", Ends(game).covers
    start = game.new_initial_state().to_dict() | {"player": engine.CHANCE}
    while count:
        rows = [pachisi_row(rng) if pachisi else ashte_kashte_row(rng) for _ in start["pieces"]]
        document = start | {"pieces": rows, "turn": rng.randrange(2)}
        state = game.state_from_dict(document | ({"beginning": None} if pachisi else {}))
        if covers(state):
            count -= 1
            yield state


def pachisi_row(rng):
    """Three pieces at home, and one on its last steps."""
    return [rng.randint(35, 41), 42, 43, 44]


def ashte_kashte_row(rng):
    return [*rng.sample(range(44, 48), 2), 48, 48]


@pytest.mark.parametrize(
    ("variant", "bot"),
    [
        ("einstein", "einstein-endgame"),
        ("kalah", "kalah-endgame"),
        ("kalah(sowing=cross)", "kalah-endgame"),
    ],
)
def test_ends_with_few_stones_or_seeds_are_what_another_search_says(variant, bot):
    solved, other = Ends(engine.parse_variant(variant)), house.kind(bot)()
    other.seat, other.partners, other.end = 0, [0], math.inf
    states = [state for state in endings(variant, games=60) if few(state)]
    assert len(states) > 20
    for state in states:
        assert solved.value(state) == pytest.approx(other.solve(state)), state


def few(state):
    """Whether few seeds are in the pits: a game of Kalah can be won much earlier."""
    game = state.get_game()
    if game.info.id == "einstein":
        return True
    return sum(state.pits(0)) + sum(state.pits(1)) <= ends.SEEDS[game.options["sowing"]]


@pytest.mark.parametrize("variant", ["kalah", "kalah(sowing=cross)"])
def test_a_store_with_more_than_half_of_the_seeds_has_won(variant):
    solved = Ends(engine.parse_variant(variant))
    for state in endings(variant, games=10):
        if max(state.store(0), state.store(1)) > 18:
            assert solved.value(state) == state.playout(1)[0]


@pytest.mark.parametrize(
    ("variant", "row", "value"),
    [
        # A 1 ends it and a 6 throws again: a turn wins one time in five.
        ("pachisi(mode=two)", [40, 42, 43, 44], 1 / 9),
        # A 1 ends it (4 in 16), a 4 and an 8 throw again (2 in 16): two times in seven.
        ("ashte-kashte(seats=2)", [47, 48, 48, 48], 1 / 6),
    ],
)
def test_a_race_for_the_last_step_is_worth_what_arithmetic_says(variant, row, value):
    game = engine.parse_variant(variant)
    document = game.new_initial_state().to_dict()
    home = [[41, 42, 43, 44]] * 2 if len(document["pieces"]) == 4 else []
    document |= {"pieces": [row, row, *home], "player": engine.CHANCE}
    document |= {"beginning": None} if home else {}
    for turn, sign in ((0, 1), (1, -1)):
        state = game.state_from_dict(document | {"turn": turn})
        assert Ends(game).covers(state)
        assert Ends(game).value(state) == pytest.approx(sign * value, abs=1e-12)


STATES = {
    "einstein": partial(endings, games=20),
    "kalah": partial(endings, games=20),
    "kalah(sowing=cross)": partial(endings, games=40),
    "pachisi(mode=two)": partial(races, count=6),
    "ashte-kashte(seats=2)": partial(races, count=12),
}


@pytest.mark.parametrize("variant", STATES)
def test_a_value_is_the_mean_over_a_throw_and_the_best_of_what_may_be_done(variant):
    function = values.load(engine.parse_variant(variant))
    for state in STATES[variant](variant):
        after = [function.value(state.child(action))[0] for action in state.legal_actions()]
        if state.is_chance_node():
            chances = [chance for _outcome, chance in state.chance_outcomes()]
            expected = sum(chance * one for chance, one in zip(chances, after, strict=True))
        else:
            expected = min(after) if state.current_player() else max(after)
        value, other = function.value(state)
        assert value == pytest.approx(expected, abs=2e-6)
        assert other == -value


@pytest.mark.parametrize("variant", STATES)
def test_a_value_is_the_same_to_the_last_digit_whatever_was_solved_before(variant, monkeypatch):
    game = engine.parse_variant(variant)
    states = list(STATES[variant](variant))
    in_order = Ends(game)
    kept = [in_order.value(state) for state in states]
    assert [Ends(game).value(state) for state in states] == kept
    monkeypatch.setattr(ends, "MOST_VALUES", 10)
    backwards = Ends(game)
    assert [backwards.value(state) for state in reversed(states)] == kept[::-1]


def test_a_race_is_not_solved_while_a_piece_may_still_be_captured():
    game = engine.parse_variant("pachisi(mode=two)")
    home = [41, 42, 43, 44]
    document = game.new_initial_state().to_dict() | {"beginning": None, "player": engine.CHANCE}
    # Red, which started on square 0, still has to pass square 39: where blue stands, or not yet.
    for red, blue, solved in ((38, 30, False), (38, 31, True)):
        rows = [[red, 42, 43, 44], [blue, 42, 43, 44], home, home]
        assert Ends(game).covers(game.state_from_dict(document | {"pieces": rows})) == solved


def test_nothing_is_solved_near_a_limit_or_where_more_than_two_seats_play():
    game = engine.parse_variant("ashte-kashte(seats=2)")
    document = game.new_initial_state().to_dict() | {"pieces": [[47, 48, 48, 48]] * 2}
    assert Ends(game).covers(game.state_from_dict(document | {"throws": 3900}))
    assert not Ends(game).covers(game.state_from_dict(document | {"throws": 4900}))
    four = engine.parse_variant("ashte-kashte")
    document = four.new_initial_state().to_dict() | {"pieces": [[47, 48, 48, 48]] * 4}
    assert not Ends(four).covers(four.state_from_dict(document))
