"""The lines of docs/31-einstein.md, one by one."""

import json
from itertools import permutations

import pytest

import engine
from engine.games.einstein.rules import MOVES
from tests.engine.walks import legal_texts, played, random_walk

GONE = None


def position(first, second, *, turn=0, roll=None, **options):
    """A position: both seats' stones by number, such as {1: "a5"}, and the roll lying there."""
    game = engine.load_game("einstein", **({"setup": "fixed"} | options))
    stones = [[side.get(number) for number in range(1, 7)] for side in (first, second)]
    alone = len((first, second)[turn]) == 1
    player = turn if roll or alone else engine.CHANCE
    place = {"stones": stones, "turn": turn, "roll": roll, "player": player}
    past = {"history": [], "forfeits": [], "reason": "", "ranks": []}
    return game.state_from_dict(
        {"game": "einstein", "rules": 1, "options": game.options} | past | place
    )


def after(state, text):
    state.apply_action(state.string_to_action(text))
    return state


def test_seat_0_lies_at_the_top_left_and_seat_1_at_the_bottom_right():
    state = played("einstein(setup=fixed)", "")
    assert state.stones(0) == ["a5", "b5", "c5", "a4", "b4", "a3"]
    assert state.stones(1) == ["e1", "d1", "c1", "e2", "d2", "e3"]


def test_an_arrangement_names_the_stones_in_the_order_of_the_squares():
    state = played("einstein", "s163524 s163524")
    assert state.stones(0) == ["a5", "b4", "c5", "a3", "a4", "b5"]
    assert state.stones(1) == ["e1", "d2", "c1", "e3", "e2", "d1"]


def test_seat_0_moves_first_and_rolls_before_it_moves():
    state = played("einstein(setup=fixed)", "")
    assert state.is_chance_node()
    assert state.chance_seat() == 0
    assert legal_texts(state) == ["r1", "r2", "r3", "r4", "r5", "r6"]
    assert after(state, "r4").current_player() == 0


def test_the_stone_with_the_rolled_number_must_move():
    assert legal_texts(played("einstein(setup=fixed)", "r6")) == ["6-b3", "6-a2", "6-b2"]


def test_seat_0_moves_right_down_or_diagonally_between():
    state = position({2: "c3", 5: "a1"}, {1: "e5", 2: "e4"}, roll=2)
    assert legal_texts(state) == ["2-d3", "2-c2", "2-d2"]


def test_seat_1_moves_the_opposite_way():
    state = position({1: "a1", 2: "b1"}, {2: "c3", 5: "e5"}, turn=1, roll=2)
    assert legal_texts(state) == ["2-b3", "2-c4", "2-b4"]


def test_stones_stay_on_the_board():
    state = position({2: "e3", 5: "a1"}, {1: "e5", 2: "e4"}, roll=2)
    assert legal_texts(state) == ["2-e2"]


def test_for_a_number_that_is_gone_the_next_smaller_or_the_next_larger_moves():
    state = position({1: "a5", 4: "b4", 6: "a3"}, {1: "e1", 2: "d1"}, roll=3)
    assert {text[0] for text in legal_texts(state)} == {"1", "4"}


def test_nearness_does_not_matter():
    state = position({1: "a5", 6: "a3"}, {1: "e1", 2: "d1"}, roll=5)
    assert {text[0] for text in legal_texts(state)} == {"1", "6"}


@pytest.mark.parametrize(("roll", "stone"), [(1, "3"), (6, "4")])
def test_where_only_one_side_is_left_that_stone_moves(roll, stone):
    state = position({3: "a5", 4: "a3"}, {1: "e1", 2: "d1"}, roll=roll)
    assert {text[0] for text in legal_texts(state)} == {stone}


def test_an_opponents_stone_on_the_target_is_captured():
    state = after(position({2: "c3", 5: "a1"}, {1: "d2", 2: "e4"}, roll=2), "2xd2")
    assert state.stones(0)[1] == "d2"
    assert state.stones(1)[0] is GONE


