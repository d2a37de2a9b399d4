"""The plain Alquerque against its rules page, in positions worked out by hand."""

from tests.engine.games.alquerque.plain import Alquerque, Position
from tests.engine.plain import played, texts


def alquerque(*rows, seat=0, taken=(0, 0, 0, 0), quiet=0, bans=None, **options):
    """A row of points a seat, such as "d1 g1"; without `mode`, two rows make a game for two."""
    if len(rows) == 2:
        options = {"mode": "two"} | options
    game = Alquerque(**options)
    stones = tuple(sorted((point, s) for s, row in enumerate(rows) for point in row.split()))
    banned = tuple((bans or {}).get(s) for s in range(len(rows)))
    return game, Position(seat, stones, banned, taken[: len(rows)], quiet, (), (), ended="")


def stones_of(position, seat):
    return {point for point, owner in position.stones if owner == seat}


def test_only_points_of_even_sum_have_diagonals():
    around = {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}
    game, position = alquerque("d4", "a7")
    assert {text[3:] for text in texts(game, position)} == around
    game, position = alquerque("d3", "a7")
    assert {text[3:] for text in texts(game, position)} == {"c3", "d2", "d4", "e3"}


def test_each_layout_gives_every_point_but_the_centre_to_one_seat():
    for options in ({}, {"layout": "blocks"}, {"mode": "two"}, {"mode": "teams"}):
        game = Alquerque(**options)
        points = [point for point, _ in game.start().stones]
        assert len(points) == len(set(points)) == 48
        assert "d4" not in points
        assert all(text.endswith("d4") for text in texts(game, game.start()))
    assert texts(Alquerque(), Alquerque().start()) == {"d3-d4", "e3-d4"}


def test_a_stone_may_not_step_back_at_once_but_later():
    game, position = alquerque("a4", "g7")
    after = played(game, position, "a4-a5 g7-g6")
    assert texts(game, after) == {"a5-a6", "a5-b4", "a5-b5", "a5-b6"}
    after = played(game, after, "a5-a6 g6-g5 a6-b6 g5-g4 b6-a5 g4-g3")
    assert "a5-a4" in texts(game, after)


def test_a_seat_whose_only_step_is_a_return_has_lost():
    game, position = alquerque("a1", "b1 c1 b2 c3 g7", seat=1)
    assert texts(game, played(game, position, "g7-g6")) == {"a1-a2"}
    game, position = alquerque("a1", "b1 c1 b2 c3 g7", seat=1, bans={0: ("a1", "a2")})
    assert game.result(played(game, position, "g7-g6")) == (2, 1)


def test_a_stone_that_could_jump_on_or_jump_at_all_is_lost():
    game, position = alquerque("d1", "d2 d4 g7")
    assert texts(game, position) == {"d1xd3!d3", "d1xd3xd5", "d1-c1!c1", "d1-e1!e1"}
    assert game.result(played(game, position, "d1xd3!d3")) == (2, 1)
    assert game.result(played(game, position, "d1xd3xd5")) is None
    game, position = alquerque("d1", "d2 d4 g7", capture="forced")
    assert texts(game, position) == {"d1xd3xd5"}


def test_a_seat_that_steps_chooses_which_stone_it_loses():
    game, position = alquerque("d1 g1", "d2 g2 a7")
    steps = "d1-c1!c1 d1-c1!g1 d1-e1!e1 d1-e1!g1 g1-f1!f1 g1-f1!d1 g1-f2!f2 g1-f2!d1"
    assert texts(game, position) == {"d1xd3", "g1xg3", *steps.split()}
    assert stones_of(played(game, position, "d1-c1!g1"), 0) == {"c1"}
    assert played(game, position, "d1-c1!g1").quiet == 0


def test_a_chain_may_end_where_it_began_and_then_forbids_nothing():
    game, position = alquerque("b2", "c2 d3 c4 b3 g7")
    after = played(game, position, "b2xd2xd4xb4xb2")
    assert (stones_of(after, 1), after.bans[0]) == ({"g7"}, None)
    assert "b2xb4xd4xd2xb2" in texts(game, position)


