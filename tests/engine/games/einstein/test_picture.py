"""What a picture of EinStein shows."""

import pytest

import engine
from engine import svg
from tests.engine.drawings import NAMESPACE, classes, parsed, pieces
from tests.engine.walks import played, random_walk


def test_stones_keep_their_ids_and_leave_when_captured():
    root = parsed(played("einstein(setup=fixed)", "r1 1xb4"))
    assert len(pieces(root, "-stone-")) == 11
    assert "k-stone-0-5" not in pieces(root, "-stone-")


def test_stones_say_where_they_stand():
    stone = pieces(parsed(played("einstein(setup=fixed)", "")), "-stone-")["k-stone-1-6"]
    assert stone.find(f"{NAMESPACE}title").text == "Stone 6 of orange on e3"


@pytest.mark.parametrize("face", range(1, 7))
def test_the_die_shows_as_many_pips_as_were_rolled(face):
    root = parsed(played("einstein(setup=fixed)", f"r{face}"))
    die = pieces(root, "-die-")["k-die-0"]
    pips = [e for e in die.iter(f"{NAMESPACE}circle") if e.get("class") == "k-pip"]
    assert len({(pip.get("cx"), pip.get("cy")) for pip in pips}) == face


def test_a_die_to_be_thrown_shows_a_question_mark():
    die = pieces(parsed(played("einstein(setup=fixed)", "")), "-die-")["k-die-0"]
    assert [text.text for text in die.iter(f"{NAMESPACE}text")] == ["?"]


def test_the_last_move_keeps_its_arrow_while_the_next_throw_lies_there_and_at_the_end():
    for text in ("r6 6-a2", "r6 6-a2 r1"):
        assert classes(parsed(played("einstein(setup=fixed)", text)))["k-arrow"] == 2
    *_, last = random_walk("einstein", 5)
    assert classes(parsed(last))["k-arrow"] == 2


def test_the_stones_that_may_move_are_ringed():
    assert classes(parsed(played("einstein(setup=fixed)", "r6")))["k-may"] == 1


def test_a_hidden_arrangement_is_drawn_as_question_marks():
    state = played("einstein(setup=chosen)", "s163524")
    seen = state.get_game().state_from_dict(state.view(1))
    words = [text.text for text in parsed(seen).iter(f"{NAMESPACE}text")]
    assert words.count("?") == 6
    assert not pieces(parsed(seen), "-stone-")


def test_a_forfeited_game_can_be_drawn():
    state = engine.load_game("einstein").new_initial_state()
    state.forfeit(0)
    assert "Seat 0 forfeits" in svg.draw(state)
