"""The judge tells what seats could expect, what throws gave, and what actions gave away."""

import json

import pytest

from agents import values
from agents.judge import analysis
from agents.judge.analysis import analyse
from agents.judge.endgame import Endings
from agents.judge.luck import luck, throws_of
from agents.judge.search import look
from engine import parse_variant
from engine.record import states
from tests.agents.judging import Table, before_a_win

END = 20_000


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(analysis, "BUDGET", 2000)
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "END", 2000)
    monkeypatch.setattr(analysis, "SECOND_END", 500)


@pytest.mark.parametrize(
    "variant",
    ["kalah", "einstein(setup=chosen)", "pachisi(mode=teams)", "ashte-kashte(seats=2)",
     "alquerque"],
)  # fmt: skip
def test_it_ends_with_the_result_and_gives_nobody_what_others_do_not_lose(variant):
    table = Table(variant)
    record = table.end()
    judged = analyse(record)
    points = judged.document()["points"]
    sides = table.game.sides()
    firsts = [sides.index(side) for side in sorted(set(sides))]
    assert points[-1]["values"] == pytest.approx(record["result"]["returns"], abs=0.001)
    for point in points:
        assert sum(point["values"][seat] for seat in firsts) == pytest.approx(0.0, abs=0.01)
    assert sum(judged.seats[seat].luck for seat in firsts) == pytest.approx(0.0, abs=1e-5)


def test_equal_records_have_equal_analyses_which_are_json():
    one, other = (analyse(Table("einstein").end()).document() for _ in range(2))
    assert json.dumps(one) == json.dumps(other)


def test_it_names_the_function_that_judged():
    record = Table("einstein").end()
    kept = values.newest(parse_variant("einstein"))
    judged = analyse(record)
    assert (judged.function, judged.sha256) == kept
    assert analyse(record, kept) == judged


@pytest.mark.parametrize("variant", ["kalah", "einstein", "pachisi(mode=two)"])
def test_its_luck_is_that_of_every_game_that_is_adjusted(variant):
    table = Table(variant)
    if not table.game.info.has_chance:
        table.recorder.opening(table.state, action := table.state.legal_actions()[1])
        table.state.apply_action(action)
    record = table.end()
    judged = analyse(record)
    assert [seat.luck for seat in judged.seats] == luck(record, values.load(table.game))
    assert judged.seats[0].luck != 0


def test_a_throw_changes_the_curve_by_its_luck():
    table = Table("einstein")
    record = table.end()
    judged = analyse(record)
    throws = throws_of(record, list(states(record)), values.load(table.game))
    alone = [throw for throw in throws[1:] if "throw" not in record["events"][throw.number - 1]]
    assert len(alone) > 10
    for throw in alone:
        step = judged.values[throw.number + 1][0] - judged.values[throw.number][0]
        assert step == throw.after[0] - throw.before[0]


def test_a_missed_win_is_a_swing_with_the_action_that_would_have_won():
    table = before_a_win("einstein")
    seat, wins = table.state.current_player(), table.wins
    better = {table.state.action_to_string(action) for action in wins}
    missed = len(table.recorder.events) + 1
    table.step(next(a for a in table.state.legal_actions() if a not in wins))
    table.leave(seat)
    judged = analyse(table.end())
    swing = next(one for one in judged.swings if one.ply == missed)
    assert (swing.seat, swing.better in better) == (seat, True)
    assert judged.seats[seat].lost >= swing.lost > 0


def test_who_leaves_a_game_gives_away_what_was_left():
    table = before_a_win("einstein")
    seat, ply = table.state.current_player(), len(table.recorder.events) + 1
    table.leave(seat, "timeout")
    last = analyse(table.end()).swings[-1]
    assert (last.ply, last.seat, last.better) == (ply, seat, "")
    assert last.lost == pytest.approx(2.0)


def test_the_preferred_action_gives_nothing_away():
    table = before_a_win("einstein")
    seat, ply = table.state.current_player(), len(table.recorder.events) + 1
    table.step(table.wins[0])
    assert all((one.ply, one.seat) != (ply, seat) for one in analyse(table.end()).swings)


