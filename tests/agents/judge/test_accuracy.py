"""Accuracy is exact: the choices of solved positions, against plain search through all of them."""

import pytest

from agents.judge.accuracy import Solver, accuracies
from agents.judge.analysis import is_judged
from engine import record
from tests.agents.judging import Table


def worth(state, known):
    """What seat 0 gets if everybody plays their best, and throws fall as they may."""
    if state.is_terminal():
        return state.player_return(0)
    key = state.key()
    if key not in known:
        if state.is_chance_node():
            known[key] = sum(p * worth(state.child(o), known) for o, p in state.chance_outcomes())
        else:
            best = min if state.current_player() else max
            known[key] = best(worth(state.child(a), known) for a in state.legal_actions())
    return known[key]


def expected(document, known):
    """What each choice gave away that could give something away, the last one first."""
    states = list(record.states(document))
    for number, event in reversed(list(enumerate(document["events"]))):
        sign = -1 if event["seat"] else 1
        if is_judged(states[number], event):
            before, after = (worth(states[at], known) for at in (number, number + 1))
            if sign * before > -1:
                yield event["seat"], sign * (before - after)


def test_a_small_variant_is_solved_from_its_first_action():
    document = Table("kalah(pits=3,seeds=2)").end()
    choices = list(Solver(record.load_variant(document)).choices(document))

    assert choices == list(expected(document, {}))
    (*rows,) = accuracies([document])
    assert sum(row.choices for row in rows) == len(choices)
    assert sum(row.kept for row in rows) == sum(not lost for _seat, lost in choices)


def test_the_end_of_a_game_with_dice_is_solved_with_all_its_throws():
    document = Table("einstein").end()
    choices = list(Solver(record.load_variant(document)).choices(document))

    plain = list(expected(document, {}))[: len(choices)] if choices else []
    assert [seat for seat, _lost in choices] == [seat for seat, _lost in plain]
    assert [lost for _seat, lost in choices] == pytest.approx([lost for _seat, lost in plain])


def test_what_cannot_be_solved_is_left_out():
    assert accuracies([Table("alquerque(mode=two)").end()]) == []
