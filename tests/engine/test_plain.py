"""The engine in lock-step with the plain rules, over option sets that nobody picked."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.engine.plain import GAMES
from tests.engine.walks import legal_texts


def options(info):
    """Any valid option set of a game; limits short enough to be reached."""
    values = {
        spec.name: st.integers(spec.allowed[0], min(spec.allowed[1], 30))
        if spec.kind == "int"
        else st.sampled_from(spec.allowed)
        for spec in info.options
    }
    meaningful = [spec for spec in info.options if spec.requires]

    def valid(chosen):
        return all(
            chosen[spec.name] == spec.default or chosen[spec.requires[0]] in spec.requires[1]
            for spec in meaningful
        )

    return st.fixed_dictionaries(values).filter(valid)


variants = st.sampled_from(engine.games()).flatmap(
    lambda info: st.tuples(st.just(info.id), options(info))
)


@settings(deadline=None, max_examples=150, derandomize=True)
@given(variant=variants, seed=st.integers(0, 2**32))
def test_the_engine_follows_the_plain_rules_under_any_options(variant, seed):
    game = engine.load_game(variant[0], **variant[1])
    plain, rng = GAMES[game.id](**game.options), random.Random(seed)
    state, position = game.new_initial_state(), plain.start()
    while moves := plain.moves(position):
        assert sorted(legal_texts(state)) == sorted(moves)
        text = rng.choice(sorted(moves))
        state.apply_action(state.string_to_action(text))
        position = moves[text]
    first, second = plain.scores(position)
    assert state.returns()[0] == (first > second) - (first < second)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(variant=variants)
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
