"""How many bots of a game load at once, and what that costs them."""

from types import SimpleNamespace

import pytest

import engine
from agents.sandbox import Isolation
from agents.table.bench import Bench
from agents.table.conditions import SeatedBot
from agents.table.course import Course
from agents.table.play import Play
from agents.table.player import TimedAnswer
from agents.terms.clock import Spent, TimeControl
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST


class Told:
    """A bot that notes what is asked of it."""

    def __init__(self, seat, notes):
        self.seat, self.notes = seat, notes
        self.log = SimpleNamespace(cut=lambda event: notes.append(f"cut {event}"))

    def greet(self):
        self.notes.append(f"greet {self.seat}")

    def begin(self, _archive, **_terms):
        self.notes.append(f"begin {self.seat}")

    def start(self):
        self.notes.append(f"start {self.seat}")

    def close(self):
        self.notes.append(f"close {self.seat}")


class Acting(Told):
    """A bot with one answer to whatever it is asked; None resigns."""

    def __init__(self, seat, notes, answer):
        super().__init__(seat, notes)
        self.answer = answer

    def choose(self, _view):
        return self.answer


def playing(answer):
    """A game of Kalah in which the bot to act has this answer, and what is asked of the bots."""
    notes, seats = [], [{"name": f"seat {seat}"} for seat in range(2)]
    play = Play(Course(engine.parse_variant("kalah"), seats, bytes(32), 1))
    play.players = {0: Acting(0, notes, answer), 1: Told(1, notes)}
    return play, notes


def test_a_bot_that_resigns_leaves_the_game_and_its_process_ends():
    play, notes = playing(None)

    play.step()

    assert list(play.course.events) == [{"seat": 0, "forfeit": "resigned"}]
    assert play.course.state.is_terminal()
    assert (play.faults, play.gone) == ([None, None], {0})
    assert notes == ["cut 1", "close 0", "cut 1"]


def test_a_record_holds_times_in_microseconds():
    play, _notes = playing(TimedAnswer("A", "", Spent(1 / 3, 2 / 3, 0.01)))

    play.step()

    (event,) = play.course.events
    assert (event["wall"], event["cpu"], event["stall"]) == (0.333333, 0.666667, 0.01)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (99, ("illegal", "not-allowed")),
        ("Z9", ("invalid", "no-action")),
    ],
)
def test_an_answer_that_is_no_legal_action_ends_the_bots_part(answer, fault):
    play, notes = playing(TimedAnswer(answer, "", Spent(0.1)))

    play.step()

    blamed = play.faults[0]
    assert (blamed.kind, blamed.code, blamed.ply) == (*fault, 0)
    assert play.course.events[-1] == {"seat": 0, "forfeit": blamed.kind}
    assert "close 0" in notes


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

    asked = [note for note in notes if not note.startswith("cut")]
    assert asked == [f"greet {seat}" for seat in bots] + order.split(", ")
    assert notes.count("cut 0") == 4


@pytest.mark.parametrize(("processors", "abreast"), [(1, 1), (2, 2), (64, 2)])
def test_two_load_at_once_where_there_are_processors_for_both(processors, abreast):
    bench = Bench(limits=Limits(), isolation=Isolation.NONE, processors=processors)

    assert bench.abreast == abreast


def test_a_bot_is_not_charged_while_the_referee_waits_for_another(play, nothing_is_left):
    hasty = TimeControl("hasty", bank=20.0, increment=0.0, per_action=None, startup=1.0)

    with Bench(limits=Limits(), isolation=Isolation.BUBBLEWRAP, processors=2) as bench:
        report = play("while True: pass", FIRST, time_control=hasty, bench=bench)

    assert [fault and fault.kind for fault in report.faults] == ["startup", None]
