"""Actions and throws in words: every game says all of its own, and what follows from them."""

import pytest

import engine
from engine import words
from tests.engine.walks import played, random_walk

pytestmark = pytest.mark.once


def written(text, action, *, variant, seat=0):
    """What an action or a throw is after these, as English tells it of a seat."""
    state = played(variant, text)
    deed = words.deed(state, state.string_to_action(action))
    return words.english(state.get_game().info, lambda seats: f"seat {seats[0]}").told(deed, seat)


def duty(variant, text):
    state = played(variant, text)
    limit = words.duty(state)
    return limit and words.english(state.get_game().info).whole(limit)


@pytest.mark.parametrize(
    ("text", "action", "told"),
    [
        ("", "D", "Seat 0 sows pit D, with another turn"),
        ("", "A", "Seat 0 sows pit A"),
        ("D", "A", "Seat 0 sows pit A, capturing 4 seeds"),
    ],
)
def test_kalah_tells_of_captures_and_of_another_turn(text, action, told):
    assert written(text, action, variant="kalah") == told


def test_cross_kalah_says_which_way_seeds_go_and_why():
    told = "Seat 0 sows pit F clockwise, since its seeds are odd in number"
    assert written("", "F", variant="kalah(sowing=cross)") == told


@pytest.mark.parametrize(
    ("variant", "text", "action", "told"),
    [
        ("einstein(setup=fixed)", "", "r4", "Seat 0 throws a 4"),
        ("einstein(setup=fixed)", "r4", "4-b3", "Seat 0 moves stone 4 to b3"),
        (
            "einstein(setup=fixed)", "r4", "4xb4",
            "Seat 0 moves stone 4 to b4, taking stone 5 of its own off the board",
        ),
        ("pachisi", "b6 b1 b1", "b1", "Seat 0 throws a 1 for who begins, so seat 0 begins"),
        (
            "pachisi", "b6 b1 b1 b1", "r2",
            "Seat 0 throws a 2, and no piece can move, so it may try again",
        ),
        (
            "pachisi", "b6 b1 b1 b1 r6", "r0+6",
            "Seat 0 brings a piece from the yard to its start, with another throw",
        ),
        (
            "pachisi(mode=two)", "b6 b1 r6 r0+6 r3", "r1+3",
            "Seat 0 moves a red piece from square 0 to square 3",
        ),
        ("ashte-kashte", "", "r8", "Seat 0 throws 8"),
        (
            "ashte-kashte", "r4 in+4 r4", "in+4",
            "Seat 0 enters a piece on g2, forming a double, with another throw",
        ),
        ("alquerque(mode=two)", "", "d3-d4", "Seat 0 moves the stone from d3 to d4"),
        (
            "alquerque(mode=two)", "c3-d4", "e5xc3",
            "Seat 0 jumps with the stone from e5 over d4 to c3, capturing a stone",
        ),
        (
            "alquerque(mode=two)", "c3-d4", "c4-c3!e5",
            ("Seat 0 moves the stone from c4 to c3, losing the stone on e5, "
             "for a capture was left out"),
        ),
    ],
)  # fmt: skip
def test_deeds_tell_what_follows_from_them(variant, text, action, told):
    assert written(text, action, variant=variant) == told


@pytest.mark.parametrize(
    ("variant", "text", "limit"),
    [
        ("kalah", "", None),
        ("kalah(pits=1)", "", "Only pit A has seeds."),
        ("pachisi", "b6 b1 b1 b1", None),
        ("pachisi", "b6 b1 b1 b1 r6", "Only one piece can move."),
        (
            "alquerque(mode=two)", "c3-d4",
            "You can capture. If you do not, you lose a stone that could have.",
        ),
        (
            "alquerque(mode=two,capture=forced)", "c3-d4",
            "Only a capture is allowed, since there is one.",
        ),
    ],
)  # fmt: skip
def test_a_duty_is_said_where_there_is_one(variant, text, limit):
    assert duty(variant, text) == limit


def test_only_finished_games_that_count_say_by_how_much_they_were_won():
    won = random_end("kalah(pits=2,seeds=1)")
    teller = words.english(won.get_game().info)
    lead = abs(won.store(0) - won.store(1))

    assert teller.part(words.margin(won)) == f"{lead} seeds"
    assert words.margin(engine.load_game("kalah").new_initial_state()) is None
    assert words.margin(random_end("einstein")) is None


def random_end(variant):
    *_, last = random_walk(variant, 3)
    return last
