"""The judge tells what seats could expect, what throws gave, and what actions gave away."""

import json

import pytest

from agents import judge
from agents.judge import analysis, scale
from agents.judge.search import worth
from tests.agents.judging import Table, before_a_win


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(analysis, "BUDGET", 2000)
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST_SEARCHES", 60)


@pytest.mark.parametrize(
    "variant",
    ["kalah", "einstein(setup=chosen)", "pachisi(mode=teams)", "ashte-kashte(seats=3)",
     "alquerque"],
)  # fmt: skip
def test_it_ends_with_the_result_and_gives_nobody_what_others_do_not_lose(variant):
    record = Table(variant).end()
    found = judge.analyse(record)
    points = found.document()["points"]
    assert points[-1]["values"] == pytest.approx(record["result"]["returns"], abs=0.001)
    assert points[-1]["error"] == 0.0
    assert all(sum(point["values"]) == pytest.approx(0.0, abs=0.01) for point in points)
    assert sum(seat.luck for seat in found.seats) == pytest.approx(0.0, abs=1e-6)


def test_equal_records_have_equal_analyses_which_are_json():
    one, other = (judge.analyse(Table("einstein").end()).document() for _ in range(2))
    assert json.dumps(one) == json.dumps(other)


def test_games_that_differ_are_judged_by_simulations_of_their_own():
    record = Table("kalah").end()
    other = judge.analyse(record | {"final": "1" * 64})
    assert judge.analyse(record).values[0] != other.values[0]


def test_a_missed_win_is_a_swing_with_the_action_that_would_have_won():
    table = before_a_win("einstein")
    seat, wins = table.state.current_player(), table.wins
    better = {table.state.action_to_string(action) for action in wins}
    missed = len(table.recorder.events) + 1
    table.step(next(a for a in table.state.legal_actions() if a not in wins))
    table.leave(seat)
    found = judge.analyse(table.end())
    swing = next(one for one in found.swings if one.ply == missed)
    assert (swing.seat, swing.better in better) == (seat, True)
    assert found.seats[seat].lost >= swing.lost > 2 * swing.error


def test_who_leaves_a_game_gives_away_what_was_left():
    table = before_a_win("einstein")
    seat, ply = table.state.current_player(), len(table.recorder.events) + 1
    table.leave(seat, "timeout")
    last = judge.analyse(table.end()).swings[-1]
    assert (last.ply, last.seat, last.better) == (ply, seat, "")
    assert last.lost > 1.5


def test_the_preferred_action_gives_nothing_away():
    table = before_a_win("einstein")
    seat, ply = table.state.current_player(), len(table.recorder.events) + 1
    table.step(table.wins[0])
    assert all((one.ply, one.seat) != (ply, seat) for one in judge.analyse(table.end()).swings)


def test_throws_and_actions_explain_the_whole_game():
    table = Table("einstein")
    found = judge.analyse(table.end())
    one, other = found.seats
    assert one.luck == pytest.approx(-other.luck)
    assert one.expected == pytest.approx(-other.expected)
    assert one.luck_error > 0


def test_without_dice_there_is_no_luck():
    found = judge.analyse(Table("kalah").end())
    assert [(seat.luck, seat.luck_error) for seat in found.seats] == [(0, 0.0)] * 2


def test_actions_of_an_opening_are_nobodys_losses():
    table = Table("kalah")
    for _action in range(4):
        table.recorder.opening(table.state, action := table.state.legal_actions()[0])
        table.state.apply_action(action)
    assert all(one.ply > 4 for one in judge.analyse(table.end()).swings)


def test_a_long_game_is_thinned_and_keeps_to_its_budget(monkeypatch):
    record = Table("pachisi(mode=two)").end()
    searches = []
    found = judge.analyse(record, watch=lambda: searches.append(1))
    assert found.judged == 20 < found.events
    assert len(searches) <= 3 * found.judged + 2
    assert found.simulations == 20
    assert min(found.values) == 0
    assert max(found.values) == len(record["events"])


def test_what_the_watch_raises_ends_it():
    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        judge.analyse(Table("kalah").end(), watch=stop)


def test_a_game_that_is_not_over_is_refused():
    table = Table("kalah")
    with pytest.raises(ValueError, match="stops before the game is over"):
        judge.analyse(table.recorder.document(table.state))


def test_the_search_finds_an_action_that_wins():
    table = before_a_win("einstein")
    found = worth(table.state, simulations=200, seed=1)
    assert found.best in table.wins
    assert found.returns[table.state.current_player()] == pytest.approx(1.0)


def test_a_position_that_is_over_is_exact():
    table = Table("ashte-kashte")
    returns = table.end()["result"]["returns"]
    found = worth(table.state, simulations=20, seed=1)
    assert (found.returns, found.errors, found.best) == (returns, [0.0] * 4, None)


def test_more_actions_than_simulations_can_tell_apart_have_no_best():
    state = Table("einstein(setup=chosen)").state
    assert worth(state, simulations=200, seed=1).best is None


@pytest.mark.parametrize("returns", [[0.4, -0.4], [0.5, 0.1, -0.2, -0.4]])
def test_stretching_keeps_the_order_and_the_sum(returns):
    wide, same = scale.stretched(returns, 2.0), scale.stretched(returns, 1.0)
    assert sorted(wide, reverse=True) == wide
    assert sum(wide) == pytest.approx(0.0)
    assert wide[0] > same[0]


def test_a_stretch_of_one_leaves_two_sides_as_they_are():
    assert scale.stretched([0.3, -0.3], 1.0) == pytest.approx([0.3, -0.3])
    assert scale.slope(0.3, 0.3, 1.0) == pytest.approx(1.0)
