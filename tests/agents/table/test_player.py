"""How a bot's end is called, and that it is stopped while the other one thinks."""

import os
from dataclasses import replace
from types import SimpleNamespace

import pytest

from agents.sandbox import Exit, Isolation
from agents.table.bench import Begun
from agents.table.conditions import Conditions
from agents.table.player import STOPPED_SECONDS, RunningBot
from agents.table.wire import Table
from agents.terms.clock import PRESETS
from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits
from agents.words import Sentence
from tests.agents.bot_texts import bot

SURVIVED = Exit(0, None, memory_exceeded=False, cpu_exceeded=False, platform_fault=None)


@pytest.fixture
def gone():
    """A bot whose replies have ended, for each way in which its process has ended."""
    pipes = [os.pipe() for _ in range(3)]
    (_, requests), (replies, _), (output, _) = pipes

    def bot_that_ended(end, isolation=Isolation.BUBBLEWRAP):
        child = SimpleNamespace(
            requests=requests, replies=replies, output=output, pid=os.getpid(),
            cpu_seconds=lambda: 0.0, alive=lambda: end is None, close=lambda: end,
        )  # fmt: skip
        os.set_blocking(output, False)
        terms = Conditions(PRESETS["blitz"], Limits(), isolation)
        made.append(RunningBot(Table(None), Begun(child, ""), terms))
        return made[-1]

    made = []
    yield bot_that_ended
    for running in made:
        running._meter.close()
    for descriptor in sum(pipes, ()):
        os.close(descriptor)


@pytest.mark.parametrize(
    ("changes", "kind", "code"),
    [
        ({"memory_exceeded": True, "signal": 9}, "memory", "too-much-memory"),
        ({"scratch_exceeded": True, "signal": 9}, "scratch", "too-much-scratch"),
        ({"cpu_exceeded": True, "signal": 24}, "cpu", "too-much-cpu"),
        ({"status": 3}, "startup", "ended-itself"),
        ({"status": None, "signal": 11}, "startup", "ended-by"),
    ],
)
def test_the_end_of_a_process_is_called_by_its_cause(gone, changes, kind, code):
    fault = gone(replace(SURVIVED, **changes))._gone().fault

    assert (fault.kind, fault.code) == (kind, code)


def test_a_kill_from_outside_is_the_platforms_fault_only_in_a_sandbox(gone):
    killed = replace(SURVIVED, status=None, signal=9)

    with pytest.raises(PlatformFault) as caught:
        gone(killed)._gone()
    assert caught.value.code == "killed-from-outside"
    assert gone(killed, Isolation.NONE)._gone().fault.code == "ended-by"


def test_a_failure_of_the_sandbox_goes_before_all_else(gone):
    failed = replace(
        SURVIVED, memory_exceeded=True, platform_fault=Sentence("not-reaped", seconds=9)
    )

    with pytest.raises(PlatformFault) as caught:
        gone(failed)._gone()
    assert caught.value.code == "not-reaped"


THINKING_LONG = bot(
    "time.sleep(0.3 if state.move_number() < 6 else 0)\nreturn state.legal_actions()[0]"
)
ON_A_TIMER = """
    import signal

    at, timer = signal.signal, signal.setitimer

    def think(*_):
        until = time.process_time() + 0.001
        while time.process_time() < until:
            pass
"""


def thinking(start: str) -> str:
    return bot(
        "return state.legal_actions()[0]",
        before=ON_A_TIMER,
        members=f"""
            def start(self, game, seat, rng):
                print('started')
                {start}
        """,
    )


@pytest.mark.parametrize(
    "start",
    [
        "at(signal.SIGALRM, think); timer(signal.ITIMER_REAL, .005, .005)",
        "at(signal.SIGPROF, think); timer(signal.ITIMER_PROF, .005, .005)",
        "at(signal.SIGCONT, think); timer(signal.ITIMER_REAL, .005, .005)",
        "at(signal.SIGVTALRM, think); timer(signal.ITIMER_VIRTUAL, .005, .005)",
    ],
    ids=["alarm", "profile", "continued", "virtual"],
)
def test_no_timer_lets_a_bot_think_on_the_opponents_time(play, start):
    text = thinking(start)
    report = play(text, THINKING_LONG)

    assert report.logs[0].startswith("started")
    slow = [event for event in report.record["events"] if event["seat"] == 1]
    assert max(event["wall"] for event in slow) >= 0.3
    assert report.waiting_cpu[0] < STOPPED_SECONDS


def test_what_no_stop_can_hold_is_found_out_by_its_cpu_time(play):
    # Without isolation a bot may have a child that continues it.
    text = bot(
        "return state.legal_actions()[0]",
        before=ON_A_TIMER,
        members="""
            def start(self, game, seat, rng):
                if os.fork() == 0:
                    while os.getppid() != 1:
                        os.kill(os.getppid(), signal.SIGCONT)
                        time.sleep(0.001)
                    os._exit(0)
                signal.signal(signal.SIGALRM, think)
                signal.setitimer(signal.ITIMER_REAL, .0015, .0015)
        """,
    )
    report = play(text, THINKING_LONG, isolation=Isolation.NONE)

    fault = report.faults[0]
    assert fault.kind == "out-of-turn"
    assert "of CPU time while it was stopped" in fault.summary
    assert report.waiting_cpu[0] > STOPPED_SECONDS


def test_threads_that_are_allowed_are_stopped_too(play):
    text = bot(
        "return state.legal_actions()[0]",
        members="""
            def start(self, game, seat, rng):
                import threading
                spin = lambda: [None for _ in iter(int, 1)]
                threading.Thread(target=spin, daemon=True).start()
        """,
    )
    report = play(text, THINKING_LONG, limits=Limits(processes=2))
    assert report.faults == (None, None)
    assert report.waiting_cpu[0] < 2 * STOPPED_SECONDS * len(report.record["events"])
