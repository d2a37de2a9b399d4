"""Whose the versions of a leaderboard are, and what a bot lacks for a place."""

from tests.tournaments.mathematics.statistics.tables import Played, table_of
from tournaments.mathematics.statistics.authors import Authors, Missing
from tournaments.mathematics.statistics.game_table import GameTable
from tournaments.mathematics.statistics.prior import NEW_BOT


def _table(*pairs: tuple[int, ...]) -> GameTable:
    return table_of(
        Played(number, versions, tuple(range(len(versions))))
        for number, versions in enumerate(pairs)
    )


def _owned(games: GameTable, owners: dict[int, str]) -> Authors:
    """Each version a bot of its own."""
    rows = ((version, version, owners[version], False) for version in games.versions)
    return Authors.of(games.versions, rows)


def test_a_version_follows_the_one_before_it_that_has_games():
    games = _table((10, 20), (11, 20), (13, 20))
    # Version 12 has played nothing that counts.
    rows = [(number, 1, "a", False) for number in (10, 11, 12, 13)] + [(20, 2, "house 2", True)]

    whose = Authors.of(games.versions, rows)

    assert whose.before.tolist() == [NEW_BOT, 0, 1, NEW_BOT]
    assert whose.bots.tolist() == [0, 0, 0, 1]
    assert whose.is_house.tolist() == [False, False, False, True]


def test_twenty_games_against_five_owners_give_a_place_where_there_are_many():
    others = range(1, 12)
    games = _table(
        *[(0, other) for other in range(1, 6)] * 4, *[(1, other) for other in others[1:]]
    )

    missing = _owned(games, {n: str(n) for n in range(12)}).missing(games)

    assert not missing[0]
    assert not missing[1].owners
    assert missing[1].games == 20 - 4 - 10
    assert missing[11] == Missing(games=19, owners=4)


def test_games_of_all_versions_of_a_bot_count():
    games = _table((0, 2), (1, 3), (2, 3), (2, 3))
    rows = [(0, 7, "a", False), (1, 7, "a", False), (2, 8, "b", False), (3, 9, "c", False)]

    missing = Authors.of(games.versions, rows).missing(games)

    # Three owners: half of the two others is one, and four games.
    assert missing[0] == missing[1] == Missing(games=2, owners=0)


def test_several_bots_of_one_owner_are_one_owner():
    games = _table(*[(0, other) for other in (1, 2, 3, 4)] * 5, (5, 6), (7, 8), (9, 10))
    owners = {n: "friend" if 1 <= n <= 4 else str(n) for n in range(11)}

    missing = _owned(games, owners).missing(games)

    # Eight owners: half of the seven others.
    assert missing[0] == Missing(games=0, owners=3)


def test_in_a_course_of_six_three_opponents_and_twelve_games_are_enough():
    twos = [(a, b) for a in range(6) for b in range(a)]
    games = _table(*twos * 3)

    assert not any(_owned(games, {n: str(n) for n in range(6)}).missing(games))
    fewer = _table(*twos * 2)
    assert {one.games for one in _owned(fewer, {n: str(n) for n in range(6)}).missing(fewer)} == {2}


def test_all_owners_at_a_table_of_four_count():
    games = _table((0, 1, 2, 3))

    missing = _owned(games, {n: str(n) for n in range(4)}).missing(games)

    # Three others: two owners and eight games.
    assert set(missing) == {Missing(games=7, owners=0)}
