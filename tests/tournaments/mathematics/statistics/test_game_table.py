"""The games of a leaderboard as columns."""

import random
from itertools import combinations

import numpy as np
import pytest

from tests.tournaments.mathematics.statistics.tables import Played, table_of
from tournaments.mathematics.score_table import half_points, share


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_two_sides_of_every_game_are_compared(seats):
    lots = random.Random(seats)
    games = [_by_lot(lots, 7 * number, seats) for number in range(40)]

    table = table_of(iter(games))

    rows = table.comparisons()
    first, second = (np.array(table.versions)[side] for side in (rows.first, rows.second))
    columns = (first, second, rows.first_seat, rows.second_seat, rows.score, rows.block)
    assert sorted(zip(*columns, strict=True)) == sorted(
        (game.versions[a], game.versions[b], a, b, _made(game, a, b), game.block)
        for game in games
        for a, b in combinations(range(seats), 2)
    )


def _by_lot(lots: random.Random, block: int, seats: int) -> Played:
    versions = lots.sample(range(90, 100), seats)
    return Played(block, tuple(versions), tuple(lots.choices([1, 2, 3], k=seats)))


def _made(game: Played, one: int, other: int) -> float:
    return half_points(game.ranks[one], game.ranks[other]) / 2


def test_games_are_counted_for_each_version():
    table = table_of([Played(0, (5, 9), (1, 2)), Played(1, (9, 3), (1, 1))])

    assert (table.versions, table.played) == ([3, 5, 9], [1, 1, 2])
    assert (len(table), table.seats) == (2, 2)


def test_only_whole_blocks_without_a_fault_tell_what_seats_are_worth():
    whole = [Played(1, (5, 9), (1, 2)), Played(1, (9, 5), (1, 1))]
    torn = [Played(2, (5, 9), (1, 2))]
    faulty = [Played(3, (5, 9), (1, 2)), Played(3, (9, 5), (1, 2), faulty=True)]

    points, block = table_of(torn + whole + faulty).whole_blocks()

    assert block.tolist() == [1, 1]
    assert points.tolist() == [[1.0, 0.0], [0.5, 0.5]]


def test_points_are_the_mean_over_the_opponents():
    ranks = (2, 1, 2, 4)

    block = [Played(0, (1, 2, 3, 4), ranks) for _game in range(4)]

    points, _block = table_of(block).whole_blocks()

    by_side = dict(enumerate(ranks))
    assert points[0].tolist() == pytest.approx(
        [np.divide(*share(by_side, side)) for side in by_side]
    )


def test_a_million_games_take_tens_of_bytes_each():
    table = table_of(Played(n // 2, (n % 50, 50 + n % 31), (1, 2)) for n in range(1000))

    columns = (table.block, table.sides, table.ranks, table.faulty)
    assert sum(column.nbytes for column in columns) <= 20 * len(table)


def test_a_table_without_games_is_empty():
    table = table_of([])

    assert (len(table), table.versions, table.seats) == (0, [], 0)
