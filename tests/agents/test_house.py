"""The house bots of one game each: legal play everywhere, and the laws of their methods."""

import random
import time

import pytest

import engine
from agents import house
from agents.bots import archive, checks
from agents.house import (
    alphabeta,
    alquerque,
    ashte_kashte,
    einstein,
    endgame,
    glance,
    kalah,
    star1,
)
from agents.sdk import Clock
from tests.agents.seats import positions, seated, variants_of
from tournaments.kit.main import run

HURRIED = Clock(remaining=0.06, increment=0.0, per_action=1.0)
BUILT_ON = {
    "alphabeta": ["searching"],
    "star1": ["searching"],
    "maxn": ["star1", "searching"],
    "batches": ["neural", "searching"],
    "leaning": ["alphabeta", "neural", "searching"],
    "plies": ["neural", "searching"],
    "valued": ["careless"],
}
RUNGS = ("pachisi-glance-50", "ashte-kashte-value-75", "alquerque-value-100")
"""One of each method; the others differ from them in a number."""


@pytest.mark.parametrize("name", [*house.RECIPES, *RUNGS])
def test_a_house_bot_answers_legally_in_all_variants_of_its_game(name):
    for game in variants_of(name):
        for state in [*positions(game, seed=1, every=3)][:20:6]:
            bot = seated(house.kind(name)(), state)

            action = bot.choose(state.clone(), HURRIED)

            assert action in state.legal_actions(), (game, state.history_str())


@pytest.mark.parametrize("name", [*house.RECIPES, *RUNGS])
def test_what_is_shipped_is_an_archive_of_a_bot_and_its_modules(name):
    recipe = {**house.RECIPES, **house.RUNGS}[name]

    packed = archive.pack("bot.zip", house.read(name))

    modules = {"glance", recipe.module, recipe.game, *BUILT_ON.get(recipe.module, ())}
    assert set(packed.names) == {"bot.py", *(f"house/{module}.py" for module in modules)}
    assert len(packed.data) < 20_000


SHORT = (
    "kalah(pits=3,seeds=2)",
    "einstein(setup=fixed)",
    "pachisi(mode=two,turn_limit=8)",
    "ashte-kashte(seats=2,turn_limit=8)",
    "alquerque(mode=two,quiet_limit=3)",
)


@pytest.mark.parametrize("name", [*house.RECIPES, *RUNGS[1:]])
def test_a_check_in_the_sandbox_accepts_each_house_bot(name, tmp_path, monkeypatch, capsys):
    # A short game is enough: other tests play all modes.
    monkeypatch.setattr(checks, "MODES", SHORT)
    path = tmp_path / "bot.zip"
    path.write_bytes(house.read(name))

    status = run(["check", str(path), "--time", "bullet"])

    assert (status, "accepted" in capsys.readouterr().out.lower()) == (0, True)


def test_the_command_line_knows_house_bots_by_name(capsys):
    status = run(["play", "kalah(pits=2)", "kalah-endgame", "kalah-glance", "--games", "1"])

    assert (status, "kalah-endgame" in capsys.readouterr().out) == (0, True)


# The mathematics of the methods.


