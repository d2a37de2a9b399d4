"""What docs/ says of the tournaments package is run."""

import doctest
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_examples_of_the_ratings_page_give_what_it_says():
    page = DOCS / "23-ratings-and-standings.md"

    results = doctest.testfile(str(page), module_relative=False)

    assert results.attempted == 25
    assert results.failed == 0


def test_the_architecture_page_has_a_line_for_every_room():
    page = (DOCS / "70-architecture.md").read_text()
    package = DOCS.parent / "tournaments"
    rooms = {one.name for one in package.iterdir() if (one / "__init__.py").is_file()}
    modules = {one.name for one in package.glob("*.py")} - {"__init__.py"}

    missing = [one for one in rooms - {"migrations"} if f"`{one}/" not in page]
    missing += [one for one in modules if f"`{one}`" not in page]

    assert missing == []
