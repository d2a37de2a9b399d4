"""What a picture of Alquerque shows."""

from collections import Counter

import pytest

from tests.engine.drawings import NAMESPACE, classes, parsed, pieces
from tests.engine.walks import played, random_walk


def test_the_stones_of_alquerque_keep_their_ids_and_leave_when_captured():
    start = set(pieces(parsed(played("alquerque", "")), "-stone-"))
    assert start == {f"k-stone-{seat}-{n}" for seat in range(4) for n in range(1, 13)}
    *states, last = random_walk("alquerque", 6)
    for state in [*states[::10], last]:
        drawn = Counter(name[:9] for name in pieces(parsed(state), "-stone-"))
        assert [drawn[f"k-stone-{s}"] for s in range(4)] == [len(state.stones(s)) for s in range(4)]


def test_a_stone_of_alquerque_that_moves_keeps_its_id():
    before = pieces(parsed(played("alquerque", "")), "-stone-")
    after = pieces(parsed(played("alquerque", "d3-d4")), "-stone-")
    titles = [
        {name: stone.find(f"{NAMESPACE}title").text for name, stone in drawn.items()}
        for drawn in (before, after)
    ]
    changed = {name for name in titles[0] if titles[0][name] != titles[1][name]}
    assert [titles[1][name] for name in changed] == ["White stone on d4"]


CHAIN = "d3-d4 f3xd3 c5xe3 b4-c5"


@pytest.mark.parametrize(
    ("text", "rings", "strokes"),
    [("d3-d4", 1, 0), (CHAIN + " f2xd4xb4", 1, 1 + 2 * 2), (CHAIN + " d2xb4!b4", 2, 2 * 2)],
)
def test_the_way_of_the_last_move_is_drawn_with_a_cross_where_a_stone_left(text, rings, strokes):
    root = parsed(played("alquerque", text))
    marks = [e.tag.removeprefix(NAMESPACE) for e in root.iter() if e.get("class") == "k-last"]
    assert Counter(marks) == Counter(circle=rings, path=strokes)
    assert classes(root)["k-arrow"] == 2


def test_a_board_of_alquerque_has_its_24_lines():
    assert classes(parsed(played("alquerque", "")))["k-line"] == 24
