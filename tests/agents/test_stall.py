"""Whose time-out it is: the bot's, or that of the host that kept it from running."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from agents import stall
from agents.clock import TimeControl
from agents.faults import HostStalled
from agents.sandbox import Isolation
from agents.stall import Account, Schedule, StallMeter, voids
from tests.agents.bot_texts import FIRST, bot

BANK = TimeControl("bank", bank=0.5, increment=0.0, per_action=None, startup=20.0)
CAPPED = TimeControl("capped", bank=20.0, increment=0.0, per_action=0.3, startup=20.0)
HASTY = TimeControl("hasty", bank=20.0, increment=0.0, per_action=None, startup=0.3)
NEVER = bot("time.sleep(60)")


def test_a_tenth_of_the_allowance_voids():
    assert voids(0.2, 2.0)
    assert not voids(0.19, 2.0)
    assert not voids(None, 2.0)


@pytest.mark.parametrize(
    ("text", "control", "seconds"),
    [(NEVER, BANK, 0.05), (NEVER, CAPPED, 0.03), ("import time; time.sleep(60)", HASTY, 0.03)],
)
def test_a_time_out_on_a_stalling_host_is_no_fault_of_the_bot(
    play, stalled, text, control, seconds
):
    stalled(seconds)
    with pytest.raises(HostStalled, match=rf"for {seconds:.3f} s on a clock of"):
        play(text, FIRST, time_control=control)


@pytest.mark.parametrize(
    ("text", "control", "seconds"),
    [(NEVER, BANK, 0.049), (NEVER, CAPPED, 0.029), ("import time; time.sleep(60)", HASTY, 0.029)],
)
def test_a_time_out_with_less_stall_is_the_bots(play, stalled, text, control, seconds):
    stalled(seconds)
    fault = play(text, FIRST, time_control=control).faults[0]
    assert fault.kind in ("timeout", "startup")
    assert f"The host stalled it for {seconds:.3f} s" in fault.detail


def test_the_stalls_of_all_actions_count_on_the_bank(play, stalled):
    stalled(0.02)
    text = bot("time.sleep(60 if len(state.history()) > 7 else 0)\nreturn state.legal_actions()[0]")
    with pytest.raises(HostStalled, match=r"on a clock of 0\.5 s \(bank\)"):
        play(text, bot("return state.legal_actions()[-1]"), time_control=BANK)


def test_the_stalls_of_other_actions_do_not_count_on_the_cap(play, stalled):
    stalled(0.02)
    text = bot("time.sleep(60 if len(state.history()) > 7 else 0)\nreturn state.legal_actions()[0]")
    assert play(text, FIRST, time_control=CAPPED).faults[0].kind == "timeout"


def test_where_stalls_cannot_be_measured_the_rule_is_not_applied_and_says_so(play, stalled):
    stalled(None, "no schedstat here")
    report = play(NEVER, FIRST, time_control=BANK)
    assert report.faults[0].kind == "timeout"
    assert "cannot be measured here: no schedstat here" in report.faults[0].detail
    assert report.unmeasured == "no schedstat here"


def test_an_action_that_was_stalled_says_so_in_the_record(play, stalled):
    stalled(0.0123456789)
    events = play(FIRST, FIRST).record["events"]
    assert {event["stall"] for event in events} == {0.012346}


def test_an_action_that_was_hardly_stalled_does_not_mention_it(play, stalled):
    stalled(stall.RECORDED_SECONDS)
    assert not any("stall" in event for event in play(FIRST, FIRST).record["events"])


def test_a_kernel_that_tells_nothing_is_told_of(monkeypatch):
    monkeypatch.setattr(stall, "Path", lambda path: Path("/nowhere") / str(path).lstrip("/"))
    meter = StallMeter(os.getpid(), time.process_time)
    meter.begin(0.0)
    assert "/schedstat" in meter.unmeasured
    assert meter.seconds(0.0) is None
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

    assert meter._measured(0.0) < 0.1
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


@pytest.mark.parametrize("isolation", Isolation)
def test_a_bot_that_others_keep_from_its_processor_is_not_blamed(
    play, monkeypatch, crowded, isolation
):
    class Crowded(StallMeter):
        def __init__(self, pid, cpu_seconds):
            super().__init__(pid, cpu_seconds)
            os.sched_setaffinity(pid, {crowded})

    monkeypatch.setattr("agents.player.StallMeter", Crowded)
    with pytest.raises(HostStalled):
        play(bot("while True: pass"), FIRST, time_control=BANK, isolation=isolation)


def test_a_stopped_process_is_not_stalled_and_a_sleeping_one_neither():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        schedule = Schedule(Path(f"/proc/{child.pid}/task/{child.pid}"))
        time.sleep(0.2)
        before = schedule.account()
        child.send_signal(19)
        schedule.settle()
        time.sleep(0.1)
        assert before.stalled(schedule.account(), other_cpu=0.0) < 0.1
        child.kill()
        child.wait()
        schedule.settle()
        assert schedule.account().starts >= before.starts
        schedule.close()
