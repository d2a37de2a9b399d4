"""Pictures: sound SVG 1.1, fit for a strict content policy, with ids a page can animate."""

from collections import Counter
from xml.etree import ElementTree

import pytest

import engine
from engine import svg
from tests.engine.walks import VARIANTS, played, random_walk

NAMESPACE = "{http://www.w3.org/2000/svg}"


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


def test_a_forfeited_game_can_be_drawn():
    state = engine.load_game("einstein").new_initial_state()
    state.forfeit(0)
    assert "Seat 0 forfeits" in svg.draw(state)
