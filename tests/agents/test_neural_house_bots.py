"""The house bots that search on a value function find what plain searches find."""

import pytest

import engine
from agents import house
from agents.house import batches, searching
from agents.sdk import Clock
from tests.agents.seats import positions, seated, variants_of


def full(bot, state, depth):
    """Minimax by the values of a function, for who acts first."""
    if depth <= 0 or state.is_terminal():
        return bot.values([state])[0][bot.side]
    best = max if state.current_player() in bot.partners else min
    return best(full(bot, state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(("variant", "depth"), [("kalah(seeds=4)", 3), ("kalah(pits=5)", 3)])
def test_batches_find_what_plain_minimax_finds(variant, depth, monkeypatch):
    # With such gaps nothing is searched less deeply than it should.
    monkeypatch.setattr(batches, "GAPS", (9,))
    game, tried = engine.parse_variant(variant), 0
    for state in [*positions(game, seed=3, every=2)][1:24:3][:3]:
        bot = seated(house.kind(f"{game.id}-neural")(), state)
        root = bot.node(state.clone(), [])
        bot.expand([root])

        value = bot.search(root, depth, batches.LOST, batches.WON)

        assert value == pytest.approx(full(bot, state, depth)), state.history_str()
        tried += 1
    assert tried >= 2


def test_batches_keep_to_their_time_among_positions_that_they_know():
    state = next(positions(engine.load_game("kalah"), seed=3, every=5))
    bot = seated(house.kind("kalah-neural")(), state)
    root = bot.node(state.clone(), [])
    bot.search(root, 2, batches.LOST, batches.WON)
    root.depth, bot.end = 0, 0.0

    with pytest.raises(searching.OutOfTime):
        bot.search(root, 2, batches.LOST, batches.WON)


@pytest.mark.parametrize("variant", ["alquerque(mode=two)", "alquerque"])
def test_a_search_that_leans_takes_the_best_of_what_it_finds_and_of_the_function(variant):
    for state in [*positions(engine.parse_variant(variant), seed=3, every=4)][:3]:
        bot = seated(house.kind("alquerque-neural")(), state)
        bot.lean(state)
        actions, bot.table = state.legal_actions(), {}
        found = {action: bot.search(state.child(action), 0, -1.0, 1.0) for action in actions}

        value, best = bot.best(state, actions, 1, -1.0, 1.0)

        assert value == found[best]
        assert found[best] + bot.leans[best] == max(found[a] + bot.leans[a] for a in actions)


def throws_ahead(bot, state, depth):
    """What a side expects after so many throws, each answered by what looks best."""
    if depth == 0 or state.is_terminal():
        return bot.values([state])[0]
    if not state.is_chance_node():
        return throws_ahead(bot, answered(bot, state), depth - 1)
    rows = []
    for outcome, chance in state.chance_outcomes():
        after = answered(bot, state.child(outcome))
        rows.append([chance * value for value in throws_ahead(bot, after, depth - 1)])
    return [sum(column) for column in zip(*rows, strict=True)]


def answered(bot, state):
    """The position that the side to act makes of one."""
    if not state.is_player_node():
        return state
    children = [state.child(action) for action in state.legal_actions()]
    side = bot.sides[state.current_player()]
    return max(children, key=lambda child: bot.values([child])[0][side])


@pytest.mark.parametrize("variant", ["einstein", "pachisi", "ashte-kashte(seats=3)"])
def test_throws_are_worth_the_mean_of_what_the_best_answers_lead_to(variant):
    game, tried = engine.parse_variant(variant), 0
    for state in [*positions(game, seed=5, every=2)][1:30:3][:3]:
        bot = seated(house.kind(f"{game.id}-neural")(), state)
        children = [state.child(action) for action in state.legal_actions()]

        rows = bot.means(children, 2)

        for child, row in zip(children, rows, strict=True):
            assert row == pytest.approx(throws_ahead(bot, child, 2)), state.history_str()
        tried += 1
    assert tried >= 3


def test_a_search_on_a_value_function_answers_without_any_time():
    for name in ("kalah-neural", "pachisi-neural"):
        state = next(positions(variants_of(name)[0], seed=2, every=5))
        bot = seated(house.kind(name)(), state)

        action = bot.choose(state.clone(), Clock(remaining=0.0, increment=0.0, per_action=None))

        hopes = {a: bot.values([state.child(a)])[0][bot.side] for a in state.legal_actions()}
        assert hopes[action] == max(hopes.values())
