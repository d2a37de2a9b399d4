"""A bot's clock does not run while the host keeps it from running; no bot can make use of that."""

import itertools
import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from agents.sandbox import Child, Isolation
from agents.table import stall
from agents.table.player import RunningBot
from agents.table.stall import Account, Schedule, StallMeter
from agents.table.wire import Table
from agents.terms import clock
from agents.terms.clock import TimeControl
from agents.terms.faults import HostStalled
from tests.agents.bot_texts import FIRST, bot

BANK = TimeControl("bank", bank=0.5, increment=0.0, per_action=None, startup=20.0)
CAPPED = TimeControl("capped", bank=20.0, increment=0.0, per_action=0.3, startup=20.0)
SOON = TimeControl("soon", bank=0.8, increment=0.0, per_action=0.3, startup=20.0)
HASTY = TimeControl("hasty", bank=20.0, increment=0.0, per_action=None, startup=0.3)
NEVER = bot("time.sleep(60)")
LATE = bot("time.sleep(0.4 if len(state.history()) < 2 else 0)\nreturn state.legal_actions()[0]")


def test_what_the_host_stalled_is_not_charged(play, stalled):
    stalled(0.3)
    assert play(LATE, FIRST, time_control=CAPPED).faults == (None, None)


def test_without_a_stall_the_same_answer_is_too_late(play, stalled):
    stalled(0.0)
    assert play(LATE, FIRST, time_control=CAPPED).faults[0].kind == "timeout"


@pytest.fixture
def always_stalled(monkeypatch, stalled):
    """A host that stalls bots all the time, where no more is taken off than was given and 0.1 s."""
    monkeypatch.setattr(clock, "STALL_FACTOR", 1.0)
    monkeypatch.setattr(clock, "STALL_SECONDS", 0.1)
    stalled(1000.0)


@pytest.mark.parametrize(
    ("text", "control", "outcome"),
    [
        (NEVER, BANK, ("timeout", "less 0.600 s")),
        (NEVER, SOON, ("timeout", "less 0.900 s")),
        ("import time; time.sleep(60)", HASTY, ("startup", "less 0.400 s")),
    ],
)
def test_what_is_taken_off_is_bounded(play, always_stalled, text, control, outcome):
    fault = play(text, FIRST, time_control=control).faults[0]
    assert fault.kind == outcome[0]
    assert f"{outcome[1]} for which the host kept it" in fault.detail


def spins(seconds):
    """A bot that computes so long for its first actions, and then answers at once."""
    counts = "while time.process_time() < until: pass"
    text = f"until = time.process_time() + {seconds} * (len(state.history()) < 2)\n{counts}\n"
    return bot(f"{text}return state.legal_actions()[0]")


def test_a_bot_is_charged_its_own_cpu_time_whatever_the_stall(play, stalled):
    stalled(1000.0)
    assert play(spins(0.35), FIRST, time_control=CAPPED).faults[0].kind == "timeout"


@pytest.mark.parametrize(("passed", "charged"), [(1.5, 1.0), (0.6, 0.6)])
def test_computing_while_nobody_sits_at_the_table_is_charged(passed, charged):
    # One second of CPU time, of which the table's clock saw a fifth.
    player = RunningBot.__new__(RunningBot)
    player._table, player._cpu_at_pause = Table(None), 4.0
    player._child = SimpleNamespace(cpu_seconds=lambda: 5.0)
    player._meter = SimpleNamespace(seconds=lambda _cpu, absent: 9.0 + absent)

    assert player._measured(0.2, passed, excusable=9.0).charged == charged


def test_where_stalls_cannot_be_measured_every_second_is_the_bots_and_it_says_so(play, stalled):
    stalled(0.0, "no schedstat here")
    report = play(NEVER, FIRST, time_control=BANK)
    assert report.faults[0].kind == "timeout"
    assert "cannot be measured here: no schedstat here" in report.faults[0].detail
    assert report.unmeasured == "no schedstat here"


SLOW = "time.sleep(0.02)\nreturn state.legal_actions()[0]"


