"""Luck is zero on average, whatever the function is worth and whoever plays."""

import math
from statistics import fmean, stdev

import numpy as np
import pytest

import engine
from agents import house, values
from agents.judge.luck import luck
from agents.learning.values import Plan, learn
from agents.values.function import ValueFunction
from agents.values.network import Network
from tests.agents.judging import Table

pytestmark = pytest.mark.once


def bad_function(game):
    """A function that has learned nothing."""
    width = ValueFunction(game, Network([], game.sides())).inputs([game.new_initial_state()])
    network = Network.random(width.shape[1], game.sides(), np.random.default_rng(3))
    return ValueFunction(game, network.rounded())


def unequal(variant, number):
    """The record of a game in which seat 0 looks at what it does, and the others do not."""
    table = Table(variant, number)
    bot = house.kind(f"{table.game.info.id}-glance")()
    bot.start(table.game, 0, table.rng)
    while not table.state.is_terminal():
        ours = table.state.current_player() == 0
        table.step(bot.choose(table.state, None) if ours else None)
    return table.end()


def assert_zero_on_average(gains):
    assert any(gains)
    assert abs(fmean(gains)) < 2 * stdev(gains) / math.sqrt(len(gains))


@pytest.mark.parametrize("variant", ["einstein", "ashte-kashte(seats=2)"])
def test_who_plays_better_has_no_more_luck_by_a_bad_function_or_a_learned_one(variant):
    game = engine.parse_variant(variant)
    records = [unequal(variant, number) for number in range(60)]
    for function in (bad_function(game), learn(game, Plan(1, 12, 0.8), 1)):
        assert_zero_on_average([luck(record, function)[0] for record in records])


@pytest.mark.parametrize("variant", ["einstein", "pachisi", "pachisi(mode=teams)"])
def test_what_one_side_gains_others_lose_and_again_the_same(variant):
    function = bad_function(engine.parse_variant(variant))
    record = Table(variant).end()
    gains = luck(record, function)
    assert gains == luck(record, function)
    assert any(gains)
    # Partners have the same luck, each.
    by_side = dict(zip(function.sides, gains, strict=True))
    assert sum(by_side.values()) == pytest.approx(0, abs=1e-4)


def test_one_throw_gives_what_its_value_is_above_the_mean():
    table = Table("ashte-kashte(seats=2)")
    function = bad_function(table.game)
    before = table.state.clone()
    table.step()
    after = {outcome: function.value(before.child(outcome))[0] for outcome in range(5)}
    mean = sum(chance * after[outcome] for outcome, chance in before.chance_outcomes())
    fallen = table.state.history()[-1]
    table.leave(0)
    gains = luck(table.end(), function)
    assert gains == pytest.approx([after[fallen] - mean, mean - after[fallen]], abs=2e-6)


def test_who_leaves_had_the_luck_of_the_throws_that_fell():
    table = Table("pachisi(mode=two)")
    table.leave(0)
    assert luck(table.end(), bad_function(table.game)) == [0.0, 0.0]


def test_a_game_without_dice_and_without_an_opening_has_no_luck():
    assert luck(Table("kalah").end(), values.load(engine.parse_variant("kalah"))) == [0.0, 0.0]


@pytest.mark.parametrize("variant", ["kalah", "alquerque"])
def test_the_luck_of_an_opening_adds_up_to_nothing_over_the_seats_that_an_entrant_has(variant):
    function = bad_function(engine.parse_variant(variant))
    games = []
    for seed in range(len(function.sides)):
        table = Table(variant, seed)
        for _action in range(4):
            action = table.state.legal_actions()[-1]
            table.recorder.opening(table.state, action)
            table.state.apply_action(action)
        opened = table.state.clone()
        table.leave(0)
        games.append(luck(table.end(), function))
        if len(function.sides) == 2:
            assert games[-1] == pytest.approx(function.value(opened))
    # In each game the entrant sits one seat further.
    turned = [gains[seat] for seat, gains in enumerate(games)]
    assert any(turned)
    assert sum(turned) == pytest.approx(0, abs=1e-4)


def test_a_record_of_another_variant_is_refused():
    with pytest.raises(ValueError, match=r"the function is of kalah, not einstein"):
        luck(Table("einstein").end(), values.load(engine.parse_variant("kalah")))
