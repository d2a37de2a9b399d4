"""A tournament follows from its results alone: in every format, after any game."""

from fractions import Fraction

import pytest

from tournaments.kit import contest
from tournaments.kit.contest import Result, Terms
from tournaments.mathematics import formats

SEED = bytes(range(32))


def terms(count=4, variant="kalah", **chosen):
    return Terms(variant, tuple(f"bot{n}" for n in range(count)), SEED, **chosen)


def won_by_the_lower_number(due):
    """The result in which the first entrants rank before the later ones."""
    order = sorted(set(due.seats))
    ranks = tuple(1 + order.index(one) for one in due.seats)
    return Result(due.fixture, due.seats, ranks, "empty", (None,) * len(ranks))


def play(held, results, games=None):
    """Play so many games in the order in which they are due, all by default."""
    while due := contest.stand(held, results).due:
        for one in due:
            if games == 0:
                return results
            results[one.fixture] = won_by_the_lower_number(one)
            games = None if games is None else games - 1
    return results


@pytest.mark.parametrize("format_id", formats.FORMATS)
def test_every_format_is_played_to_its_end_and_the_best_is_first(format_id):
    held = terms(6, format=format_id)

    results = play(held, {})

    stand = contest.stand(held, results)
    assert stand.is_over
    assert contest.table(held, results, stand.rounds)[0].entrant == 0
    if held.plan().exact:
        assert len(results) == held.plan().games


@pytest.mark.parametrize("format_id", formats.FORMATS)
@pytest.mark.parametrize("games", [1, 5])
def test_wherever_it_was_left_it_goes_on_with_the_same_games(format_id, games):
    held = terms(5, format=format_id)

    left = play(held, {}, games)

    assert len(left) == games
    assert play(held, dict(left)) == play(held, {})


def test_a_tie_in_a_knockout_is_decided_by_one_more_block():
    held = terms(2, format="knockout")
    due = contest.stand(held, {}).due
    drawn = {
        one.fixture: Result(one.fixture, one.seats, (1, 1), "empty", (None,) * 2) for one in due
    }

    again = contest.stand(held, drawn).due

    assert [one.fixture[2:] for one in due] == [(1, 1), (1, 2)]
    assert [one.fixture[2:] for one in again] == [(2, 1), (2, 2)]
    assert len(play(held, drawn)) == 4


def test_each_block_has_dice_of_its_own_and_each_order_of_seats_once():
    due = contest.stand(terms(3, "pachisi(mode=two)", blocks=2), {}).due
    seeds = {one.deal.seed for one in due}
    games = {(one.deal.seed, one.deal.game_number) for one in due}

    assert (len(due), len(seeds), len(games)) == (12, 6, 12)
    orders = [one.seats for one in due if one.fixture[:3] == (1, due[0].fixture.pairing, 1)]
    assert orders[0] == orders[1][::-1]


def test_partners_of_a_team_game_are_one_entrant():
    due = contest.stand(terms(2, "pachisi(mode=teams)"), {}).due

    assert [one.seats for one in due] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_openings_are_for_all_blocks_but_the_first_and_differ():
    due = contest.stand(terms(2, blocks=3, openings=4), {}).due
    by_block = [one.deal.opening for one in due[::2]]

    assert [one.deal.opening for one in due[1::2]] == by_block
    assert by_block[0] == ()
    assert len(set(by_block)) == 3


def test_the_table_has_points_and_the_score_against_each():
    held = terms(3)
    results = play(held, {})

    first, second, third = contest.table(held, results, contest.stand(held, results).rounds)

    assert [(one.place, one.points) for one in (first, second, third)] == [(1, 4), (2, 2), (3, 0)]
    assert (first.score[1].points, first.score[1].games) == (Fraction(2), 2)
    assert (second.row.wins, second.row.losses) == (2, 2)


@pytest.mark.parametrize("chosen", [{"count": 1}, {"count": 3, "variant": "pachisi"}])
def test_what_no_format_can_play_is_refused(chosen):
    with pytest.raises(formats.FormatError):
        terms(**chosen).plan()
