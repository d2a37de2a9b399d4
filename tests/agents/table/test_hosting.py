"""Bots at some seats of a game, and people at the others, who move elsewhere."""

import contextlib
import random

import pytest

import engine
from agents import samples
from agents.bots.archive import pack
from agents.sandbox import Isolation
from agents.table.conditions import Conditions, SeatedBot
from agents.table.course import Course
from agents.table.hosting import Host
from agents.terms.clock import PRESETS
from agents.terms.limits import Limits
from engine import record
from engine.errors import EngineError

SEED = bytes(range(32))
CONDITIONS = Conditions(PRESETS["blitz"], Limits(), Isolation.BUBBLEWRAP)
CRASHING = b"""
from agents.sdk import Bot

class Crashing(Bot):
    def choose(self, state, clock):
        raise ValueError("no idea")
"""


def course(text="kalah", seats=2):
    game = engine.parse_variant(text)
    return Course(game, [{"name": f"seat {n}"} for n in range(game.num_players())], SEED, 1)


def seated(code=None):
    archive = pack("bot.py", code or samples.read("greedy")).data
    return SeatedBot(archive, "greedy", 1, 7)


def hosting(kept, bots):
    return Host(kept, bots, CONDITIONS, lambda: None)


def moved_by_a_person(kept, rng):
    kept.roll()
    state = kept.state
    kept.act(rng.choice(state.legal_actions()), wall=1.0)
    kept.roll()


def test_a_bot_answers_a_person_to_the_end_of_the_game():
    kept, rng = course("einstein"), random.Random(1)
    with hosting(kept, {1: seated()}) as host:
        while not kept.state.is_terminal():
            if host.bot_is_due:
                host.answer()
            else:
                moved_by_a_person(kept, rng)
        host.play.finish()

    assert kept.events[-1]["seat"] in (0, 1)
    assert record.verify(record.reveal(kept.recorder.document(kept.state), SEED)).ok


def test_a_game_goes_on_from_its_record_with_new_processes_and_the_same_dice():
    whole, rng = course("einstein"), random.Random(2)
    with hosting(whole, {1: seated()}) as host:
        while not whole.state.is_terminal():
            if host.bot_is_due:
                host.answer()
            else:
                moved_by_a_person(whole, rng)
    half = list(whole.events)[: len(whole.events) // 2]

    again = course("einstein")
    again.follow(half)
    with hosting(again, {1: seated()}) as host:
        again.follow(list(whole.events)[len(again.events) :])

    assert list(again.events) == list(whole.events)


def test_the_dice_after_a_bots_answer_are_thrown_at_once():
    kept = course("einstein")
    kept.roll()
    with hosting(kept, {kept.state.current_player(): seated()}) as host:
        host.answer()

    assert "throw" in kept.events[-1]
    assert not kept.state.is_chance_node()


def test_a_bot_has_only_the_time_left_that_it_had():
    kept = course()
    kept.follow([{"seat": 0, "action": "B"}, {"seat": 1, "action": "e", "wall": 9.5}])
    kept.follow([{"seat": 0, "action": "A"}])

    with hosting(kept, {1: seated()}) as host:
        left = host.play.players[1]._clock.remaining

    assert left == pytest.approx(10.0 - 9.5 + 0.1)


def test_a_bot_that_crashes_leaves_the_game_to_the_person():
    kept = course()
    kept.follow([{"seat": 0, "action": "B"}])
    with hosting(kept, {1: seated(CRASHING)}) as host:
        host.answer()

    assert kept.state.is_terminal()
    assert host.play.faults[1].kind == "crash"
    assert kept.events[-1] == {"seat": 1, "forfeit": "crash"}


def test_a_bot_that_has_left_is_not_started_again():
    kept = course("alquerque")
    if kept.state.num_players() < 3:
        kept = course("pachisi")
    kept.roll()
    kept.forfeit(1, "crash")
    kept.roll()
    with hosting(kept, {1: seated(CRASHING), 2: seated()}) as host:
        assert set(host.play.players) == {2}


def test_other_dice_than_the_seed_gives_are_refused():
    kept = course("einstein")
    kept.roll()
    thrown = dict(kept.events[0])
    other = course("einstein")
    thrown["throw"] = "1" if thrown["throw"] != "1" else "2"

    with pytest.raises(EngineError), contextlib.ExitStack():
        other.follow([thrown])
