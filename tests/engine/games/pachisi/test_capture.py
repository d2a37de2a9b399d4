"""The lines of docs/32-pachisi.md on the duty to capture, one by one."""

from tests.engine.games.pachisi.positions import moves, position
from tests.engine.walks import after, legal_texts


def test_a_seat_that_captures_loses_nothing():
    assert "r12+5" in moves(red=[12, 20], blue=[7], dice=[5])


def test_whoever_neglects_a_capture_loses_the_piece_that_could():
    state = position(red=[12, 20], blue=[7], dice=[5])
    assert legal_texts(state) == ["r12+5", "r20+5!r12"]
    after(state, "r20+5!r12")
    assert state.pieces(0) == [0, 25, 0, 0]
    assert state.pieces(1) == [7, 0, 0, 0]


def test_where_several_could_have_captured_the_seat_chooses():
    state = position(red=[12, 20, 30], blue=[7, 15], dice=[5])
    assert legal_texts(state) == ["r12+5", "r20+5", "r30+5!r12", "r30+5!r20"]


def test_any_capture_fulfils_the_duty():
    state = after(position(red=[12, 20], blue=[7, 15], dice=[5]), "r20+5")
    assert state.pieces(0) == [12, 25, 0, 0]
    assert state.pieces(1) == [7, 0, 0, 0]


def test_entering_onto_an_opponent_is_a_capture():
    state = position(red=[12], green=[11], dice=[6])
    assert legal_texts(state) == ["r0+6", "r12+6!r0"]
    assert after(state, "r0+6").pieces(3) == [0, 0, 0, 0]


def test_a_yard_piece_that_is_lost_stays_where_it_is():
    state = after(position(red=[12], green=[11], dice=[6]), "r12+6!r0")
    assert state.pieces(0) == [18, 0, 0, 0]
    assert state.chance_seat() == 0


def test_a_yard_piece_is_named_only_if_no_other_could_have_captured():
    state = position(red=[12, 20], blue=[8], green=[11], dice=[6])
    assert legal_texts(state) == ["r0+6", "r12+6", "r20+6!r12"]


def test_in_two_a_piece_of_either_colour_may_be_the_one_lost():
    state = position(mode="two", red=[12, 30], yellow=[3], blue=[7, 18], dice=[5])
    assert legal_texts(state) == ["r12+5", "r30+5!r12", "r30+5!y3", "y3+5"]
    state = position(mode="two", red=[5], blue=[31], green=[31], dice=[6])
    assert legal_texts(state) == ["r0+6", "r5+6!r0", "r5+6!y0", "y0+6"]


def test_with_capture_forced_only_captures_are_legal_when_one_exists():
    assert moves(capture="forced", red=[12, 20], blue=[7], dice=[5]) == ["r12+5"]
    assert moves(capture="forced", red=[12, 20], dice=[5]) == ["r12+5", "r20+5"]
