"""What docs/ says of the tournaments package is run."""

import doctest
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_examples_of_the_ratings_page_give_what_it_says():
    page = DOCS / "23-ratings-and-standings.md"

    results = doctest.testfile(str(page), module_relative=False)

    assert results.attempted == 20
    assert results.failed == 0


def test_the_architecture_page_names_every_module_of_the_package():
    page = (DOCS / "70-architecture.md").read_text()
    package = DOCS.parent / "tournaments"

    for name in ("ratings.py", "standings.py", "dispatch.py", "tasks.py", "environment.py"):
        assert (package / name).is_file()
        assert name in page
    assert (package / "formats").is_dir()
    assert "formats/" in page
