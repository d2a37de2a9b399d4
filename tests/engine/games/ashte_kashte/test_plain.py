"""The plain Ashte Kashte against its rules page, in positions worked out by hand."""

from tests.engine.games.ashte_kashte.plain import AshteKashte, Position
from tests.engine.plain import played, texts

# Ashte Kashte. South's path: d1 0, e1 1, f1 2, g1 3, g2 4, ... c1 23, d2 24, ... c3 47, d4 48.


def ashte(pieces, *, roll, seat=0, home=(0, 0, 0, 0), throws=1, finished=(), **options):
    """Pieces such as "e1:0 f1:11": a digit for each piece of the square, the digit being its seat.

    Returns the game and the position in which the seat has thrown the roll.
    """
    entries = [entry.split(":") for entry in pieces.split()]
    board = tuple(sorted((square, (int(who[0]), len(who))) for square, who in entries))
    game = AshteKashte(**options)
    before = Position(seat, 0, throws - 1, board, home[: game.seats], finished, (), over=False)
    return game, game.moves(before)[f"r{roll}"]


def on(position, square):
    return dict(position.board).get(square)


def test_a_piece_enters_as_many_squares_on_as_the_throw_says():
    game, position = ashte("", roll=3)
    assert texts(game, position) == {"in+3"}
    assert on(played(game, position, "in+3"), "g1") == (0, 1)
    game, position = ashte("", roll=1, seat=1)
    assert on(played(game, position, "in+1"), "g5") == (1, 1)


def test_the_path_steps_inwards_on_the_own_middle_file():
    game, position = ashte("c1:0", roll=1)
    assert on(played(game, position, "23+1"), "d2") == (0, 1)
    game, position = ashte("c2:0", roll=1)
    assert on(played(game, position, "39+1"), "d3") == (0, 1)
    game, position = ashte("c3:0", roll=1)
    assert played(game, position, "47+1").home == (1, 0, 0, 0)


def test_two_seats_face_each_other_and_three_leave_out_the_west():
    game, position = ashte("", roll=1, seat=1, seats=2)
    assert on(played(game, position, "in+1"), "c7") == (1, 1)
    game, position = ashte("", roll=1, seat=2, seats=3)
    assert on(played(game, position, "in+1"), "c7") == (2, 1)


def test_a_single_may_land_on_a_protected_square_only_when_it_is_empty():
    game, position = ashte("f1:0", roll=4)
    assert texts(game, position) == {"2+4", "in+4"}
    for owner in "03":
        game, position = ashte(f"f1:0 g4:{owner}", roll=4)
        assert "2+4" not in texts(game, position)


def test_a_double_may_not_land_on_a_protected_square_but_split():
    game, position = ashte("f1:00", roll=4)
    assert texts(game, position) == {"2+4"}
    after = played(game, position, "2+4")
    assert (on(after, "f1"), on(after, "g4")) == ((0, 1), (0, 1))


def test_singles_pass_no_double_not_even_when_they_enter():
    for owner in "01":
        game, position = ashte(f"e1:{owner * 2} d1:0", roll=2, home=(1, 0, 0, 0))
        assert not {"in+2", "0+2"} & texts(game, position)
    game, position = ashte("e1:00", roll=2)
    assert texts(game, position) == {"1+2", "1d+2"}


def test_three_pieces_never_share_a_square():
    game, position = ashte("e1:0 f1:00", roll=1)
    assert texts(game, position) == {"2+1", "2d+1", "in+1"}
    game, position = ashte("e1:00 f1:0", roll=1)
    assert texts(game, position) == {"1+1", "2+1"}
    assert on(played(game, position, "1+1"), "f1") == (0, 2)