def test_an_action_that_was_stalled_says_so_in_the_record(play, stalled):
    stalled(0.0123456789)
    events = play(bot(SLOW), bot(SLOW)).record["events"]
    assert {event["stall"] for event in events} == {0.012346}


def test_an_action_that_was_hardly_stalled_does_not_mention_it(play, stalled):
    stalled(stall.RECORDED_SECONDS)
    assert not any("stall" in event for event in play(bot(SLOW), FIRST).record["events"])


def test_a_bot_is_shown_the_bank_that_the_record_adds_up_to(play, stalled):
    stalled(0.0123456789)
    told = bot(f"self.note(repr(clock.remaining))\n{SLOW}")
    control = TimeControl("", bank=20.0, increment=0.5, per_action=None, startup=20.0)
    events = play(told, FIRST, time_control=control).record["events"]
    bank = 20.0
    for event in (event for event in events if event["seat"] == 0):
        assert float(event["note"]) == pytest.approx(bank, abs=1e-4)
        bank += 0.5 - (event["wall"] - event.get("stall", 0.0))


def test_a_host_that_never_lets_a_stopped_bot_stop_has_failed(play, monkeypatch):
    monkeypatch.setattr("agents.table.player.STARVED_SECONDS", 0.05)
    monkeypatch.setattr(StallMeter, "bot_runs", lambda _meter: True)
    monkeypatch.setattr(Child, "cpu_seconds", lambda _child: 0.0)
    with pytest.raises(HostStalled, match="did not get to run once"):
        play(NEVER, FIRST, time_control=BANK)


def test_a_bot_that_is_busy_in_the_kernel_is_no_failure_of_the_host(play, monkeypatch):
    monkeypatch.setattr("agents.table.player.STARVED_SECONDS", 0.05)
    monkeypatch.setattr(StallMeter, "bot_runs", lambda _meter: True)
    used = Child.cpu_seconds
    ticks = itertools.count()
    monkeypatch.setattr(Child, "cpu_seconds", lambda child: used(child) + next(ticks) * 1e-4)
    assert play(NEVER, FIRST, time_control=BANK).faults[0].kind == "timeout"


def test_a_kernel_that_tells_nothing_is_told_of(monkeypatch):
    monkeypatch.setattr(stall, "Path", lambda path: Path("/nowhere") / str(path).lstrip("/"))
    meter = StallMeter(os.getpid(), time.process_time)
    meter.begin(0.0)
    assert "/schedstat" in meter.unmeasured
    assert meter.seconds(0.0) == 0.0
    assert not meter.bot_runs()
    meter.close()


def test_what_the_workers_other_threads_compute_is_no_stall():
    meter = StallMeter(os.getpid(), time.process_time)
    meter.begin(0.0)
    began = meter._bot.account()
    counting = threading.Thread(target=burn, args=(0.3,))
    counting.start()
    counting.join()
    later = began._replace(delay=began.delay + 0.2)
    meter._bot.account = lambda: later
    meter._own_said = meter._own.read()

    assert meter._measured(0.0, 0.0) < 0.1
    meter.close()


def burn(seconds):
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_waits_for_each_other_and_wakes_are_no_stall():
    before = Account(cpu=0.0, delay=1.0, starts=100)
    assert before.stalled(Account(0.0, 1.5, 100), other_cpu=0.0) == 0.5
    assert before.stalled(Account(0.0, 1.5, 100), other_cpu=0.3) == pytest.approx(0.2)
    assert before.stalled(Account(0.0, 1.5, 10_100), other_cpu=0.0) == 0.0


class Told:
    """A thread's account as told, and how often it was asked for."""

    def __init__(self, said):
        self.said, self.asked = said, 0

    def read(self):
        self.asked += 1
        return self.said

    def account(self):
        return Account.of(self.read())


