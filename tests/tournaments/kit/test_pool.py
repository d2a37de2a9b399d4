"""The pool: a machine that fails for a moment costs nobody a game."""

import pytest

from agents.desk.session import Session
from agents.sandbox import Isolation
from agents.table import referee
from agents.table.conditions import Conditions, Deal
from agents.terms.clock import PRESETS
from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits
from tournaments.kit import pool

CONDITIONS = Conditions(PRESETS["bullet"], Limits(), Isolation.NONE)
JOB = pool.Job("one", "kalah", (), Deal(bytes(32), 1), Session(CONDITIONS, bytes(32)))


class Machine:
    """A referee on a machine that fails so often, and the deals that it was given."""

    def __init__(self, failures):
        self.failures, self.deals = failures, []

    def __call__(self, _game, _bots, deal, _conditions):
        self.deals.append(deal)
        if len(self.deals) <= self.failures:
            raise PlatformFault("starved", seconds=10.0)
        return self

    def report(self):
        return "the report"


@pytest.mark.parametrize("failures", [0, 1, pool.TRIES - 1])
def test_a_game_that_the_machine_broke_is_played_again_with_the_same_dice(monkeypatch, failures):
    machine = Machine(failures)
    monkeypatch.setattr(referee, "play_game", machine)

    assert list(pool.play_all([JOB], processes=1)) == [(JOB, "the report")]
    assert machine.deals == [JOB.deal] * (failures + 1)


def test_a_machine_that_keeps_failing_ends_the_command(monkeypatch):
    machine = Machine(pool.TRIES)
    monkeypatch.setattr(referee, "play_game", machine)

    with pytest.raises(PlatformFault):
        list(pool.play_all([JOB], processes=1))
    assert len(machine.deals) == pool.TRIES
