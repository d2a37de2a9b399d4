import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sdk import Clock
from agents.terms.clock import PRESETS, GameClock, TimeControl


def control(**changes) -> TimeControl:
    values = {"bank": 10.0, "increment": 0.5, "per_action": 3.0, "startup": 5.0}
    return TimeControl("test", **{**values, **changes})


def test_an_action_costs_its_time_and_then_brings_the_increment():
    clock = GameClock(control())
    clock.spend(2.0)
    assert clock.remaining == 8.5


def test_one_action_may_take_no_more_than_the_cap():
    assert GameClock(control()).allowance() == 3.0


def test_without_a_cap_one_action_may_take_the_whole_bank():
    assert GameClock(control(per_action=None)).allowance() == 10.0


def test_near_the_end_the_bank_is_less_than_the_cap():
    clock = GameClock(control(bank=1.0))
    assert clock.allowance() == 1.0


@given(st.lists(st.floats(0, 0.5)))
def test_whoever_takes_no_longer_than_the_increment_never_runs_out(seconds):
    clock = GameClock(control(bank=0.5))
    for second in seconds:
        clock.spend(second)
    assert clock.remaining >= 0.5 - 1e-9


@pytest.mark.parametrize("field", ["bank", "per_action", "startup"])
@pytest.mark.parametrize("seconds", [0.0, -1.0, math.inf, math.nan])
def test_time_that_is_none_is_refused(field, seconds):
    with pytest.raises(ValueError, match=f"{field} must be more than 0 seconds"):
        control(**{field: seconds})


def test_a_negative_increment_is_refused():
    with pytest.raises(ValueError, match="increment must be 0 seconds or more, not -1"):
        control(increment=-1)


def test_presets_go_by_their_names_and_grow():
    assert all(name == preset.name for name, preset in PRESETS.items())
    assert [p.bank for p in PRESETS.values()] == sorted(p.bank for p in PRESETS.values())


def test_a_time_control_reads_as_a_sentence():
    assert str(PRESETS["blitz"]) == "10 s and 0.1 s for each action, at most 3 s for one"
    assert str(control(per_action=None)) == "10 s and 0.5 s for each action"


@given(st.floats(0.001, 1000), st.floats(0, 10), st.none() | st.floats(0.001, 100))
def test_a_share_of_the_clock_is_never_over_half_of_what_is_allowed(bank, increment, cap):
    share = Clock(remaining=bank, increment=increment, per_action=cap).share()
    assert 0 < share <= min(bank, cap or bank) / 2


@pytest.mark.parametrize(("actions", "seconds"), [(2, 6.0), (10, 15.0)])
def test_a_clock_runs_no_longer_than_its_bank_and_the_caps_allow(actions, seconds):
    assert control().longest(actions) == seconds


def test_without_a_cap_the_bank_alone_limits_a_clock():
    assert control(per_action=None).longest(2) == 11.0
