import os

import pytest

from agents.sandbox import Isolation, roots, runtime, slots, start
from agents.terms.limits import Limits
from tests.agents import leftovers
from tests.agents.sandbox import corpus

BOTS = {bot.name: bot for bot in corpus.bots()}
# What the cage stops and the bare kernel does not, and does no harm to try.
HARMLESS = ["reads_passwd", "reads_proc", "opens_tcp_socket", "opens_local_socket", "loads_bpf"]
# Who runs the worker, and what cages its bots.
CASES = [("worker", Isolation.BUBBLEWRAP), ("ordinary user", Isolation.BUBBLEWRAP)]
if os.geteuid() == 0:
    CASES.append(("worker", Isolation.CHROOT))
EVERY_CAGE = pytest.mark.parametrize("isolation", sorted({one for _user, one in CASES}, key=str))


@pytest.fixture(autouse=True)
def secret(monkeypatch):
    monkeypatch.setenv("SECRET_FOR_TESTS", "not for bots")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("user", "isolation"), CASES)
def test_a_bot_meets_the_outcome_that_it_states(name, user, isolation, outcomes):
    assert outcomes(user, isolation)[name] in corpus.expected(BOTS[name], isolation)


@pytest.mark.parametrize("name", HARMLESS)
def test_without_the_cage_the_same_bot_is_not_stopped_so(name):
    outcome = corpus.play(BOTS[name], isolation=Isolation.NONE)

    assert outcome not in (BOTS[name].outcome, "never ran")


@EVERY_CAGE
def test_a_second_game_finds_nothing_that_the_first_left(isolation):
    leaves = BOTS["leaves_file"]
    found = [corpus.play(leaves, isolation=isolation) for _game in range(2)]

    assert found == [leaves.outcome] * 2


@EVERY_CAGE
def test_nothing_is_left_of_those_that_try_to_stay(isolation):
    for name in ("forks_daemon", "ignores_signals", "sleeps_forever", "bombs_threads", "good"):
        corpus.play(BOTS[name], isolation=isolation)

    places = [runtime.location() / roots.FOLDER / str(user) for user in slots._USER_IDS]
    assert leftovers.found() == []
    assert [file for place in places for file in place.glob("*/tmp/*")] == []


def test_what_is_still_there_would_be_seen():
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program="while 1: pass"):
        kinds = {line.partition(" ")[0] for line in leftovers._all()}

    assert {"process", "descriptor"} <= kinds
    assert leftovers.found() == []
