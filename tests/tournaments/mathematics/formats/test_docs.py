"""What the page of the formats says is run, and says it of all of them."""

import doctest
from pathlib import Path

from tournaments.mathematics import formats

PAGE = Path(__file__).resolve().parents[4] / "docs" / "24-formats.md"


def test_the_examples_of_the_page_give_what_it_says():
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert results.attempted == 31
    assert results.failed == 0


def test_the_page_has_a_section_for_every_format():
    headings = [line[3:] for line in PAGE.read_text().splitlines() if line.startswith("## ")]

    assert {one.name for one in formats.FORMATS.values()} <= set(headings)
