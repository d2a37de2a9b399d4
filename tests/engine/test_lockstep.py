"""The engine in lock-step with the plain rules, at every node of random games.

Each game is played under option sets that cover every pair of option values, and under sets that
nobody picked; half of the games have seats that give up.
"""

import inspect
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.perft import perft
from tests.engine import plain as second
from tests.engine.cases import CASES, GAMES
from tests.engine.option_sets import any_variant, covering_sets, pairs, valid_sets
from tests.engine.walks import legal_texts

pytestmark = pytest.mark.once

COVERING = [
    pytest.param(info.id, options, id=engine.load_game(info.id, **options).variant)
    for info in GAMES
    for options in covering_sets(info)
]
COUNTS = {
    variant: counts for game_id in CASES for variant, counts in second.counts(game_id).items()
}
by_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)


def agree(state, plain, position):
    """Compare all that one node tells; return the plain moves."""
    who, moves = plain.who(position), plain.moves(position)
    assert state.current_player() == (engine.TERMINAL if who is None else who)
    assert state.is_terminal() == (plain.result(position) is not None)
    assert sorted(legal_texts(state)) == sorted(moves)
    if who is None:
        assert tuple(state.ranks()) == plain.result(position)
    elif who == -1:
        assert state.chance_seat() == plain.thrower(position)
        assert chances(told(state)) == chances(plain.weights(position))
    return moves


def told(state):
    return {state.action_to_string(outcome): weight for outcome, weight in state.chance_weights()}


def chances(weights):
    total = sum(weights.values())
    return {text: Fraction(weight, total) for text, weight in weights.items()}


def chosen(rng, moves):
    """Any move, but mostly one that costs nothing, so that games come to their ends."""
    texts = sorted(moves)
    free = [text for text in texts if "!" not in text and text != "pass"]
    return rng.choice(free if free and rng.random() < 0.8 else texts)


def play(game_id, options, seed, *, plies, forfeits):
    """Play one random game in both, at most so many plies; `forfeits` is their chance at each."""
    game = engine.load_game(game_id, **options)
    plain, rng = CASES[game_id].PLAIN(**game.options), random.Random(seed)
    state, position, gone = game.new_initial_state(), plain.start(), []
    assert game.num_players() == plain.seats
    moves = agree(state, plain, position)
    for _ in range(plies):
        if state.is_terminal():
            return
        if rng.random() < forfeits:
            gone.append(rng.choice([s for s in range(plain.seats) if s not in gone]))
            state.forfeit(gone[-1])
            position = plain.forfeit(position, gone[-1])
        else:
            text = chosen(rng, moves)
            state.apply_action(state.string_to_action(text))
            position = moves[text]
        moves = agree(state, plain, position)


@by_game
def test_both_implementations_took_the_same_options_and_defaults_from_the_page(info):
    read = inspect.signature(CASES[info.id].PLAIN).parameters.values()
    assert {spec.name: spec.default for spec in info.options} == {p.name: p.default for p in read}


@by_game
def test_the_option_sets_cover_every_pair_that_can_be_chosen(info):
    covered = set().union(*(pairs(options) for options in covering_sets(info)))
    assert covered == set().union(*(pairs(options) for options in valid_sets(info)))


@pytest.mark.parametrize(("game_id", "options"), COVERING)
def test_the_engine_follows_the_plain_rules_under_every_pair_of_options(game_id, options):
    for seed in range(4):
        play(game_id, options, seed, plies=1000, forfeits=0)
        play(game_id, options, seed, plies=1000, forfeits=0.002)
    for seed in range(10):
        play(game_id, options, seed, plies=40, forfeits=0.1)


@settings(deadline=None, max_examples=150, derandomize=True)
@given(variant=any_variant, seed=st.integers(0, 2**32), forfeits=st.sampled_from([0, 0.02, 0.2]))
def test_the_engine_follows_the_plain_rules_under_any_options(variant, seed, forfeits):
    play(*variant, seed, plies=200, forfeits=forfeits)


@pytest.mark.parametrize("variant", second.COUNTED)
def test_the_engine_counts_what_the_plain_rules_counted(variant):
    state = engine.parse_variant(variant).new_initial_state()
    assert [perft(state, d) for d in range(1, second.COUNTED[variant] + 1)] == COUNTS[variant]


@pytest.mark.parametrize("variant", second.COUNTED)
def test_the_counts_checked_in_are_those_of_the_plain_rules(variant):
    game = second.game_of(variant)
    depth = min(3, second.COUNTED[variant])
    if COUNTS[variant][depth - 1] < 10_000:
        assert second.perft(game, game.start(), depth) == COUNTS[variant][depth - 1]
    assert second.perft(game, game.start(), 1) == COUNTS[variant][0]
