from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import entrants, play
from tournaments.mathematics import formats

GAUNTLET = formats.get("gauntlet")


@settings(deadline=None)
@given(st.integers(2, 30), st.integers(1, 4))
def test_the_first_meets_everybody_and_nobody_else_meets(count, cycles):
    played = play(GAUNTLET, count, options={"cycles": cycles})

    met = Counter(frozenset(one.entrants) for round_ in played for one in round_)
    assert met == {frozenset({0, other}): cycles for other in range(1, count)}


def test_it_begins_every_other_cycle():
    played = play(GAUNTLET, 3, options={"cycles": 2})

    assert [one.entrants for round_ in played for one in round_] == [(0, 1), (0, 2), (1, 0), (2, 0)]


@pytest.mark.parametrize(
    ("count", "sides", "tables", "note"),
    [
        (6, 4, [(0, 1, 2, 3), (0, 3, 4, 5)], "It meets 1 of them twice, to fill the last table."),
        (7, 3, [(0, 1, 2), (0, 3, 4), (0, 5, 6)], ""),
    ],
)
def test_at_tables_it_meets_everybody_in_as_few_as_there_can_be(count, sides, tables, note):
    played = play(GAUNTLET, count, sides=sides)

    preview = GAUNTLET.preview(
        formats.Setup(formats.unrated(count), sides=sides, games_per_pairing=4)
    )
    assert [one.entrants for round_ in played for one in round_] == tables
    assert preview == formats.Plan(len(tables), len(tables), 4 * len(tables), exact=True, note=note)


def test_who_withdraws_is_left_out():
    played = play(GAUNTLET, 4, leaving={0: {2}})

    assert [[one.entrants for one in round_] for round_ in played] == [[(0, 1)], [], [(0, 3)]]


def test_when_the_first_withdraws_it_is_over():
    left = entrants(4, gone={0})

    assert GAUNTLET.next_round(formats.Setup(left), []) is None
