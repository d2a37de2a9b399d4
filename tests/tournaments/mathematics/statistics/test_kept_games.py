"""Games as rows that are stored, and the table that is made of them."""

from dataclasses import dataclass

import numpy as np
import pytest

from tournaments.mathematics.statistics import kept_games
from tournaments.mathematics.statistics.game_table import NO_SIDE

pytestmark = pytest.mark.once


@dataclass(frozen=True)
class Played:
    game: int
    versions: tuple[int, ...] = (5, 9)
    final: str = ""
    ranks: tuple[int, ...] = (1, 2)
    block: int = 1
    tournament: int = 7
    faulty: bool = False


def table(*games, without=(), in_full=(), seats=2):
    rows = kept_games.kept(games, seats=seats)
    again = kept_games.unpacked(kept_games.packed(rows))
    return kept_games.table(again, without=without, in_full=in_full)


def test_games_come_by_id_with_their_sides_and_ranks():
    made = table(Played(3, (9, 4), ranks=(2, 1), faulty=True), Played(2), in_full=[7])

    assert made.versions == [4, 5, 9]
    assert made.sides.tolist() == [[1, 2], [2, 0]]
    assert made.ranks.tolist() == [[1, 2], [2, 1]]
    assert (made.faulty.tolist(), made.in_full.tolist()) == ([False, True], [True, True])


def test_the_first_of_identical_games_is_left_and_the_next_if_that_is_left_out():
    games = [Played(4, final="f", block=40), Played(3, final="f", block=30), Played(5, (9, 5), "f")]

    assert table(*games).block.tolist() == [30, 1]
    assert table(*games, without=[3]).block.tolist() == [40, 1]


def test_games_whose_end_is_unknown_are_all_different():
    assert len(table(Played(1), Played(2))) == 2


def test_a_game_with_fewer_sides_has_empty_seats():
    made = table(Played(1, (5, 9, 2), ranks=(1, 2, 3)), Played(2), seats=3)

    assert made.sides[1].tolist() == [1, 2, NO_SIDE]
    assert np.array_equal(made.ranks[1], [1, 2, NO_SIDE])


def test_no_games_are_an_empty_table():
    assert len(table()) == 0
