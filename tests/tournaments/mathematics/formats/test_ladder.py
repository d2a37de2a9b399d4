from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tournaments.mathematics.formats.ladder import Candidate, Caps, in_turn, seat

FREE = Caps(bot=10**9, owner=10**9)


def _bots(count, **same):
    return [
        Candidate(key, 2000 - 20 * key, recent_games=0, last_played=-1, **same)
        for key in range(count)
    ]


def _chosen(bots, *, sides, rng, caps=FREE, apart=frozenset()):
    """The first table that can be filled, by turns; None where there is none."""
    tables = (
        seat(
            first,
            [bot for bot in bots if bot.key != first.key],
            sides=sides,
            rng=rng,
            caps=caps,
            apart=apart,
        )
        for first in in_turn(bots, caps)
    )
    return next(filter(None, tables), None)


def _simulate(bots, tables, *, sides=2, caps=FREE, seed=1):
    """Tables chosen one after the other, each of them as many games as it has sides."""
    bots, rng, chosen = list(bots), Random(seed), []
    for now in range(tables):
        table = _chosen(bots, sides=sides, rng=rng, caps=caps)
        if table is None:
            break
        chosen.append(table)
        owners = Counter(bots[key].owner for key in table)
        for place, bot in enumerate(bots):
            played = sides * (bot.key in table)
            bots[place] = replace(
                bot,
                recent_games=bot.recent_games + played,
                games_today=bot.games_today + played,
                owner_games_today=bot.owner_games_today + sides * owners[bot.owner],
                last_played=now if played else bot.last_played,
            )
    return chosen


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_no_bot_starves(sides):
    tables = _simulate(_bots(20), 1000, sides=sides)

    played = Counter(key for table in tables for key in table)
    assert min(played.values()) >= 0.75 * 1000 * sides / 20


def test_neighbours_meet_and_the_top_ones_too():
    tables = _simulate(_bots(20), 1000)

    met = Counter(frozenset(table) for table in tables)
    assert met[frozenset({0, 1})] >= 10
    assert all(abs(one - other) <= 5 for one, other in tables)
    assert all(
        len({other for table in tables for other in table if one in table}) > 4 for one in range(20)
    )


def test_a_new_bot_plays_at_once_until_it_has_caught_up():
    old = [replace(bot, recent_games=100, last_played=50) for bot in _bots(20)]
    new = Candidate(20, 1500, recent_games=0, last_played=-1)

    tables = _simulate([*old, new], 40)

    assert all(20 in table for table in tables)


def test_of_those_with_as_many_games_the_one_that_waited_longest_is_first():
    bots = [replace(bot, recent_games=4, last_played=-bot.key) for bot in _bots(5)]

    assert _chosen(bots, sides=2, rng=Random(0))[0] == 4


def test_bots_of_one_owner_are_kept_apart():
    bots = [replace(bot, owner="alice" if bot.key < 5 else None) for bot in _bots(8)]

    tables = _simulate(bots, 200, sides=3)

    assert max(sum(key < 5 for key in table) for table in tables) == 1


def test_when_one_owner_has_them_all_nobody_is_paired():
    assert _chosen(_bots(5, owner="alice"), sides=2, rng=Random(0)) is None


def test_house_bots_meet_each_other():
    assert sorted(_chosen(_bots(2), sides=2, rng=Random(0))) == [0, 1]


def test_nobody_plays_more_than_its_daily_share():
    bots = [replace(bot, owner=bot.key) for bot in _bots(10)]

    tables = _simulate(bots, 1000, caps=Caps(bot=30))

    played = Counter(key for table in tables for key in table)
    assert max(played.values()) == 15
    assert len(tables) >= 70


def test_house_bots_that_have_had_their_share_may_still_be_chosen_by_others():
    house = [replace(bot, games_today=30) for bot in _bots(3)]
    alice = Candidate(9, 1500, recent_games=20, last_played=1, games_today=20, owner="alice")

    assert _chosen(house, sides=2, rng=Random(0), caps=Caps(bot=30)) is None
    assert _chosen([*house, alice], sides=2, rng=Random(0), caps=Caps(bot=30))[0] == 9


def test_who_rests_begins_no_game_but_may_be_chosen():
    resting = [replace(bot, resting=True) for bot in _bots(3)]
    new = Candidate(9, 1500, recent_games=50, last_played=1)

    assert _chosen(resting, sides=2, rng=Random(0)) is None
    assert _chosen([*resting, new], sides=2, rng=Random(0))[0] == 9


def test_an_owner_has_a_daily_share_for_all_its_bots():
    bots = [replace(bot, owner="alice" if bot.key % 2 else None) for bot in _bots(10)]

    tables = _simulate(bots, 500, caps=Caps(bot=10**9, owner=40))

    assert sum(2 * sum(key % 2 for key in table) for table in tables) == 40


def test_the_draw_is_of_the_given_chance():
    assert _chosen(_bots(9), sides=4, rng=Random(5)) == _chosen(_bots(9), sides=4, rng=Random(5))


def test_too_few_for_a_table_are_not_paired():
    assert _chosen(_bots(3), sides=4, rng=Random(0)) is None


def test_owners_who_have_met_enough_today_are_kept_apart():
    rows = [
        Candidate(n, 1500, recent_games=0, last_played=n, owner=owner)
        for n, owner in enumerate(("ann", "bob", "cat"))
    ]
    apart = {frozenset(("ann", "bob")), frozenset(("bob", "cat"))}

    assert _chosen(rows, sides=2, rng=Random(1), apart=apart) == (0, 2)
    assert _chosen(rows[:2], sides=2, rng=Random(1), apart=apart) is None
    assert _chosen(rows, sides=3, rng=Random(1), apart=apart) is None


def test_house_bots_are_kept_apart_from_nobody():
    rows = [
        Candidate(0, 1500, recent_games=0, last_played=0, owner="ann"),
        Candidate(1, 1500, recent_games=0, last_played=1),
    ]

    assert _chosen(rows, sides=2, rng=Random(1), apart={frozenset(("ann", "bob"))}) == (0, 1)
