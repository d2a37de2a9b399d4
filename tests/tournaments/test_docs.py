"""What docs/ says of the tournaments package is run."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_examples_of_the_ratings_page_give_what_it_says():
    page = DOCS / "23-ratings-and-standings.md"

    results = doctest.testfile(str(page), module_relative=False)

    assert results.attempted == 22
    assert results.failed == 0


def test_the_architecture_page_has_a_line_for_every_room():
    page = (DOCS / "70-architecture.md").read_text()
    package = DOCS.parent / "tournaments"
    rooms = {one.name for one in package.iterdir() if (one / "__init__.py").is_file()}
    modules = {one.name for one in package.glob("*.py")} - {"__init__.py"}

    missing = [one for one in rooms - {"migrations"} if f"`{one}/" not in page]
    missing += [one for one in modules if f"`{one}`" not in page]

    assert missing == []


CONTRACTS = tomllib.loads((DOCS.parent / "pyproject.toml").read_text())["tool"]["importlinter"]
WALLS = {
    one["containers"][0]: one["layers"] for one in CONTRACTS["contracts"] if "containers" in one
}


def _rooms(line):
    """The rooms of a layer or of a line of the drawing, which may be folders or modules."""
    names = re.findall(r"(\w+)(?:/|\.py)", line) or re.findall(r"\w+", line)
    return set(names)


@pytest.mark.parametrize("room", ["services", "queries", "machinery"])
def test_the_architecture_page_shows_the_inner_walls_of_a_room(room):
    page = (DOCS / "70-architecture.md").read_text()
    line = re.search(rf"^{room} +(.*(?:\n .*)*)", page, re.MULTILINE)[1]

    assert [_rooms(layer) for layer in line.split(">")] == [
        _rooms(layer) for layer in WALLS[f"tournaments.{room}"]
    ]


def test_the_architecture_page_draws_the_rooms_of_agents_in_their_order():
    page = (DOCS / "70-architecture.md").read_text()
    box = page.split("┌─ agents/ ")[1].split("└")[0].splitlines()[1:]
    drawn = [_rooms(line[1:28]) for line in box if line.startswith("│")]

    assert drawn == [_rooms(layer) for layer in WALLS["agents"] if layer != "__main__"]


def test_the_architecture_page_draws_the_rooms_of_tournaments_in_their_order():
    page = (DOCS / "70-architecture.md").read_text()
    box = page.split("┌─ tournaments/ ")[1].split("└")[0].splitlines()[1:]
    drawn = [_rooms(line[1:-1]) for line in box if line.startswith("│")]

    assert drawn == [_rooms(layer) for layer in WALLS["tournaments"] if layer != "migrations"]
