"""The pictures of docs/ show what the engine draws today, and every one is shown."""

import json

import pytest

from tests.engine.pictures import PICTURES, SHOWN, drawn, position

DOCS = PICTURES.parent


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_what_the_engine_draws(name):
    assert (PICTURES / f"{name}.svg").read_text() == drawn(name)


@pytest.mark.parametrize("name", SHOWN)
def test_beside_a_picture_stands_what_it_is_drawn_from(name):
    assert json.loads((PICTURES / f"{name}.json").read_text()) == position(name)


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_stands_on_its_games_page(name):
    (page,) = DOCS.glob(f"3?-{SHOWN[name][0].removesuffix('-two')}.md")

    assert f"](pictures/{name}.svg)" in page.read_text()


def test_every_drawn_picture_has_its_game():
    assert {path.stem for path in PICTURES.glob("*.svg")} == set(SHOWN)
