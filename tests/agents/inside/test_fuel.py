"""A clock that counts instructions."""

from agents.inside.fuel import FuelClock

SECOND = 2_000_000_000


def told(remaining, per_action=None):
    return {"remaining": remaining, "increment": 0.5, "per_action": per_action}


def test_it_starts_at_the_first_turns_clock_and_goes_by_instructions():
    clock = FuelClock()

    assert clock.begin(told(10.0)) == told(10.0)
    assert clock.given == 10 * SECOND
    clock.end(8 * SECOND)
    assert clock.begin(told(9.1)) == told(8.5)


def test_an_action_has_its_own_limit():
    clock = FuelClock()
    clock.begin(told(10.0, per_action=3.0))

    assert clock.given == 3 * SECOND


def test_a_clock_that_has_far_less_is_shown_as_it_is_and_costs_no_instructions():
    clock = FuelClock()
    clock.begin(told(10.0, per_action=3.0))
    clock.end(clock.given)

    assert clock.begin(told(5.2, per_action=0.1)) == told(5.2, per_action=0.1)
    assert clock.given == 3 * SECOND


def test_time_passes_by_instructions_also_before_the_first_turn():
    clock = FuelClock()
    clock.end(clock.given - 10)
    clock.begin(told(1.0))

    assert clock.nanoseconds(clock.given - 30) == 20