def test_an_own_stone_on_the_target_is_captured_too():
    state = after(position({2: "c3", 5: "d3"}, {1: "e5", 2: "e4"}, roll=2), "2xd3")
    assert state.stones(0) == [GONE, "d3", GONE, GONE, GONE, GONE]


def test_a_capture_is_written_with_x_and_only_a_capture():
    state = position({2: "c3", 5: "a1"}, {1: "d2", 2: "e4"}, roll=2)
    for wrong in ("2-d2", "2xc2"):
        with pytest.raises(engine.IllegalAction, match="2-d3, 2-c2, 2xd2"):
            state.string_to_action(wrong)


def test_the_seats_take_turns():
    state = played("einstein(setup=fixed)", "r6 6-a2")
    assert state.is_chance_node()
    assert state.chance_seat() == 1


def test_a_seat_with_one_stone_does_not_roll():
    state = position({2: "c3", 5: "d3"}, {4: "e4"}, roll=2)
    after(state, "2-c2")
    assert state.current_player() == 1
    assert state.roll() is None
    assert legal_texts(state) == ["4-d4", "4-e5", "4-d5"]


def test_a_seat_left_with_one_stone_by_its_own_capture_rolls_no_more():
    state = after(position({2: "c3", 5: "d3"}, {4: "e4"}, roll=2), "2xd3")
    after(state, "4-d4")
    assert state.current_player() == 0


@pytest.mark.parametrize(
    ("turn", "start", "goal", "returns"),
    [(0, "d2", "e1", [1.0, -1.0]), (1, "b4", "a5", [-1.0, 1.0])],
)
def test_reaching_the_opponents_corner_wins(turn, start, goal, returns):
    sides = ({3: start}, {1: "e5", 2: "c5"}) if turn == 0 else ({1: "a1", 2: "b1"}, {3: start})
    state = after(position(*sides, turn=turn), f"3-{goal}")
    assert state.returns() == returns
    assert state.outcome() == ("corner", f"Seat {turn} wins: it has reached {goal}.")


def test_the_own_corner_wins_nothing():
    state = after(position({1: "a5", 2: "b5"}, {4: "b2"}, turn=1), "4-a2")
    assert not state.is_terminal()


def test_a_seat_without_stones_has_lost():
    state = after(position({2: "c3", 5: "a1"}, {4: "d2"}, roll=2), "2xd2")
    assert state.ranks() == [1, 2]
    assert state.outcome() == ("captured", "Seat 0 wins: seat 1 has no stone left.")


def test_capturing_the_last_stone_in_the_corner_counts_as_reaching_it():
    state = after(position({2: "d1", 5: "a1"}, {4: "e1"}, roll=2), "2xe1")
    assert state.outcome().reason == "corner"


def test_a_legal_action_exists_in_every_position_of_a_game():
    for seed in range(30):
        *states, _ = random_walk("einstein", seed)
        assert all(state.legal_actions() for state in states)


def test_random_set_ups_are_one_chance_event_a_seat_of_720_equal_outcomes():
    state = played("einstein", "")
    for seat in (0, 1):
        assert state.chance_seat() == seat
        assert [weight for _, weight in state.chance_weights()] == [1] * 720
        assert legal_texts(state) == ["s" + "".join(digits) for digits in permutations("123456")]
        after(state, "s654321")
    assert legal_texts(state)[0] == "r1"


def test_a_mirrored_set_up_is_one_event_and_turned_by_180_degrees():
    state = played("einstein(mirror=true)", "s163524")
    assert state.stones(1) == played("einstein", "s123456 s163524").stones(1)
    assert legal_texts(state)[0] == "r1"


def test_mirror_has_no_meaning_without_a_random_set_up():
    with pytest.raises(
        engine.OptionError, match="mirror=true has a meaning only with setup=random"
    ):
        engine.load_game("einstein", setup="fixed", mirror=True)


