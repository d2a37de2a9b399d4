"""The plain Pachisi against its rules page, in positions worked out by hand."""

from tests.engine.games.pachisi.plain import Pachisi, Position
from tests.engine.plain import played, texts

# Pachisi, on the track of 40: red starts on square 0, blue on 10, yellow on 20, green on 30.

YARD = (0, 0, 0, 0)
HOME = (41, 42, 43, 44)


def pachisi(throw, red=YARD, blue=YARD, yellow=YARD, *, seat=0, throws=1, tries=0, **options):
    """The game and the position in which the seat has thrown; green is in its yard."""
    game = Pachisi(**options)
    pieces = (("r", red), ("b", blue), ("y", yellow), ("g", YARD))
    before = Position(seat, (), (), tries, throws - 1, pieces, None, (), (), over=False)
    return game, game.moves(before)[throw]


def row(position, colour):
    return tuple(sorted(dict(position.pieces)[colour]))


def turn(game, position):
    """(whether the dice come next, whose turn it is)."""
    return game.who(position) == -1, game.thrower(position)


def test_the_highest_begins_and_ties_throw_again():
    game = Pachisi()
    position = played(game, game.start(), "b6 b3 b6 b1")
    assert (turn(game, position), "b1" in texts(game, position)) == ((True, 0), True)
    position = played(game, position, "b2")
    assert turn(game, position) == (True, 2)
    position = played(game, position, "b5")
    assert (turn(game, position), "r1" in texts(game, position)) == ((True, 2), True)


def test_a_seat_that_gives_up_is_left_out_of_the_beginning():
    game = Pachisi()
    position = game.forfeit(played(game, game.start(), "b6"), 1)
    position = played(game, position, "b3")
    assert turn(game, position) == (True, 3)
    position = played(game, game.forfeit(position, 0), "b2")
    assert (turn(game, position), "r6" in texts(game, position)) == ((True, 2), True)


def test_a_seat_with_nothing_on_the_track_throws_three_times():
    game, position = pachisi("r1")
    assert turn(game, position) == (True, 0)
    assert turn(game, played(game, position, "r5")) == (True, 0)
    assert turn(game, played(game, position, "r5 r4")) == (True, 1)
    game, position = pachisi("r5", (40, 43, 44, 0))
    assert turn(game, position) == (True, 1)
    game, position = pachisi("r1", (41, 0, 0, 0))
    assert texts(game, position) == {"r41+1"}
    assert turn(game, played(game, position, "r41+1")) == (True, 1)


def test_a_six_starts_the_tries_anew_also_when_nothing_could_move():
    game, position = pachisi("r6", YARD, (31, 31, 0, 0), tries=2, barriers=True)
    assert turn(game, position) == (True, 0)
    assert turn(game, played(game, position, "r1 r1")) == (True, 0)
    assert turn(game, played(game, position, "r1 r1 r1")) == (True, 1)


def test_a_six_enters_or_moves_and_throws_again():
    game, position = pachisi("r6", (5, 0, 0, 0))
    assert texts(game, position) == {"r0+6", "r5+6"}
    after = played(game, position, "r0+6")
    assert (row(after, "r"), turn(game, after)) == ((0, 0, 1, 5), (True, 0))


def test_goal_squares_need_the_exact_number_and_are_not_jumped():
    game, position = pachisi("r3", (42, 40, 44, 0))
    assert turn(game, position) == (True, 1)
    game, position = pachisi("r1", (42, 40, 44, 0))
    assert texts(game, position) == {"r42+1", "r40+1"}
    game, position = pachisi("r2", (42, 40, 0, 0))
    assert texts(game, position) == {"r42+2"}


def test_own_pieces_are_jumped_but_not_landed_on_without_barriers():
    game, position = pachisi("r4", (5, 8, 0, 0))
    assert texts(game, position) == {"r5+4", "r8+4"}
    game, position = pachisi("r3", (5, 8, 0, 0))
    assert texts(game, position) == {"r8+3"}
    game, position = pachisi("r3", (5, 8, 0, 0), barriers=True)
    assert texts(game, position) == {"r5+3", "r8+3"}


