"""On a busy machine every endless bot still loses its game, and no honest one does."""

import pytest

from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST, bot
from tests.agents.sandbox.corpus import BOTS
from tests.agents.table.test_hostile_play import HOSTILE, LIMITS, packed, said

pytestmark = [pytest.mark.usefixtures("busy_host"), pytest.mark.xdist_group("beside-load")]

SHORT = TimeControl("short", bank=0.2, increment=0.0, per_action=None, startup=20.0)
ENDLESS = [
    name
    for name, player in HOSTILE.items()
    if player.outcome.startswith(("timeout", "startup", "output")) or "stays" in name
]
# Of those that meet the sandbox alone: how they end in a game.
ENDS = {
    "bombs_threads": "crash",
    "floods_output": "output",
    "ignores_signals": "timeout",
    "loops_forever": "timeout",
    "loops_in_c": "timeout",
    "sleeps_forever": "timeout",
    "spawns_thread": "crash",
}
THREADS = """
    import threading
    from agents.sdk import Bot

    def spin():
        while True:
            pass

    class Threads(Bot):
        def choose(self, state, clock):
            for _ in range(2):
                threading.Thread(target=spin, daemon=True).start()
            {waits}
"""


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_player_meets_the_outcome_that_it_states(play, name):
    player = HOSTILE[name]

    report = play(packed(player), FIRST, time_control=player.control(), limits=LIMITS)

    assert said(report.faults[0]).startswith(player.outcome)
    assert report.faults[1] is None


@pytest.mark.parametrize("name", ENDS)
def test_an_endless_bot_of_the_sandboxs_corpus_loses_its_game(play, name):
    text = (BOTS / f"{name}.py").read_text(encoding="utf-8")

    report = play(f"{text}\n{bot('attempt(None)')}", FIRST, time_control=SHORT)

    assert said(report.faults[0]).startswith(ENDS[name])
    assert report.faults[1] is None


@pytest.mark.parametrize("waits", ["spin()", "threading.Event().wait()"])
def test_threads_that_keep_each_other_from_running_use_up_their_time(play, waits):
    text = THREADS.format(waits=waits)

    report = play(text, FIRST, time_control=SHORT, limits=Limits(processes=4))

    assert [fault and fault.kind for fault in report.faults] == ["timeout", None]


def test_an_honest_bot_that_computes_for_half_of_its_time_does_not_lose_on_time(play):
    half = """
        until = time.process_time() + clock.remaining / 2
        while len(state.history()) < 4 and time.process_time() < until:
            pass
        return state.legal_actions()[0]
    """
    control = TimeControl("", bank=0.8, increment=0.0, per_action=0.5, startup=20.0)

    report = play(bot(half), FIRST, time_control=control)

    assert report.faults == (None, None)
