"""Pictures: sound SVG 1.1, fit for a strict content policy, with ids a page can animate."""

from collections import Counter
from xml.etree import ElementTree

import pytest

import engine
from engine import svg
from tests.engine.walks import VARIANTS, played, random_walk

NAMESPACE = "{http://www.w3.org/2000/svg}"
TITLE = f"{NAMESPACE}title"


def parsed(state, **options):
    return ElementTree.fromstring(svg.draw(state, **options))


def classes(root):
    return Counter(element.get("class") for element in root.iter())


def pieces(root, name):
    """The elements with ids that contain a name, by id."""
    return {e.get("id"): e for e in root.iter() if name in (e.get("id") or "")}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dark", [False, True])
def test_every_state_has_a_sound_picture(variant, dark):
    states = list(random_walk(variant, 1))
    for state in [*states[:4], states[len(states) // 2], *states[-2:]]:
        root = parsed(state, dark=dark)
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        assert root.get("viewBox").startswith("0 0 ")
        assert root.find(f"{NAMESPACE}title").text == state.get_game().name
        assert root.find(f"{NAMESPACE}desc").text == str(state)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_in_a_picture_offends_a_strict_content_policy(variant):
    *_, state = random_walk(variant, 2)
    for element in parsed(state).iter():
        name = element.tag.removeprefix(NAMESPACE)
        assert name in {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
        assert not {"style", "href", "onload"} & set(element.keys())
        assert name in {"title", "desc"} or element.get("class").startswith("k-")


@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_drawn_lies_inside_the_picture(variant):
    for state in list(random_walk(variant, 3))[-2:]:
        root = parsed(state)
        *_, width, height = map(float, root.get("viewBox").split())
        for circle in root.iter(f"{NAMESPACE}circle"):
            x, y, radius = (float(circle.get(key)) for key in ("cx", "cy", "r"))
            assert radius <= x <= width - radius
            assert radius <= y <= height - radius
        for text in root.iter(f"{NAMESPACE}text"):
            assert 0 < float(text.get("x")) < width
            assert float(text.get("font-size")) / 2 < float(text.get("y")) < height


def test_light_and_dark_differ_in_colour_only():
    state = played("kalah", "C")
    light, dark = svg.draw(state), svg.draw(state, dark=True)
    assert light != dark
    assert classes(parsed(state)) == classes(parsed(state, dark=True))


def test_ids_begin_as_asked_so_that_boards_can_share_a_page():
    ids = [e.get("id") for e in parsed(played("kalah", ""), ids="left").iter() if e.get("id")]
    assert ids
    assert all(name.startswith("left-") for name in ids)


def test_seeds_keep_their_ids_through_a_whole_game():
    for state in random_walk("kalah(sowing=cross)", 4):
        assert set(pieces(parsed(state), "-seed-")) == {f"k-seed-{n}" for n in range(36)}


def test_only_seeds_that_were_sown_or_captured_move():
    before, after = (
        {
            name: (e.get("cx"), e.get("cy"))
            for name, e in pieces(parsed(played("kalah", text)), "-seed-").items()
        }
        for text in ("", "A")
    )
    assert {name for name in before if before[name] != after[name]} == {
        "k-seed-0",
        "k-seed-1",
        "k-seed-2",
    }


def test_pits_and_stores_show_their_seeds_as_numbers():
    root = parsed(played("kalah", "D"))
    labels = {
        name: [text.text for text in group.iter(f"{NAMESPACE}text")]
        for name, group in (pieces(root, "k-pit-") | pieces(root, "k-store-")).items()
    }
    assert labels["k-pit-0-3"] == ["0"]
    assert labels["k-pit-0-4"] == ["4"]
    assert labels["k-store-0"] == ["1"]
    assert len(labels) == 14


def test_the_last_sowing_is_marked_at_its_start_and_end():
    assert classes(parsed(played("kalah", "")))["k-last"] == 0
    assert classes(parsed(played("kalah", "C")))["k-last"] == 2


def test_stones_keep_their_ids_and_leave_when_captured():
    root = parsed(played("einstein(setup=fixed)", "r1 1xb4"))
    assert len(pieces(root, "-stone-")) == 11
    assert "k-stone-0-5" not in pieces(root, "-stone-")


def test_stones_say_where_they_stand():
    stone = pieces(parsed(played("einstein(setup=fixed)", "")), "-stone-")["k-stone-1-6"]
    assert stone.find(f"{NAMESPACE}title").text == "Stone 6 of seat 1 on e3"


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
    assert title == "Piece 1 of seat 0, double on f1"


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


def test_a_forfeited_game_can_be_drawn():
    state = engine.load_game("einstein").new_initial_state()
    state.forfeit(0)
    assert "Seat 0 forfeits" in svg.draw(state)


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
    assert [titles[1][name] for name in changed] == ["White stone of seat 0 on d4"]


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
