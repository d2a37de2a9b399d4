"""What all others say of two owners, and who is found."""

from dataclasses import replace

import numpy as np
import pytest

from tests.tournaments.mathematics.statistics.tables import Played, table_of
from tournaments.mathematics.statistics import bradley_terry, owner_pairs
from tournaments.mathematics.statistics.anomalies import BOUND, log_odds
from tournaments.mathematics.statistics.definite import FULL, Precision
from tournaments.mathematics.statistics.owner_pairs import NEAR, NO_OWNER, SMALL_SHARE, Due
from tournaments.mathematics.statistics.scale import expected_score


def whole(table):
    return np.ones(len(table))


def fitted(table, *, weights=None, precision=FULL, **terms):
    return bradley_terry.fit(
        table.comparisons(weights=weights),
        entrants=len(table.versions),
        seats=table.seats,
        precision=precision,
        **terms,
    )


def pool(games=3000, *, bots=12, seed=5):
    """Honest games of bots of all strengths, of which 0 and 1 are equal."""
    rng = np.random.default_rng(seed)
    strengths = np.append([1500, 1500], rng.normal(1500, 150, bots - 2))
    played = []
    for block in range(games):
        one, other = (int(bot) for bot in rng.choice(bots, 2, replace=False))
        won = rng.random() < expected_score(strengths[one] - strengths[other])
        played.append(Played(block, (one, other), (0, 1) if won else (1, 0)))
    return played


def thrown(games, *, first=10**6):
    """Games that 0 loses to 1, from both seats."""
    return [
        Played(first + n, (0, 1), (1, 0)) if n % 2 else Played(first + n, (1, 0), (0, 1))
        for n in range(games)
    ]


def found(games, *, owners=None):
    table = table_of(games)
    chosen = table.block >= 10**6
    whose = [owners[version] if owners else version for version in table.versions]
    return list(
        owner_pairs.find(table, whose, chosen, weights=whole(table), fitted=fitted, bound=BOUND)
    )


def test_two_of_whom_one_throws_seventy_games_are_found_and_nobody_else():
    (one,) = found(pool() + thrown(70))

    assert one.owners == (0, 1)
    assert sum(part.games for part in one.encounters) == 70
    assert sum(part.points for part in one.encounters) == 0
    assert sum(part.expected for part in one.encounters) == pytest.approx(35, abs=7)


def test_nobody_is_found_among_the_honest():
    assert found(pool()) == []


def test_who_is_honest_on_the_ladder_is_found_by_the_chosen_games():
    honest = [Played(10**5 + n, (0, 1), (n % 2, 1 - n % 2)) for n in range(70)]

    (one,) = found(pool() + honest + thrown(70))

    assert one.chosen
    assert sum(part.games for part in one.encounters) == 70


def test_who_throws_on_the_ladder_is_found_as_well():
    (one,) = found(pool() + thrown(300, first=10**5))

    assert not one.chosen


def test_all_versions_of_an_owner_count_together():
    by_heir = [
        replace(game, versions=tuple(bot or 12 * (game.block % 3 > 0) for bot in game.versions))
        for game in thrown(90)
    ]
    heirs = [Played(5 * 10**5 + n, (12, 2 + n % 9), (n % 2, 1 - n % 2)) for n in range(300)]
    games = pool() + by_heir + heirs

    (one,) = found(games, owners=dict(enumerate([*range(12), 0])))

    assert {part.versions for part in one.encounters} == {(0, 1), (12, 1)}
    assert sum(part.games for part in one.encounters) == 90


