"""What a check plays of a bot, and the clock that the bot sees in it."""

import pytest

import engine
from agents.bots import checks
from agents.sandbox import Isolation
from agents.table.conditions import Conditions
from agents.terms.clock import GameClock, preset
from agents.terms.limits import Limits
from tournaments.queries import shipped

LIMITS = {"turn_limit", "quiet_limit"}


def played(*entries):
    return [game.variant for game in checks.modes_of(entries)]


def without_limits(key):
    """A variant without the options that only say when a game is cut short."""
    game = engine.parse_variant(key)
    return game.id, *sorted((k, v) for k, v in game.options.items() if k not in LIMITS)


def test_a_check_has_every_mode_of_the_shipped_leaderboards():
    shipped_modes = {without_limits(one.key) for one in shipped.VARIANTS}

    assert shipped_modes <= {without_limits(key) for key in checks.MODES}


def test_a_check_has_every_number_of_seats_that_a_game_has():
    seats = {}
    for game in map(engine.parse_variant, checks.MODES):
        seats.setdefault(game.id, set()).add(game.num_players())

    assert seats["ashte-kashte"] == {2, 3, 4}
    assert seats["pachisi"] == seats["alquerque"] == {2, 4}


def test_each_game_is_played_in_full_once_and_its_other_modes_are_cut_short():
    assert played("pachisi") == [
        "pachisi",
        "pachisi(mode=two,turn_limit=100)",
        "pachisi(mode=teams,turn_limit=100)",
    ]


@pytest.mark.parametrize("mode", ["pachisi(mode=two)", "alquerque(mode=teams)"])
def test_the_only_mode_that_a_bot_names_is_played_in_full(mode):
    assert played(mode) == [mode]


def test_every_kind_of_game_that_a_bot_names_is_played_in_full():
    assert played("ashte-kashte(seats=2)", "ashte-kashte(seats=3)") == [
        "ashte-kashte(seats=2)",
        "ashte-kashte(seats=3)",
    ]


def test_no_mode_is_played_both_in_full_and_cut_short():
    both = played("pachisi", "pachisi(mode=two)")

    assert both == ["pachisi", "pachisi(mode=two)", "pachisi(mode=teams,turn_limit=100)"]


def test_a_limit_that_a_bot_names_holds_in_all_modes():
    assert played("pachisi(turn_limit=300)") == [
        "pachisi(turn_limit=300)",
        "pachisi(mode=two,turn_limit=300)",
        "pachisi(mode=teams,turn_limit=300)",
    ]


def test_what_no_mode_shows_is_played_as_it_is_spelt():
    assert played("kalah(seeds=5)", "einstein") == [
        "kalah(seeds=5)",
        "einstein",
        "einstein(setup=chosen)",
    ]


def test_a_bot_sees_little_of_its_clock_after_its_first_action_and_has_all_of_it():
    told = Conditions(preset("bullet"), Limits(), Isolation.NONE)
    clock = GameClock(checks.hurried(told).time_control)
    first = clock.told()
    clock.spend(0.5)

    assert first == {"remaining": 2.0, "increment": 0.02, "per_action": 1.0}
    assert clock.told()["remaining"] == pytest.approx(1.52 / 40)
    assert clock.told()["per_action"] == pytest.approx(1 / 40)
    assert clock.allowance() == 1.0
