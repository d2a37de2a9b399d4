"""The lines of docs/32-pachisi.md on notation, ids and documents, one by one."""

import pytest

import engine
from tests.engine.games.pachisi.positions import HOME, position
from tests.engine.walks import after, played

NEVER = (
    "r0 r7 b0 r5,2 r0+5 r41+4 r44+0 r44+1 r07+3 r12+7 x12+5 r\u0661+5 r100+5 r12+5!b17 r12+5!r44 "
    "r12+5! r12+5!r pass pass!r12"
)


@pytest.mark.parametrize("text", NEVER.split(" "))
def test_what_can_never_be_written_is_no_notation(text):
    with pytest.raises(engine.InvalidNotation):
        position(red=[12], dice=[5]).string_to_action(text)


def test_penalties_are_no_notation_where_captures_are_forced():
    with pytest.raises(engine.InvalidNotation):
        position(red=[12], dice=[5], capture="forced").string_to_action("r12+5!r17")


@pytest.mark.parametrize("options", [{}, {"mode": "two", "passing": True}, {"capture": "forced"}])
def test_ids_and_notation_of_a_seats_actions_correspond_one_to_one(options):
    game = engine.load_game("pachisi", **options)
    state = game.new_initial_state()
    texts = [state._notation(1, action) for action in range(-1, game.num_distinct_actions() + 1)]
    known = [text for text in texts if text is not None]
    assert len(set(known)) == len(known) > 100
    assert all(game.is_notation(text) for text in known)


def test_an_id_is_made_as_the_module_says():
    state = position(red=[12, 20], blue=[7], dice=[5])
    assert state.string_to_action("r12+5") == (12 * 6 + 4) * 46
    assert state.string_to_action("r20+5!r12") == (20 * 6 + 4) * 46 + 1 + 12


def test_the_history_in_notation_knows_of_forfeits():
    state = played("pachisi", "b1 b5")
    state.forfeit(1)
    after(state, "b2", "b3", "r6")
    assert state.history_str() == "b1 b5 b2 b3 r6"


def test_seats_colours_and_pieces_stand_on_the_text_board():
    lines = str(
        position(red=[12, 41], blue=[7], green=[5, 5], dice=[5], barriers=True)
    ).splitlines()
    assert lines[11:] == [
        "red    12 41  0  0",
        "blue    7  0  0  0",
        "yellow  0  0  0  0",
        "green   5  5  0  0",
        "Seat 0 (red) to move with 5.",
    ]
    assert lines[4].split() == ["b", "R", ".", ".", ".", "+", ".", ".", ".", ".", "."]


@pytest.mark.parametrize(
    "change",
    [
        {"pieces": [[0] * 4] * 3},
        {"pieces": [[0] * 3] * 4},
        {"pieces": [[45, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]},
        {"pieces": [[12, 12, 0, 0], [0] * 4, [0] * 4, [0] * 4]},
        {"pieces": [[17, 0, 0, 0], [7, 0, 0, 0], [0] * 4, [0] * 4]},
        {"pieces": [[42, 42, 0, 0], [0] * 4, [0] * 4, [0] * 4]},
        {"pieces": [[None] * 4, [0] * 4, [0] * 4, [0] * 4]},
        {"pieces": [HOME, [0] * 4, [0] * 4, [0] * 4]},
        {"home": [0]},
        {"home": [1, 1]},
        {"turn": 4},
        {"beginning": [1, 2, 3, 4]},
        {"beginning": [1, 0, 3]},
        {"beginning": [None, 0, 7, 4]},
        {"dice": [5, 3]},
        {"dice": [7]},
        {"dice": [5]},
        {"again": True},
        {"again": 1},
        {"tries": 3},
        {"throws": 5001},
        {"player": 0},
        {"player": engine.TERMINAL},
        {"forfeits": [[0, 0]]},
        {"forfeits": [[0, 0], [0, 0]], "pieces": [[None] * 4, [0] * 4, [0] * 4, [0] * 4]},
    ],
)
def test_a_document_that_cannot_be_right_is_refused(change):
    state = position()
    with pytest.raises(engine.InvalidDocument):
        state.get_game().state_from_dict(state.to_dict() | change)
