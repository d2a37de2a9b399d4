"""The lines of docs/34-alquerque.md on options, notation, ids and documents, one by one."""

import random

import pytest

import engine
from engine.games.alquerque import lines
from tests.engine.games.alquerque.cases import WALKED
from tests.engine.games.alquerque.positions import position, quick
from tests.engine.walks import after, played, random_walk

# Options.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "two", "layout": "blocks"}, "only with mode=single or teams, not with mode=two"),
        ({"mode": "two", "ending": "quick"}, "only with mode=single, not with mode=two"),
        ({"mode": "teams", "ending": "quick"}, "only with mode=single, not with mode=teams"),
        ({"mode": "three"}, "it must be single or teams or two"),
        ({"capture": "free"}, "it must be penalty or forced"),
        ({"quiet_limit": 0}, "a whole number from 1 to 100000"),
    ],
)
def test_options_without_a_meaning_are_refused(options, message):
    with pytest.raises(engine.OptionError, match=message):
        engine.load_game("alquerque", **options)


# Actions, ids and notation.


@pytest.mark.parametrize("variant", WALKED)
def test_an_id_and_its_notation_name_each_other_in_every_position_of_every_seat(variant):
    for state in random_walk(variant, 31):
        for action in state.legal_actions()[::7]:
            text = state.action_to_string(action)
            assert lines.action_of(text) == action
            assert str(lines.course_of(action)) == text


@pytest.mark.parametrize("variant", WALKED)
def test_an_action_is_legal_just_when_it_is_listed(variant):
    seen = set()
    for state in random_walk(variant, 32):
        legal = set(state.legal_actions())
        fresh = state.get_game().state_from_dict(state.to_dict())
        others = random.Random(1).sample(sorted(seen), min(len(seen), 200))
        assert all(fresh._is_legal(action) == (action in legal) for action in [*legal, *others])
        seen |= legal


def test_ids_of_even_the_longest_captures_are_below_2_to_the_63():
    rng = random.Random(33)
    longest = 0
    for _ in range(3000):
        path, gone = [rng.choice([0, 2, 4, 6, 14, 16, 30, 32])], 0
        while ways := [w for w, over in enumerate(lines.OVER[path[-1]]) if not gone & over]:
            way = ways[-1] if rng.random() < 0.6 else rng.choice(ways)
            gone |= lines.OVER[path[-1]][way]
            path.append(lines.LAND[path[-1]][way])
        text = "x".join(lines.POINTS[point] for point in path)
        action = lines.action_of(text)
        assert 0 <= action < 2**63 - 1
        assert str(lines.course_of(action)) == text
        longest = max(longest, len(path) - 1)
    assert longest == 33


def test_a_position_with_countless_captures_can_be_played_and_refused_without_listing_them():
    centres = "b2 b4 b6 d2 d4 d6 f2 f4 f6 b1 d1 f1 b3 d3 f3 b5 d5 f5 a2 c2 e2 g2 a4 c4"
    state = position("a1", centres, capture="forced")
    assert len(state.movable()) == 1
    with pytest.raises(engine.IllegalAction, match=r"choose from .*, \.\.\.$"):
        state.string_to_action("a1xa3")


@pytest.mark.parametrize(
    "text",
    [
        "a1-a3",
        "a2-b3",
        "a1-b1-c1",
        "a1xb1",
        "a1xc3xa1",
        "a1xc3!a1",
        "a1-b1!a1",
        "a1-b1!",
        "a1-b1!z9",
        "a1-b1!b1!b1",
        "a1xc3-c4",
        "A1-b1",
        "a1",
        "a2xc4",
        "g7-a1",
        "a1-b1 ",
    ],
)
def test_what_no_line_allows_is_no_notation(text):
    with pytest.raises(engine.InvalidNotation):
        played("alquerque", "").string_to_action(text)


@pytest.mark.parametrize("action", [300, 10668, 19791 + 384 * 10**6, 2**63 - 2])
def test_an_id_without_a_meaning_has_no_notation(action):
    with pytest.raises(engine.IllegalAction, match="no notation"):
        played("alquerque", "").action_to_string(action)


# Boards and documents.


def test_the_text_board_shows_lines_stones_captures_and_seat():
    shown = str(after(quick("d3", "d4 g7", "a7", "a1"), "d3xd5"))
    assert shown.splitlines() == [
        "7  B---.---.---.---.---.---T",
        "   | \\ | / | \\ | / | \\ | / |",
        "6  .---.---.---.---.---.---.",
        "   | / | \\ | / | \\ | / | \\ |",
        "5  .---.---.---W---.---.---.",
        "   | \\ | / | \\ | / | \\ | / |",
        "4  .---.---.---.---.---.---.",
        "   | / | \\ | / | \\ | / | \\ |",
        "3  .---.---.---.---.---.---.",
        "   | \\ | / | \\ | / | \\ | / |",
        "2  .---.---.---.---.---.---.",
        "   | / | \\ | / | \\ | / | \\ |",
        "1  R---.---.---.---.---.---.",
        "   a   b   c   d   e   f   g",
        "Captured: White 1, Turquoise 0, Black 0, Red 0.",
        "Seat 1 (Turquoise) to move.",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"stones": [["a1"], ["a1"], ["b1"], ["c1"]]},
        {"stones": [["a1", "a1"], ["a2"], ["b1"], ["c1"]]},
        {"stones": [["a1"], ["z9"], ["b1"], ["c1"]]},
        {"stones": [["a1"], ["a2"]]},
        {"captured": [0, 0, 0]},
        {"captured": [0, 0, 0, -1]},
        {"barred": [None, None, None, "a1xc3"]},
        {"barred": [None, None, None, "a1-b1!b1"]},
        {"places": [0, 0, 0, 5]},
        {"places": [0, 4, 0, 0]},
        {"stones": [["a1"], ["a2"], ["b1"], []]},
        {"stones": [["a1"], [], [], []], "places": [0, 4, 3, 2]},
        {"quiet": 101},
        {"quiet": None},
        {"stones": [["a1"], [], ["b1"], ["c1"]], "places": [0, 4, 0, 0], "player": 1},
        {"player": 4},
        {"player": engine.TERMINAL},
    ],
)
def test_a_document_that_cannot_be_right_is_refused(change):
    state = played("alquerque", "")
    with pytest.raises(engine.InvalidDocument):
        state.get_game().state_from_dict(state.to_dict() | change)
