"""Spelling and notation, under options and for texts that nobody picked."""

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.engine.option_sets import any_variant


@settings(deadline=None, max_examples=60, derandomize=True)
@given(variant=any_variant)
def test_the_spelling_of_any_variant_loads_it_again(variant):
    game = engine.load_game(variant[0], **variant[1])
    again = engine.parse_variant(game.variant)
    assert (again.options, again.variant) == (game.options, game.variant)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(text=st.text(max_size=8))
def test_any_text_is_an_action_or_a_named_error(text):
    for info in engine.games():
        state = engine.load_game(info.id).new_initial_state()
        try:
            action = state.string_to_action(text)
        except (engine.InvalidNotation, engine.IllegalAction):
            continue
        assert state.action_to_string(action) == text
