"""What a picture of Ashte Kashte shows."""

from collections import Counter

import pytest

from tests.engine.drawings import NAMESPACE, classes, parsed, pieces
from tests.engine.walks import played, random_walk


def test_pieces_keep_their_ids_through_a_whole_game_wherever_they_stand():
    for state in list(random_walk("ashte-kashte(seats=3)", 6))[::20]:
        names = {f"k-piece-{seat}-{number}" for seat in range(3) for number in range(1, 5)}
        assert set(pieces(parsed(state), "-piece-")) == names


def test_the_two_pieces_of_a_double_are_seen_apart_and_say_what_they_are():
    state = played("ashte-kashte(seats=2)", "r2 in+2 r1 in+1 r2 in+2")
    drawn = pieces(parsed(state), "-piece-0-")
    circles = [drawn[f"k-piece-0-{n}"].find(f"{NAMESPACE}circle") for n in (1, 2)]
    assert len({(circle.get("cx"), circle.get("cy")) for circle in circles}) == 2
    title = drawn["k-piece-0-1"].find(f"{NAMESPACE}title").text
    assert title == "Piece 1 of blue, double on f1"


def test_every_seat_has_an_arrow_where_its_path_steps_inwards():
    found = classes(parsed(played("ashte-kashte", "")))
    assert [found[f"k-arrow-{seat}"] for seat in range(4)] == [2 * 3] * 4


@pytest.mark.parametrize(("throw", "marks"), [("r8", 0), ("r1", 1), ("r3", 3), ("r4", 4)])
def test_four_dice_show_the_marks_thrown(throw, marks):
    dice = pieces(parsed(played("ashte-kashte", throw)), "-dice-")["k-dice-0"]
    shown = Counter(e.get("class") for e in dice.iter(f"{NAMESPACE}circle"))
    assert (shown["k-die"], shown["k-pip"]) == (4, marks)
    assert [text.text for text in dice.iter(f"{NAMESPACE}text")] == [throw[1]]


def test_the_last_throw_stays_at_its_seat_while_the_next_is_to_come():
    dice = pieces(parsed(played("ashte-kashte", "r3 in+3")), "-dice-")
    words = {name: group.find(f"{NAMESPACE}text").text for name, group in dice.items()}
    assert words == {"k-dice-0": "3", "k-dice-1": "?"}


def test_the_way_of_the_last_move_stays_through_passes_and_throws():
    for text in ("r3 in+3", "r3 in+3 r1", "r3 in+3 r1 pass"):
        root = parsed(played("ashte-kashte(passing=true)", text))
        assert (classes(root)["k-last"], classes(root)["k-arrow"]) == (2, 2)


def test_pieces_of_a_seat_that_gave_up_are_gone_and_it_is_marked_out():
    state = played("ashte-kashte", "r3 in+3")
    state.forfeit(0)
    root = parsed(state)
    assert not pieces(root, "-piece-0-")
    assert "out" in [text.text for text in root.iter(f"{NAMESPACE}text")]
