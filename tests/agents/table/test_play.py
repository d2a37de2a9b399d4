"""How many bots of a game load at once, and what that costs them."""

import pytest

import engine
from agents.sandbox import Isolation
from agents.table.bench import Bench
from agents.table.conditions import SeatedBot
from agents.table.course import Course
from agents.table.play import Play
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST


class Told:
    """A bot that notes what is asked of it."""

    def __init__(self, seat, notes):
        self.seat, self.notes = seat, notes

    def greet(self):
        self.notes.append(f"greet {self.seat}")

    def begin(self, _archive, **_terms):
        self.notes.append(f"begin {self.seat}")

    def start(self):
        self.notes.append(f"start {self.seat}")

    def cut(self, event):
        assert event == 0


@pytest.mark.parametrize(
    ("abreast", "order"),
    [
        (1, "begin 0, start 0, begin 1, start 1, begin 2, start 2, begin 3, start 3"),
        (2, "begin 0, begin 1, start 0, start 1, begin 2, begin 3, start 2, start 3"),
    ],
)
def test_as_many_load_at_once_as_may(abreast, order):
    notes = []
    game = engine.parse_variant("alquerque")
    bots = {seat: SeatedBot(b"", f"bot{seat}", 1, seat) for seat in range(4)}
    play = Play(Course(game, [bot.seat() for bot in bots.values()], bytes(32), 1))
    play.players = {seat: Told(seat, notes) for seat in bots}

    play.start(bots, abreast=abreast)

    assert notes == [f"greet {seat}" for seat in bots] + order.split(", ")


@pytest.mark.parametrize(("processors", "abreast"), [(1, 1), (2, 2), (64, 2)])
def test_two_load_at_once_where_there_are_processors_for_both(processors, abreast):
    bench = Bench(limits=Limits(), isolation=Isolation.NONE, processors=processors)

    assert bench.abreast == abreast


def test_a_bot_is_not_charged_while_the_referee_waits_for_another(play, nothing_is_left):
    hasty = TimeControl("hasty", bank=20.0, increment=0.0, per_action=None, startup=1.0)

    with Bench(limits=Limits(), isolation=Isolation.BUBBLEWRAP, processors=2) as bench:
        report = play("while True: pass", FIRST, time_control=hasty, bench=bench)

    assert [fault and fault.kind for fault in report.faults] == ["startup", None]