def test_a_capture_sends_home_and_missing_it_costs_a_piece():
    game, position = pachisi("r3", (5, 20, 0, 0), (38, 0, 0, 0))
    assert texts(game, position) == {"r5+3", "r20+3!r5"}
    assert row(played(game, position, "r5+3"), "b") == YARD
    assert row(played(game, position, "r20+3!r5"), "r") == (0, 0, 0, 23)
    game, position = pachisi("r3", (5, 20, 0, 0), (38, 0, 0, 0), capture="forced")
    assert texts(game, position) == {"r5+3"}


def test_every_track_gives_each_colour_a_quarter():
    for track in (40, 52, 68):
        before = track // 4 - 2
        game, position = pachisi("r3", (before, 0, 0, 0), (1, 0, 0, 0), track=track)
        assert row(played(game, position, f"r{before}+3"), "b") == YARD
        game, position = pachisi("r3", (track + 1, 0, 0, 0), track=track)
        assert texts(game, position) == {f"r{track + 1}+3"}


def test_the_piece_lost_may_be_the_one_that_moved_or_its_twin():
    game, position = pachisi("r3,2", (5, 0, 0, 0), (38, 0, 0, 0), dice=2)
    assert texts(game, position) == {"r5+3", "r5+2!r7"}
    after = played(game, position, "r5+2!r7")
    assert (row(after, "r"), turn(game, after)) == (YARD, (True, 1))
    game, position = pachisi("r5,2", (12, 12, 0, 0), (7, 0, 0, 0), dice=2, barriers=True)
    assert texts(game, position) == {"r12+5", "r12+2!r14", "r12+2!r12"}


def test_a_yard_piece_is_named_only_if_no_other_could_have_captured():
    game, position = pachisi("r6", (20, 3, 0, 0), (31, 0, 0, 0))
    assert texts(game, position) == {"r0+6", "r20+6!r0", "r3+6!r0"}
    assert row(played(game, position, "r20+6!r0"), "r") == (0, 0, 3, 26)
    game, position = pachisi("r6", (20, 3, 0, 0), (31, 16, 0, 0))
    assert texts(game, position) == {"r0+6", "r20+6", "r3+6!r20"}


def test_barriers_stop_everybody():
    for throw, expected in (("r2", {"r5+2"}), ("r3", set()), ("r4", set())):
        game, position = pachisi(throw, (5, 0, 0, 0), (38, 38, 0, 0), barriers=True)
        assert (texts(game, position) if game.who(position) == 0 else set()) == expected
    game, position = pachisi("r4", (5, 8, 8, 0), barriers=True)
    assert texts(game, position) == {"r8+4"}


def test_partners_share_a_square_that_opponents_may_only_pass():
    game, position = pachisi("r3", (5, 0, 0, 0), YARD, (28, 0, 0, 0), mode="teams")
    assert row(played(game, position, "r5+3"), "y") == (0, 0, 0, 28)
    shared = ((8, 0, 0, 0), (35, 0, 0, 0), (28, 0, 0, 0))
    game, position = pachisi("r3", *shared, seat=1, mode="teams")
    assert turn(game, position) == (True, 2)
    game, position = pachisi("r4", *shared, seat=1, mode="teams")
    assert texts(game, position) == {"b35+4"}
    game, position = pachisi("r4", *shared, seat=1, mode="teams", barriers=True)
    assert turn(game, position) == (True, 2)


