"""Tutorials: the solution of each step reaches its goal, and the code to start with plays."""

import hashlib
from itertools import islice

import pytest

import engine
from agents import house
from agents.bots import archive
from agents.desk import session
from agents.desk.series import Contender, play, score
from tournaments.queries.games import tutorials

pytestmark = pytest.mark.once

GAMES = [info.id for info in engine.games() if not info.is_package]
STEPS = [pytest.param(step, id=step.key) for game in GAMES for step in tutorials.steps(game)]


def series(step, code, games):
    """The score of a bot's code in so many games against the opponent of a step."""
    seed = hashlib.sha256(step.key.encode()).digest()
    here = session.session(time="rapid", seed=seed, limits=(), trusted=True, in_process=True)
    bots = [
        Contender("mine", archive.pack("bot.py", code.encode()).data),
        Contender("theirs", house.read(step.goal.opponent)),
    ]
    game = engine.parse_variant(step.variant)
    played = play(
        lambda seating: here.play(game, here.seated(bots, seating), seating.deal),
        games=games, seats=2, seed=seed, first="alternate",
    )  # fmt: skip
    return score(list(islice(played, games)), entrant=0)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_three_to_five_steps_for_a_variant_of_two_seats(game):
    steps = tutorials.steps(game)

    assert 3 <= len(steps) <= 5
    assert {step.variant for step in steps} == {steps[0].variant}
    assert engine.parse_variant(steps[0].variant).num_players() == 2


@pytest.mark.parametrize("step", STEPS)
def test_the_solution_of_a_step_reaches_its_goal(step):
    tally = series(step, step.solution, step.goal.games)

    assert tally.faults == 0
    assert tally.wins >= step.goal.wins


@pytest.mark.parametrize("step", STEPS)
def test_the_code_to_start_with_plays_without_a_fault(step):
    assert series(step, step.start, 1).faults == 0