def test_chosen_set_ups_are_actions_of_seat_0_and_then_seat_1():
    state = played("einstein(setup=chosen)", "")
    assert state.current_player() == 0
    assert len(state.legal_actions()) == 720
    after(state, "s163524")
    assert state.current_player() == 1
    after(state, "s654321")
    assert state.stones(1) == played("einstein", "s123456 s654321").stones(1)
    assert state.chance_seat() == 0


@pytest.mark.parametrize("viewer", [1, None])
def test_seat_1_and_spectators_do_not_see_seat_0s_choice_before_its_own(viewer):
    game = engine.load_game("einstein", setup="chosen")
    views = []
    for first in ("s163524", "s654321"):
        state = played(game.variant, first)
        views.append(json.dumps(state.view(viewer)))
    assert views[0] == views[1]
    assert json.loads(views[0])["history"] == [engine.HIDDEN]


def test_seat_0_sees_its_own_choice_and_everybody_sees_both_afterwards():
    state = played("einstein(setup=chosen)", "s163524")
    assert state.view(0) == state.to_dict()
    after(state, "s654321")
    assert state.view(1) == state.view(None) == state.to_dict()


def test_a_hidden_choice_stays_hidden_when_the_game_is_forfeited():
    state = played("einstein(setup=chosen)", "s163524")
    state.forfeit(1)
    assert "b5" not in json.dumps(state.view(1))


def test_seat_1_can_search_before_it_knows():
    state = played("einstein(setup=chosen)", "s163524")
    guess = state.get_game().state_from_dict(state.view(1))
    assert str(guess).endswith("Seat 1 to place its stones.")
    assert guess.history_str() == "?"
    after(guess, "s654321")
    assert guess.history_str() == "? s654321"
    assert [chance for _, chance in guess.chance_outcomes()] == [1 / 720] * 720
    after(guess, "s163524")
    assert guess.to_dict() == after(state, "s654321").to_dict()


def test_arrangements_are_refused_where_they_are_fixed():
    with pytest.raises(engine.InvalidNotation):
        played("einstein(setup=fixed)", "s123456")


def test_ids_of_moves_and_arrangements_do_not_overlap():
    state = played("einstein(setup=chosen)", "")
    assert min(state.legal_actions()) == MOVES
    moves = played("einstein(setup=fixed)", "r1").legal_actions()
    assert max(moves) < MOVES


def test_a_forfeit_gives_the_game_to_the_other_seat():
    state = played("einstein", "s123456")
    state.forfeit(1)
    assert state.ranks() == [1, 2]


def test_the_text_board_shows_stones_die_and_seat():
    assert str(played("einstein(setup=fixed)", "r6 6-a2 r4")) == "\n".join(
        [
            "5  +1 +2 +3  .  .",
            "4  +4 +5  .  .  .",
            "3   .  .  .  . -6",
            "2  +6  .  . -5 -4",
            "1   .  . -3 -2 -1",
            "    a  b  c  d  e",
            "Seat 1 (-) to move with a 4.",
        ]
    )


@pytest.mark.parametrize(
    "change",
    [
        {"stones": [["a5"] * 6, [None] * 6]},
        {"stones": [["a5"], ["e1"]]},
        {"stones": [["a5", "b5", "c5", "a4", "b4", "e1"], ["e1"] + [None] * 5]},
        {"stones": [["z9", *["a5"] * 5], ["e1"] + [None] * 5]},
        {"stones": ["hidden", "hidden"]},
        {"turn": 2},
        {"roll": 7},
        {"roll": 3},
        {"player": 0},
        {"player": engine.TERMINAL},
        {"history": [None]},
    ],
)
def test_a_document_that_cannot_be_right_is_refused(change):
    state = played("einstein(setup=fixed)", "")
    with pytest.raises(engine.InvalidDocument):
        state.get_game().state_from_dict(state.to_dict() | change)