def test_partners_are_not_jumped():
    game, position = alquerque("d1", "g7", "d2", "a7", mode="teams")
    assert texts(game, position) == {"d1-c1", "d1-e1"}
    game, position = alquerque("d1", "d2", "g7", "a7", mode="teams")
    assert "d1xd3" in texts(game, position)


def test_quick_counts_captures_then_stones_and_puts_the_wiped_out_last():
    for taken, black, ranks in (
        ((0, 0, 0, 0), "a7 b7", (1, 4, 2, 3)),
        ((0, 0, 1, 0), "a7 b7", (2, 4, 1, 3)),
        ((0, 0, 1, 0), "a7", (1, 4, 1, 3)),
    ):
        game, position = alquerque("d1", "d2", black, "g7", taken=taken, ending="quick")
        assert game.result(played(game, position, "d1xd3")) == ranks


def test_seats_wiped_out_by_one_action_share_their_rank():
    game, position = alquerque("d1", "d2", "a7", "d4", ending="quick")
    assert game.result(played(game, position, "d1xd3xd5")) == (1, 3, 2, 3)
    game, position = alquerque("d1", "d2", "a7", "d4")
    after = played(game, position, "d1xd3xd5")
    assert (game.result(after), game.who(after)) == (None, 2)
    after = played(game, after, "a7-a6 d5-c5 a6-a5 c5-b5 a5xc5")
    assert game.result(after) == (2, 3, 1, 3)


STUCK = ("g7", "a1", "a2 a3 b1 c1 b2 c3", "g1")


def test_a_seat_that_cannot_move_is_last_or_drops_out():
    game, position = alquerque(*STUCK, ending="quick")
    assert game.result(played(game, position, "g7-g6")) == (2, 4, 1, 2)
    game, position = alquerque(*STUCK)
    after = played(game, position, "g7-g6")
    assert (game.who(after), stones_of(after, 1), after.quiet) == (2, set(), 1)
    assert game.result(game.forfeit(game.forfeit(after, 2), 3)) == (1, 2, 4, 3)


def test_a_stuck_seat_is_skipped_while_its_partner_can_move():
    game, position = alquerque(*STUCK, mode="teams", bans={1: ("a1", "b1")})
    after = played(game, position, "g7-g6")
    assert (game.who(after), after.bans[1], after.quiet) == (2, None, 1)
    after = played(game, game.forfeit(position, 3), "g7-g6")
    assert game.result(after) == (1, 3, 1, 3)


def test_a_team_loses_when_both_partners_gave_up():
    game, position = alquerque("g7", "a1", "d4", "g1", mode="teams")
    after = game.forfeit(position, 0)
    assert (game.who(after), stones_of(after, 0)) == (1, {"g7"})
    assert game.who(played(game, after, "a1-a2 d4-d5 g1-g2")) == 1
    assert game.result(game.forfeit(after, 2)) == (3, 1, 3, 1)


def test_who_gives_up_is_last_and_the_quick_ending_is_over():
    game, position = alquerque("g7", "a1", "d4", "g1", taken=(0, 0, 5, 0), ending="quick")
    assert game.result(game.forfeit(position, 2)) == (1, 1, 4, 1)
    game, position = alquerque("g7", "a1", "d4", "g1")
    after = game.forfeit(position, 2)
    assert (game.result(after), game.who(after), stones_of(after, 2)) == (None, 0, set())


def test_quiet_actions_end_the_game():
    game, position = alquerque("a1", "g7", quiet_limit=1)
    assert game.result(played(game, position, "a1-a2")) == (1, 1)
    corners = ("a1", "g1", "g7", "a7")
    for options, ranks in (
        ({"mode": "teams"}, (1, 1, 1, 1)),
        ({}, (1, 1, 1, 1)),
        ({"ending": "quick"}, (3, 1, 2, 3)),
    ):
        game, position = alquerque(*corners, quiet=99, taken=(0, 2, 1, 0), **options)
        assert game.result(played(game, position, "a1-a2")) == ranks
