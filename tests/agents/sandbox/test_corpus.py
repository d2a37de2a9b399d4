from pathlib import Path

import pytest

from agents.limits import Limits
from agents.sandbox import Isolation, start
from tests.agents import leftovers
from tests.agents.sandbox import corpus

BOTS = {bot.name: bot for bot in corpus.bots()}
# What the cage stops and the bare kernel does not, and does no harm to try.
HARMLESS = ["reads_passwd", "reads_proc", "opens_tcp_socket", "opens_local_socket", "loads_bpf"]


@pytest.fixture(autouse=True)
def secret(monkeypatch):
    monkeypatch.setenv("SECRET_FOR_TESTS", "not for bots")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_meets_the_outcome_that_it_states(name):
    assert corpus.play(BOTS[name]) == BOTS[name].outcome


@pytest.mark.parametrize("name", BOTS)
def test_it_meets_the_same_outcome_when_an_ordinary_user_runs_the_worker(name, outcomes_as_user):
    assert outcomes_as_user[name] == BOTS[name].outcome


@pytest.mark.parametrize("name", HARMLESS)
def test_without_the_cage_the_same_bot_is_not_stopped_so(name):
    outcome = corpus.play(BOTS[name], isolation=Isolation.NONE)

    assert outcome not in (BOTS[name].outcome, "never ran")


def test_a_second_game_finds_nothing_that_the_first_left():
    leaves = BOTS["leaves_file"]

    assert [corpus.play(leaves), corpus.play(leaves)] == [leaves.outcome] * 2


def children():
    return sorted(path.read_text() for path in Path("/proc/self/task").glob("*/children"))


def test_nothing_is_left_of_those_that_try_to_stay():
    before = children()

    for name in ("forks_daemon", "ignores_signals", "sleeps_forever", "bombs_threads"):
        corpus.play(BOTS[name])

    assert children() == before


def test_what_is_still_there_would_be_seen():
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program="while 1: pass"):
        kinds = {line.partition(" ")[0] for line in leftovers._all()}

    assert kinds == {"process", "descriptor"}
    assert leftovers.found() == []