def test_a_seat_that_is_home_plays_its_partners_pieces():
    game, position = pachisi("r3", HOME, YARD, (5, 0, 0, 0), mode="teams")
    assert texts(game, position) == {"y5+3"}
    assert turn(game, game.forfeit(position, 2)) == (True, 0)
    game, position = pachisi("r1", HOME, YARD, (40, 42, 43, 44), mode="teams")
    assert game.result(played(game, position, "y40+1")) == (1, 3, 1, 3)
    last = ((40, 42, 43, 44), YARD, (5, 0, 0, 0))
    game, position = pachisi("r3,1", *last, mode="teams", dice=2)
    assert texts(game, played(game, position, "r40+1")) == {"y5+3"}


def test_partners_go_back_to_the_yard_and_lose_when_both_gave_up():
    game, position = pachisi("r3", (5, 0, 0, 0), YARD, (5, 44, 0, 0), mode="teams")
    after = game.forfeit(position, 2)
    assert (row(after, "y"), game.who(after)) == (YARD, 0)
    assert turn(game, played(game, after, "r5+3 r1 r1 r1")) == (True, 3)
    assert game.result(game.forfeit(after, 0)) == (3, 1, 3, 1)


def test_of_two_dice_the_other_must_follow_or_lapses():
    game, position = pachisi("r6,1", dice=2)
    assert texts(game, position) == {"r0+6"}
    assert texts(game, played(game, position, "r0+6")) == {"r1+1"}
    assert turn(game, played(game, position, "r0+6 r1+1")) == (True, 0)
    game, position = pachisi("r3,2", (41, 0, 0, 0), dice=2)
    assert turn(game, played(game, position, "r41+3")) == (True, 1)
    assert game.weights(position)["r6,1"] == 2 * game.weights(position)["r4,4"]


def test_passing_ends_the_turn_and_costs_a_piece_that_could_capture():
    game, position = pachisi("r6", (5, 0, 0, 0), passing=True)
    assert turn(game, played(game, position, "pass")) == (True, 1)
    capture = ("r6", (5, 0, 0, 0), (1, 0, 0, 0))
    game, position = pachisi(*capture, passing=True)
    assert texts(game, position) == {"r5+6", "r0+6!r5", "pass!r5"}
    assert row(played(game, position, "pass!r5"), "r") == YARD
    game, position = pachisi(*capture, passing=True, capture="forced")
    assert texts(game, position) == {"r5+6"}


def test_two_seats_move_both_their_colours_and_capture_neither():
    game, position = pachisi("r3", (5, 0, 0, 0), YARD, (28, 0, 0, 0), mode="two", barriers=True)
    assert texts(game, position) == {"y28+3"}
    game, position = pachisi("r1", HOME, YARD, (40, 42, 43, 44), mode="two")
    assert game.result(played(game, position, "y40+1")) == (1, 2)


def test_a_seat_that_came_home_throws_no_more():
    game, position = pachisi("r6", (35, 42, 43, 44))
    assert game.result(played(game, position, "r35+6")) == (1, 2, 2, 2)
    game, position = pachisi("r6", (35, 42, 43, 44), playout=True)
    after = played(game, position, "r35+6")
    assert (game.result(after), turn(game, after)) == (None, (True, 1))


def test_at_the_limit_a_six_throws_no_more_and_the_rest_share():
    game, position = pachisi("r6", (5, 0, 0, 0), turn_limit=3, throws=3)
    assert game.result(played(game, position, "r5+6")) == (1, 1, 1, 1)
    game, position = pachisi("r1", (40, 42, 43, 44), turn_limit=3, throws=3)
    assert game.result(played(game, position, "r40+1")) == (1, 2, 2, 2)


def test_who_gives_up_leaves_the_board_and_ranks_last():
    game, position = pachisi("r3", (5, 0, 0, 0), (38, 0, 0, 0))
    after = game.forfeit(position, 1)
    assert (row(after, "b"), texts(game, after)) == ((), {"r5+3"})
    after = game.forfeit(after, 0)
    assert (turn(game, after), game.result(after)) == ((True, 2), None)
    assert game.result(game.forfeit(after, 3)) == (3, 4, 1, 2)