def test_actions_of_an_opening_are_nobodys_losses():
    table = Table("kalah")
    for _action in range(4):
        table.recorder.opening(table.state, action := table.state.legal_actions()[0])
        table.state.apply_action(action)
    record = table.end()
    judged = analyse(record)
    assert all(one.ply > 4 for one in judged.swings)
    assert sum(seat.actions for seat in judged.seats) <= len(record["events"]) - 4


@pytest.mark.parametrize(("gap", "is_marked"), [(0.0, False), (0.8, False), (1.0, True)])
def test_a_deeper_look_marks_a_mistake_only_by_a_margin(monkeypatch, gap, is_marked):
    record = Table("kalah(sowing=cross)").end()
    monkeypatch.setattr(Endings, "solve", lambda *_positions: {})

    def deeper(state, function, **wanted):
        found = look(state, function, **wanted)
        if "actions" not in wanted:
            return found
        best, played = wanted["actions"]
        return found._replace(values={best: [gap / 2] * 2, played: [-gap / 2] * 2})

    monkeypatch.setattr(analysis, "look", deeper)
    assert bool(analyse(record).swings) == is_marked


def test_what_the_watch_raises_ends_it():
    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        analyse(Table("kalah").end(), watch=stop)


def test_a_game_that_is_not_over_is_refused():
    table = Table("kalah")
    with pytest.raises(ValueError, match="stops before the game is over"):
        analyse(table.recorder.document(table.state))


def test_a_variant_without_a_value_function_is_refused():
    with pytest.raises(values.NoValueFunction, match="seats=3"):
        analyse(Table("ashte-kashte(seats=3)").end())


def test_the_search_finds_an_action_that_wins():
    table = before_a_win("einstein")
    found = look(table.state, values.load(table.game), most=200)
    seat = table.state.current_player()
    assert found.best(seat) in table.wins
    assert found.values[found.best(seat)][seat] == 1.0


def test_a_search_goes_as_deep_as_it_may_and_as_it_must():
    state = Table("kalah").state
    function = values.load(state.get_game())
    shallow, deep = (look(state, function, most=most) for most in (10, 2000))
    assert shallow.depth < deep.depth
    assert look(state, function, most=10, least_depth=deep.depth) == deep


def test_a_search_by_hand_comes_to_the_same():
    state = Table("kalah").state
    function = values.load(state.get_game())
    found = look(state, function, most=1, least_depth=1)
    for action in state.legal_actions():
        child = state.child(action)
        following = [function.value(child.child(reply)) for reply in child.legal_actions()]
        assert found.values[action] == max(following, key=lambda row: row[child.current_player()])


@pytest.mark.parametrize("variant", ["kalah(pits=3,seeds=2)", "kalah(pits=3,seeds=2,sowing=cross)"])
def test_an_ending_of_kalah_is_worth_what_every_line_of_it_says(variant):
    table = Table(variant)
    passed = [table.state.clone()]
    while not table.state.is_terminal():
        table.step()
        passed.append(table.state.clone())
    solved = Endings(table.game, END).solve(passed, END)
    assert len(passed) - 1 in solved
    for number in sorted(solved)[-6:]:
        assert solved[number].value == _plain(passed[number])


def test_the_action_of_a_solved_ending_keeps_its_value():
    table = Table("kalah(pits=4,seeds=3)")
    passed = [table.state.clone()]
    while not table.state.is_terminal():
        table.step()
        passed.append(table.state.clone())
    for number, solved in Endings(table.game, END).solve(passed, END).items():
        if solved.action is not None:
            child = passed[number].child(solved.action)
            assert Endings(table.game, END).solve([child], END)[0].value == solved.value


def test_an_ending_that_takes_too_long_is_left_unsolved():
    state = Table("kalah").state
    assert Endings(state.get_game(), 10).solve([state], most=100) == {}
    assert Endings(state.get_game(), 100).solve([state], most=10) == {}


def _plain(state):
    """The return of seat 0 by all lines."""
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(_plain(state.child(action)) for action in state.legal_actions())
