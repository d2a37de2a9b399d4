"""The lines of docs/33-ashte-kashte.md on notation and documents, one by one."""

import pytest

import engine
from tests.engine.games.ashte_kashte.positions import HOME, OFF, position
from tests.engine.walks import after, legal_texts, played


@pytest.mark.parametrize(
    "text", ["r0", "r5", "in+5", "0+3", "6d+2", "4d+2", "46+3", "12+03", "48+1"]
)
def test_what_no_piece_can_do_is_no_notation(text):
    with pytest.raises(engine.InvalidNotation):
        played("ashte-kashte", "r3").string_to_action(text)


def test_an_action_names_the_index_left_the_form_and_the_throw():
    state = position([20, 20, 9], [], throw=3, passing=True)
    assert state.legal_actions() == [0, 9, 20, 48 + 20, 96]
    assert legal_texts(state) == ["in+3", "9+3", "20+3", "20d+3", "pass"]


def test_a_move_has_no_notation_while_no_throw_lies_there():
    with pytest.raises(engine.IllegalAction, match="no notation"):
        played("ashte-kashte", "").action_to_string(0, 9)


def test_the_text_board_shows_singles_doubles_start_squares_throw_and_seat():
    state = position([2, 2, 6, HOME], [15], throw=3)
    assert str(state) == "\n".join(
        [
            "7   .  .  .  +  .  .  .",
            "6   .  .  .  .  .  .  .",
            "5   .  .  .  .  .  .  .",
            "4   +  .  .  *  .  . +S",
            "3   .  .  .  .  .  .  .",
            "2   .  .  .  .  .  .  .",
            "1   .  .  .  +  . SS  N",
            "    a  b  c  d  e  f  g",
            "Seat 0 (S): 0 to enter, 1 home",
            "Seat 1 (N): 3 to enter, 0 home",
            "Seat 0 (S) to move 3.",
        ]
    )


def test_the_past_in_notation_survives_forfeits():
    state = played("ashte-kashte", "r1 in+1")
    state.forfeit(1)
    after(state, "r2")
    assert state.history_str() == "r1 in+1 r2"
    assert state.turn() == 2


@pytest.mark.parametrize(
    "change",
    [
        {"pieces": [[OFF] * 4]},
        {"pieces": [[OFF] * 3, [OFF] * 4]},
        {"pieces": [[0, OFF, OFF, OFF], [OFF] * 4]},
        {"pieces": [[49, OFF, OFF, OFF], [OFF] * 4]},
        {"pieces": [[9, 9, 9, OFF], [OFF] * 4]},
        {"pieces": [[6, 6, OFF, OFF], [OFF] * 4]},
        {"pieces": [[14, OFF, OFF, OFF], [2, OFF, OFF, OFF]]},
        {"pieces": [[HOME] * 4, [OFF] * 4]},
        {"pieces": [[HOME] * 4, [OFF] * 4], "arrived": [0]},
        {"arrived": [0]},
        {"turn": 2},
        {"throw": 5},
        {"throw": 3},
        {"throw": 3, "player": 0},
        {"throws": -1},
        {"throws": 5000},
        {"player": 0},
        {"player": engine.TERMINAL},
    ],
)
def test_a_document_that_cannot_be_right_is_refused(change):
    state = played("ashte-kashte(seats=2)", "")
    with pytest.raises(engine.InvalidDocument):
        state.get_game().state_from_dict(state.to_dict() | change)
