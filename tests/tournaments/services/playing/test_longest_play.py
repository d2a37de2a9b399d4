"""How long a match may take, beside the limits of the task that plays it."""

import math
from datetime import timedelta

import pytest

import engine
from agents.terms.clock import PRESETS, GameClock
from tests.tournaments.factories import variant
from tournaments import tasks
from tournaments.mathematics import lengths
from tournaments.queries import shipped
from tournaments.services.bots import checks

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_the_longest_match_at_the_end_of_a_stretch_is_within_the_limits_of_its_task(settings):
    keys = [info.id for info in engine.games()] + [one.key for one in shipped.VARIANTS]
    longest = timedelta()
    for key in keys:
        game = variant(key).load()
        seats = game.num_players()
        for control in PRESETS.values():
            longest = max(longest, math.factorial(seats) * lengths.ended_within(game, control))

    limits = settings.CELERY_TASK_ANNOTATIONS["kauri.play"]
    stretch, soft, hard, visible = (
        timedelta(seconds=seconds)
        for seconds in (
            tasks.STRETCH_SECONDS,
            limits["soft_time_limit"],
            limits["time_limit"],
            settings.VISIBILITY_SECONDS,
        )
    )
    assert stretch + longest < soft < hard < visible


def test_the_longest_check_of_a_bot_is_within_the_limit_of_its_task(settings):
    keys = [info.id for info in engine.games()]
    games = [variant(key).load() for key in keys]
    control = PRESETS[checks.TIME_CONTROL]

    longest = sum((lengths.ended_within(game, control) for game in games), timedelta())

    limit = settings.CELERY_TASK_ANNOTATIONS["kauri.validate"]["soft_time_limit"]
    assert timedelta(seconds=tasks.STRETCH_SECONDS) + longest < timedelta(seconds=limit)


def test_the_longest_game_has_time_for_every_stall_that_is_taken_off():
    game, control = variant("einstein").load(), PRESETS["bullet"]
    ours = timedelta(seconds=lengths.START_SECONDS + 98 * lengths.ACTION_SECONDS)

    clocks = [GameClock(control), GameClock(control)]
    for number in range(98):
        clocks[number % 2].spend(0.0)
    budgets = [budget for clock in clocks for budget in (clock.bank, clock.startup)]

    most = sum(budget.left + budget.excusable() for budget in budgets)
    longest = lengths.ended_within(game, control) - ours
    assert longest.total_seconds() == pytest.approx(most)