def test_house_bots_and_an_owners_own_bots_make_no_pair():
    games = pool(200) + thrown(70)
    house = {bot: bot for bot in range(12)} | {0: NO_OWNER}
    table = table_of(games)

    assert found(games, owners=house) == []
    assert found(games, owners={bot: bot // 2 for bot in range(12)}) == []
    met = {pair.owners for pair in owner_pairs.pairs(table, [house[v] for v in table.versions])}
    assert not any(NO_OWNER in owners for owners in met)
    assert not list(owner_pairs.pairs(table, [NO_OWNER] * len(table.versions)))


def test_pairs_with_a_new_game_are_due_and_those_whose_turn_it_is():
    table = table_of(
        [Played(1, (0, 1), (0, 1)), Played(2, (1, 0), (0, 1)), Played(3, (1, 2), (0, 1)),
         Played(4, (2, 3), (0, 1)), Played(5, (0, 3), (0, 1))]
    )  # fmt: skip
    due = Due(is_new=table.block == 2, is_turn=lambda owners: owners.sum(axis=1) == 5)

    told = {pair.owners: pair.games.tolist() for pair in owner_pairs.pairs(table, range(4), due)}

    assert told == {(0, 1): [0, 1], (2, 3): [3]}


def test_without_a_pair_that_is_due_nothing_is_computed():
    table = table_of(thrown(70))
    due = Due(np.zeros(70, dtype=bool), lambda owners: np.zeros(len(owners), dtype=bool))

    terms = {"weights": whole(table), "fitted": None, "bound": BOUND, "due": due}
    assert not list(owner_pairs.find(table, [0, 1], due.is_new, **terms))


def test_one_who_throws_is_found_where_errors_are_sketched(monkeypatch):
    (exact,) = found(pool() + thrown(70))
    monkeypatch.setattr(owner_pairs, "ROUGH", Precision(exact=8, sums=4))
    (one,) = found(pool() + thrown(70))

    # The four sums are those of the first step; what they leave in the second are leverages.
    assert one.owners == (0, 1)
    assert one.odds == pytest.approx(exact.odds, rel=0.02)
    assert one.error == pytest.approx(exact.error, rel=0.05)


def test_a_game_of_four_is_one_comparison_of_each_two_by_their_ranks():
    table = table_of([Played(1, (7, 8, 9, 6), (0, 2, 1, 1))])

    told = {
        tuple(table.versions[one] for one in pair.owners): pair.points.tolist()
        for pair in owner_pairs.pairs(table, range(4))
    }

    assert told == {
        (6, 7): [0], (6, 8): [1], (6, 9): [0.5], (7, 8): [1], (7, 9): [1], (8, 9): [0],
    }  # fmt: skip


@pytest.mark.parametrize("weight", [1, 0.05])
@pytest.mark.parametrize("games", [10, 70])
def test_one_step_comes_near_the_strengths_without_the_two(games, weight):
    table = table_of(pool() + thrown(games))
    weights = np.where(table.block < 10**6, 1, weight)
    fit = fitted(table, weights=weights)
    pair = next(one for one in owner_pairs.pairs(table, table.versions) if one.owners == (0, 1))

    seen, error = owner_pairs.seen_by(pair, fit)
    step, step_error, _share = owner_pairs.left_out(pair, fit, weights)
    exact, exact_error = owner_pairs.seen_by(pair, fitted(owner_pairs.without(table, pair.games)))

    # What they have moved by their own games is taken back, but for a tenth of it.
    moved = abs(seen[0].difference - exact[0].difference)
    assert step[0].difference == pytest.approx(exact[0].difference, abs=0.1 * moved + 1)
    assert step_error == pytest.approx(exact_error, rel=0.1)
    assert error < step_error


@pytest.mark.parametrize("weight", [1, 0.05])
@pytest.mark.parametrize("games", [20, 40, 50, 65])
def test_where_their_games_are_a_small_share_one_step_is_enough_to_see_who_may_be_found(
    games, weight
):
    table = table_of(pool() + thrown(games))
    weights = np.where(table.block < 10**6, 1, weight)
    (pair,) = (one for one in owner_pairs.pairs(table, table.versions) if one.owners == (0, 1))
    chosen = pair.of(pair.games >= 3000)

    step, error, share = owner_pairs.left_out(chosen, fitted(table, weights=weights), weights)
    others = fitted(owner_pairs.without(table, chosen.games))
    exact, exact_error = owner_pairs.seen_by(chosen, others)

    assert share <= SMALL_SHARE
    odds = log_odds(exact, error=exact_error)
    assert log_odds(step, error=error) == pytest.approx(odds, abs=1)
    assert odds < np.log(BOUND) or log_odds(step, error=error) > np.log(BOUND) - NEAR


@pytest.mark.parametrize(("games", "fits"), [(20, 1), (70, 2)])
def test_strengths_are_computed_again_only_for_who_may_be_found(games, fits):
    table, count = table_of(pool() + thrown(games)), []

    def counted(*games, **terms):
        count.append(terms)
        return fitted(*games, **terms)

    terms = {"weights": whole(table), "fitted": counted, "bound": BOUND}
    list(owner_pairs.find(table, table.versions, table.block >= 10**6, **terms))
    assert len(count) == fits


def test_where_they_are_all_that_is_known_of_each_other_nothing_is_found():
    apart = [Played(10**6 + n, (20, 21), (0, 1)) for n in range(200)]

    assert found(pool(600, bots=10) + apart) == []
