"""Pictures: sound SVG 1.1, fit for a strict content policy, with ids a page can animate."""

import pytest

from engine import svg
from tests.engine.drawings import NAMESPACE, classes, parsed
from tests.engine.walks import VARIANTS, played, random_walk

pytestmark = pytest.mark.once


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
        # People know seats by their colours, or count them from 1.
        assert not [one.text for one in root.iter(f"{NAMESPACE}title") if "seat" in one.text]


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