@pytest.fixture
def told(monkeypatch):
    """A meter of this process that is told the time and the accounts of bot and referee."""
    now = [100.0]
    monkeypatch.setattr(stall.time, "perf_counter", lambda: now[0])
    meter = StallMeter(os.getpid(), lambda: 0.0)
    meter.close()
    meter._bot, meter._own = Told(b"0 0 0"), Told(b"0 0 0")
    return meter, now


def test_a_bot_that_had_the_processor_all_the_time_costs_no_second_look(told):
    meter, now = told
    meter.begin(7.0)
    now[0] += 1.0
    meter._bot.said = b"1000000000 900000000 1"
    assert meter.seconds(8.0 - stall.WAKE_SECONDS / 2) == 0.0
    assert (meter._bot.asked, meter._own.asked) == (1, 1)


def test_time_without_the_processor_is_looked_up(told):
    meter, now = told
    meter.begin(7.0)
    now[0] += 1.0
    meter._bot.said = b"400000000 600000000 0"
    assert meter.seconds(7.4) == pytest.approx(0.6, abs=0.01)


def test_a_referee_that_was_late_at_last_is_looked_up_however_busy_the_bot_was_before(told):
    meter, now = told
    meter._cpu_seconds = lambda: 9.0
    meter.begin(7.0)
    now[0] += 1.0
    meter.wait_again()
    now[0] += 0.5
    meter._own.said = b"0 500000000 0"
    assert meter.seconds(9.0) == pytest.approx(0.5, abs=0.01)


def test_what_the_tables_clock_has_left_out_is_not_taken_off_again(told):
    meter, now = told
    meter.begin(7.0)
    now[0] += 0.8
    meter._own.said = b"0 800000000 0"
    assert meter.seconds(7.0, absent=0.3) == pytest.approx(0.5, abs=0.01)


BUSY = "import os; os.sched_setaffinity(0, {{{cpu}}})\nprint(flush=True)\nwhile True: pass"


@pytest.fixture
def crowded():
    """One processor on which others compute all the time, for a bot to be put on."""
    cpu = min(os.sched_getaffinity(0))
    others = [
        subprocess.Popen([sys.executable, "-S", "-c", BUSY.format(cpu=cpu)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    for other in others:
        other.stdout.readline()
    yield cpu
    for other in others:
        other.kill()
        other.wait()
        other.stdout.close()


@pytest.fixture
def crowded_bot(monkeypatch, crowded):
    """Every bot has to share one processor with those that compute all the time."""

    class Crowded(StallMeter):
        def __init__(self, pid, cpu_seconds):
            super().__init__(pid, cpu_seconds)
            os.sched_setaffinity(pid, {crowded})

    monkeypatch.setattr("agents.table.player.StallMeter", Crowded)


@pytest.mark.parametrize("isolation", Isolation)
def test_a_bot_that_others_keep_from_its_processor_has_all_its_time(play, crowded_bot, isolation):
    uses = "until = time.process_time() + 0.25\nwhile time.process_time() < until: pass"
    text = bot(
        f"if len(state.history()) < 2:\n{textwrap.indent(uses, '    ')}\n"
        "return state.legal_actions()[0]"
    )
    assert play(text, FIRST, time_control=BANK, isolation=isolation).faults == (None, None)


@pytest.mark.parametrize("isolation", Isolation)
def test_a_bot_that_spins_on_a_crowded_processor_runs_out_of_time(play, crowded_bot, isolation):
    report = play(bot("while True: pass"), FIRST, time_control=BANK, isolation=isolation)
    assert report.faults[0].kind == "timeout"


def settle(schedule):
    while schedule.runs():
        time.sleep(0.001)


def test_a_stopped_process_is_not_stalled_and_a_sleeping_one_neither():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        schedule = Schedule(Path(f"/proc/{child.pid}/task/{child.pid}"))
        time.sleep(0.2)
        before = schedule.account()
        child.send_signal(19)
        settle(schedule)
        time.sleep(0.1)
        assert before.stalled(schedule.account(), other_cpu=0.0) < 0.1
        child.kill()
        child.wait()
        assert not schedule.runs()
        assert schedule.account().starts >= before.starts
        schedule.close()
