"""What a picture of Pachisi shows."""

from collections import Counter

from tests.engine.drawings import NAMESPACE, TITLE, classes, parsed, pieces
from tests.engine.walks import played, random_walk


def centres(root, name):
    """The first circle or path of each piece of Pachisi, by id."""
    drawn = pieces(root, f"-piece-{name}")
    return {
        key: next((e.get("cx"), e.get("cy"), e.get("d")) for e in group if e.tag != TITLE)
        for key, group in drawn.items()
    }


def test_pieces_of_pachisi_keep_their_ids_through_a_whole_game():
    names = {f"k-piece-{letter}-{number}" for letter in "rbyg" for number in range(1, 5)}
    for state in list(random_walk("pachisi(barriers=true,mode=teams)", 6))[::5]:
        assert set(pieces(parsed(state), "-piece-")) == names


def test_only_the_piece_that_moved_changes_its_place():
    past = "b6 b1 b1 b1 r6 r0+6 r5"
    before, after = (centres(parsed(played("pachisi", t)), "") for t in (past, past + " r1+5"))
    assert [name for name in before if before[name] != after[name]] == ["k-piece-r-1"]


def test_the_colours_of_pachisi_differ_in_shape_and_letter():
    root = parsed(played("pachisi", ""))
    drawn = {letter: pieces(root, f"-piece-{letter}-1")[f"k-piece-{letter}-1"] for letter in "rbyg"}
    assert [e.find(f"{NAMESPACE}text").text for e in drawn.values()] == ["R", "B", "Y", "G"]
    corners = {e[1].get("class"): (e[1].get("d") or "").split("L") for e in drawn.values()}
    assert [len(points) for points in corners.values()] == [1, 4, 4, 3]
    # A square has two corners on one height, a diamond's first corner is the only one so far right.
    heights = [{p.strip("MZ").split()[1] for p in corners[f"k-{c}"]} for c in ("blue", "yellow")]
    assert [len(height) for height in heights] == [2, 3]


def test_two_pieces_on_a_square_are_drawn_beside_each_other():
    past = "b6 b1 b1 b1 r6 r0+6 r6 r0+6"
    drawn = centres(parsed(played("pachisi(barriers=true)", past)), "r")
    assert drawn["k-piece-r-1"] != drawn["k-piece-r-2"]


def test_start_squares_and_turns_to_the_goal_have_arrows_in_their_colour():
    found = classes(parsed(played("pachisi", "")))
    assert [found[f"k-{colour}"] for colour in ("blue", "yellow", "green")] == [6, 6, 6]


def test_the_way_of_the_last_move_in_pachisi_stays_through_throws():
    past = "b6 b1 b1 b1 r6 r0+6 r5 r1+5"
    for more in ("", " r5 r5 r5 r1"):
        found = classes(parsed(played("pachisi", past + more)))
        assert (found["k-trail"], found["k-last"], found["k-arrow"]) == (1, 1, 2)


def dice_shown(state):
    """What the dice of a picture show, by id: their class and their pips, or a question mark."""
    shown = {}
    for name, group in pieces(parsed(state), "-die-").items():
        marks = Counter(e.get("class") for e in group.iter(f"{NAMESPACE}circle"))
        words = [text.text for text in group.iter(f"{NAMESPACE}text")]
        frame = group.find(f"{NAMESPACE}rect").get("class")
        shown[name] = (frame, *(words or [marks["k-pip"]]))
    return shown


def test_both_dice_of_pachisi_are_shown_and_the_one_played_is_paler():
    state = played("pachisi(dice=2)", "b6 b1 b1 b1 r6,5 r0+6")
    assert dice_shown(state) == {"k-die-0": ("k-red-soft", 6), "k-die-0-1": ("k-red", 5)}


def test_the_last_throw_of_pachisi_stays_while_the_next_is_to_come():
    state = played("pachisi", "b6 b1 b1 b1 r5 r4 r3")
    assert dice_shown(state) == {"k-die-0": ("k-red-soft", 3), "k-die-1": ("k-blue", "?")}


def test_the_beginning_throws_lie_at_their_seats():
    state = played("pachisi", "b6 b2")
    assert dice_shown(state) == {
        "k-die-0": ("k-red", 6),
        "k-die-1": ("k-blue", 2),
        "k-die-2": ("k-yellow", "?"),
    }


def test_a_colour_that_gave_up_is_gone_and_marked_out():
    state = played("pachisi", "b6 b1")
    state.forfeit(1)
    root = parsed(state)
    assert not pieces(root, "-piece-b-")
    assert "out" in [text.text for text in root.iter(f"{NAMESPACE}text")]
