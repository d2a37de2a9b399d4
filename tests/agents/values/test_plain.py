"""Value functions in plain Python say what those with numpy say, to the last digit."""

import random

import pytest

import engine
from agents import values
from agents.values import editions
from agents.values.plain import PlainFunction
from tournaments.queries import shipped

pytestmark = pytest.mark.once


@pytest.mark.parametrize("variant", [board.key for board in shipped.VARIANTS])
def test_each_position_is_worth_the_same_without_numpy(variant):
    game = engine.parse_variant(variant)
    function = values.load(game)
    path = editions.FOLDER / f"{values.newest(game).name}.bin"
    plain = PlainFunction(game, path.read_bytes())
    state, rng = game.new_initial_state(), random.Random(1)
    states = [state.clone()]
    while not state.is_terminal() and len(states) < 120:
        state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    seen = [state for state in states if plain.looks_at(state)]
    expected = [[row[side] for side in function.sides] for row in function.values(seen)]

    assert len(seen) > 10
    assert [plain.value(state) for state in seen] == expected