def test_singles_capture_singles_and_doubles_capture_all():
    game, position = ashte("e1:0 g1:1", roll=2)
    after = played(game, position, "1+2")
    assert (on(after, "g1"), on(after, "e1")) == ((0, 1), None)
    game, position = ashte("e1:00 g1:11", roll=2)
    assert texts(game, position) == {"1d+2"}
    assert on(played(game, position, "1d+2"), "g1") == (0, 2)
    game, position = ashte("e1:0 g1:11", roll=2, home=(3, 0, 0, 0))
    assert (game.who(position), game.thrower(position)) == (-1, 1)


def test_a_captured_double_comes_back_as_two_single_pieces():
    game, position = ashte("e1:00 g1:11 a1:1 a2:1", roll=2, seats=2)
    after = played(game, position, "1d+2 r2 in+2 r1 in+1 r1 in+1 r1 in+1 r1")
    assert (on(after, "b7"), on(after, "c7")) == ((1, 1), (1, 1))
    assert "in+1" not in texts(game, after)


def test_a_seat_that_could_only_form_doubles_may_pass():
    pieces = {"e1:0 f1:0": {"1+1", "2+1"}, "e1:0 f1:0 g1:11": {"1+1", "pass"}}
    for board, expected in pieces.items():
        game, position = ashte(board, roll=1, home=(2, 0, 0, 0))
        assert texts(game, position) == expected
    game, position = ashte("e1:0 f1:0", roll=1, home=(2, 0, 0, 0), passing=True)
    assert "pass" in texts(game, position)


def test_four_and_eight_throw_again_even_when_nothing_could_move():
    for roll, thrower in ((8, 0), (4, 0), (2, 1)):
        game, position = ashte("c3:0", roll=roll, home=(3, 0, 0, 0))
        assert (game.who(position), game.thrower(position)) == (-1, thrower)
    game, position = ashte("e1:0", roll=4, passing=True)
    assert game.thrower(played(game, position, "pass")) == 0


def test_a_seat_that_came_home_with_a_four_throws_no_more():
    game, position = ashte("d5:0", roll=4, home=(3, 0, 0, 0))
    assert game.result(played(game, position, "44+4")) == (1, 2, 2, 2)
    game, position = ashte("d5:0", roll=4, home=(3, 0, 0, 0), playout=True)
    after = played(game, position, "44+4")
    assert (game.result(after), game.thrower(after)) == (None, 1)


def test_the_goal_needs_the_exact_throw_and_takes_doubles():
    game, position = ashte("c3:00 c4:0", roll=2)
    assert texts(game, position) == {"in+2"}
    game, position = ashte("c3:00", roll=1, home=(2, 0, 0, 0))
    assert texts(game, position) == {"47+1", "47d+1"}
    assert game.result(played(game, position, "47d+1")) == (1, 2, 2, 2)


def test_at_the_limit_the_last_move_counts_and_the_rest_share():
    limits = {"turn_limit": 7, "throws": 7, "home": (3, 0, 0, 0)}
    game, position = ashte("c3:0", roll=8, **limits)
    assert game.result(position) == (1, 1, 1, 1)
    game, position = ashte("c3:0", roll=1, **limits)
    assert game.result(played(game, position, "47+1")) == (1, 2, 2, 2)
    game, position = ashte("c3:0", roll=1, finished=(2,), playout=True, **limits)
    assert game.result(played(game, position, "47+1")) == (2, 3, 1, 3)


def test_a_seat_that_gives_up_is_taken_off_and_skipped():
    game, position = ashte("e1:0 a4:1", roll=4)
    after = game.forfeit(position, 0)
    assert (after.board, game.who(after), game.thrower(after)) == ((("a4", (1, 1)),), -1, 1)
    after = game.forfeit(position, 1)
    assert (on(after, "a4"), game.who(after)) == (None, 0)


def test_seats_that_give_up_rank_last_the_first_of_them_below():
    game, position = ashte("e1:0", roll=1, seat=3, finished=(2,), playout=True)
    position = game.forfeit(game.forfeit(position, 1), 2)
    assert game.result(position) is None
    assert game.result(game.forfeit(position, 3)) == (1, 4, 3, 2)
