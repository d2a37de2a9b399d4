"""A bot is stopped while the other one thinks, and its CPU time proves it."""

import pytest

from agents.sandbox import Isolation
from agents.table.player import STOPPED_SECONDS
from agents.terms.limits import Limits
from tests.agents.bot_texts import bot

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