def plain(bot, state, depth):
    """Expectiminimax without any pruning, counting depth as the bots do."""
    if depth <= 0 or state.is_terminal():
        return bot.value(state)
    if state.is_chance_node():
        children = [(p, state.child(outcome)) for outcome, p in state.chance_outcomes()]
        below = [(p, child, depth - child.is_chance_node()) for p, child in children]
        return sum(p * plain(bot, child, left) for p, child, left in below)
    best = max if state.current_player() in bot.partners else min
    return best(plain(bot, state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(
    ("variant", "name", "depth"),
    [
        ("einstein", "einstein-star1", 2),
        ("pachisi(mode=teams)", "pachisi-star1", 2),
        ("ashte-kashte(seats=2)", "ashte-kashte-star1", 2),
    ],
)
def test_star1_finds_what_plain_expectiminimax_finds(variant, name, depth):
    game, tried = engine.parse_variant(variant), 0
    for state in [*positions(game, seed=5, every=2)][1:30:3][:4]:
        bot = seated(house.kind(name)(), state)

        value, _best = bot.best(state, state.legal_actions(), depth, star1.LOST, star1.WON)

        assert value == pytest.approx(plain(bot, state, depth)), state.history_str()
        tried += 1
    assert tried >= 3


def for_every_seat(bot, state, depth):
    """Max^n by its definition, counting depth as the bots do."""
    if state.is_terminal():
        return state.returns()
    if depth <= 0:
        return [bot.worth(state, seat) for seat in range(state.num_players())]
    if state.is_chance_node():
        children = [(p, state.child(outcome)) for outcome, p in state.chance_outcomes()]
        below = [(p, child, depth - child.is_chance_node()) for p, child in children]
        rows = [[p * one for one in for_every_seat(bot, child, left)] for p, child, left in below]
        return [sum(column) for column in zip(*rows, strict=True)]
    below = [
        for_every_seat(bot, state.child(action), depth - 1) for action in state.legal_actions()
    ]
    return max(below, key=lambda values: values[state.current_player()])


@pytest.mark.parametrize(
    ("variant", "name"),
    [("pachisi", "pachisi-star1"), ("ashte-kashte(seats=3)", "ashte-kashte-star1")],
)
def test_among_several_sides_every_seat_takes_what_is_best_for_itself(variant, name):
    game, tried = engine.parse_variant(variant), 0
    for state in [*positions(game, seed=5, every=2)][1:30:3][:4]:
        bot = seated(house.kind(name)(), state)

        value, _best = bot.best(state, state.legal_actions(), 2, star1.LOST, star1.WON)

        assert value == pytest.approx(for_every_seat(bot, state, 2)[bot.seat]), state.history_str()
        tried += 1
    assert tried >= 3


@pytest.mark.parametrize(
    ("variant", "name", "depth"),
    [
        ("kalah(seeds=4)", "kalah-alphabeta", 4),
        ("kalah(sowing=cross)", "kalah-alphabeta", 4),
        ("alquerque(mode=two)", "alquerque-alphabeta", 2),
        ("alquerque", "alquerque-alphabeta", 2),
    ],
)
def test_alpha_beta_finds_what_plain_minimax_finds(variant, name, depth):
    game, tried = engine.parse_variant(variant), 0
    for state in [*positions(game, seed=3, every=2)][1:24:3][:3]:
        bot = seated(house.kind(name)(), state)
        bot.table, bot.loud = {}, lambda _state: []

        value = bot.search(state, depth, -1.0, 1.0)

        assert value == pytest.approx(plain(bot, state, depth)), state.history_str()
        assert bot.table
        tried += 1
    assert tried >= 2


@pytest.mark.parametrize(
    ("module", "name", "left"), [(kalah, "kalah-endgame", 7), (einstein, "einstein-endgame", 3)]
)
def test_an_endgame_is_worth_what_a_search_to_the_end_finds(module, name, left, monkeypatch):
    # As much as a search without a memory can work out.
    monkeypatch.setattr(module, "NEAR", left)
    kind, tried = house.kind(name), 0
    game = engine.load_game(house.RECIPES[name].game_id)
    for seed in range(300):
        for state in filter(kind.is_near, positions(game, seed=seed, every=1)):
            bot = seated(kind(), state)

            assert bot.solve(state) == pytest.approx(plain(bot, state, 1000)), state
            tried += 1
        if tried >= 8:
            return
    pytest.fail(f"only {tried} endgames")


def test_a_forced_win_is_found_at_any_seat():
    state = engine.load_game("kalah", pits=2, seeds=1, empty_capture=True).new_initial_state()
    bot = seated(house.kind("kalah-endgame")(), state)

    # Kalah(2, 1) with empty captures is a win for the first seat (Irving, Donkers, Uiterwijk).
    assert bot.solve(state) == 1.0


def test_a_search_that_gets_no_time_still_answers_with_a_glance():
    state = engine.load_game("kalah").new_initial_state()
    hasty = seated(house.kind("kalah-alphabeta")(), state)
    glancing = seated(house.kind("kalah-glance")(), state)

    broke = Clock(remaining=0.0, increment=0.0, per_action=None)

    assert hasty.choose(state, broke) == glancing.choose(state, broke)


@pytest.mark.parametrize(
    "name",
    ["kalah-alphabeta", "einstein-star1", "alquerque-alphabeta", "kalah-neural", "pachisi-neural"],
)
def test_a_search_ends_within_twice_its_share(name, monkeypatch):
    # Its clock goes on by a millisecond whenever it is looked at: time is what is looked up.
    now = iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: next(now) / 1000)
    state = next(positions(variants_of(name)[0], seed=2, every=5))
    bot = house.kind(name)()
    bot.start(state.get_game(), state.current_player(), random.Random(1))

    bot.choose(state, Clock(remaining=30.0, increment=0.0, per_action=None))

    assert next(now) < 2000


def test_an_endgame_that_is_too_far_away_is_left_to_a_glance(monkeypatch):
    monkeypatch.setattr(endgame, "MOST_POSITIONS", 3)
    state = [*positions(engine.load_game("kalah"), seed=1, every=1)][-4]
    bot = seated(house.kind("kalah-endgame")(), state)

    assert bot.choose(state, Clock(30.0, 0.0, None)) in state.legal_actions()


def test_a_careless_bot_takes_care_as_often_as_its_name_says():
    state = [*positions(engine.load_game("einstein"), seed=2, every=1)][-4]
    careful = seated(house.kind("einstein-value-100")(), state)
    best = careful.choose(state, HURRIED)
    rung = seated(house.kind("einstein-value-75")(), state)

    share = [rung.choose(state, HURRIED) for _ in range(2000)].count(best) / 2000

    assert share == pytest.approx(0.75 + 0.25 / len(state.legal_actions()), abs=0.04)
    assert careful.function.value(state.child(best))[careful.side] == max(
        careful.function.value(state.child(action))[careful.side]
        for action in state.legal_actions()
    )


# What positions are worth.


@pytest.mark.parametrize("name", house.RECIPES)
def test_a_position_is_never_worth_as_much_as_a_game_won_or_lost(name):
    for game in variants_of(name):
        for state in [*positions(game, seed=7, every=5)][:20:4]:
            bot = seated(house.kind(name)(), state)
            assert -1 < bot.worth(state, bot.seat) < 1


def test_banked_seeds_and_those_in_ones_own_row_are_worth_something():
    state = engine.load_game("kalah").state_from_history([3])

    assert kalah.worth(state, 0) == -kalah.worth(state, 1) > 0


def test_the_die_decides_how_far_a_stone_has_to_go():
    state = engine.load_game("einstein", setup="fixed").new_initial_state()

    # Six stones on 123456: by number 4, 4, 4, 4, 4 and 4 steps from the far corner.
    assert einstein.way(state, 0) == einstein.way(state, 1) == pytest.approx(22 / 6, abs=0.4)
    assert einstein.distance("a5", einstein.TARGETS[0]) == 4
    assert einstein.distance("d2", einstein.TARGETS[0]) == 1


def test_a_square_has_one_index_for_each_seat_and_turns_with_it():
    drawn = engine.load_game("ashte-kashte")

    # South's index 6 is east's start square, and 24 turns into the same ring.
    assert ashte_kashte.seen(6, -1) == 0
    assert [ashte_kashte.seen(30, quarters) for quarters in (0, 1, 2, 3)] == [30, 34, 38, 26]
    assert drawn.num_players() == 4


def test_a_capture_that_is_due_is_seen_before_it_happens():
    state = engine.load_game("alquerque", mode="two").new_initial_state()
    hung = [s for s in positions(state.get_game(), seed=4, every=1) if alquerque.loud(s)][:5]

    assert hung
    for after in hung:
        victim = 1 - after.current_player()
        assert alquerque.wary(after, victim) < alquerque.worth(after, victim)


def test_captures_are_played_to_their_end_before_a_position_is_looked_at():
    game = engine.load_game("alquerque", mode="two")
    quiet = [s for s in positions(game, seed=4, every=1) if not alquerque.loud(s)][:3]
    hung = [s for s in positions(game, seed=4, every=1) if alquerque.loud(s)][:5]

    assert hung
    assert all(alquerque.settled(state) is state for state in quiet)
    for state in hung:
        seat, end = state.current_player(), alquerque.settled(state)
        ends = [alquerque.settled(state.child(a), 3) for a in alquerque.loud(state)]
        assert alquerque.worth(end, seat) == max(alquerque.worth(one, seat) for one in ends)


def test_a_glance_wins_where_one_action_wins():
    game = engine.load_game("einstein", setup="fixed")
    for state in positions(game, seed=2, every=1):
        wins = [a for a in state.legal_actions() if state.child(a).is_terminal()]
        if wins:
            bot = seated(glance_of("einstein"), state)
            won = state.child(bot.choose(state, HURRIED)).returns()[bot.seat]
            assert won == 1.0
            return
    pytest.fail("no position with a winning action")


def glance_of(game):
    bot = house.kind(f"{game}-glance")()
    assert isinstance(bot, glance.Glance)
    assert not isinstance(bot, alphabeta.AlphaBeta)
    return bot
