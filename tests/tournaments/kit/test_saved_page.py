"""A saved replay is made of the site's own scripts, and of its own words."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from agents.terms.clock import PRESETS
from tests.tournaments.kit.records import played
from tournaments.kit import saved_page

SITE = Path(settings.BASE_DIR) / "templates" / "includes" / "words.html"


def test_the_words_of_a_saved_page_are_those_of_the_site():
    known = dict(re.findall(r'data-word="([\w-]+)">{% translate "([^"]+)"', SITE.read_text()))

    assert {name: known[name] for name in saved_page.WORDS} == saved_page.WORDS


def test_a_saved_page_has_every_word_that_its_scripts_say():
    said = set(re.findall(r'word\("([\w-]+)"', saved_page.bundle("replay/page.js")))

    # What needs a running site: bots' logs, links, a stream.
    assert said - saved_page.WORDS.keys() == {
        "copied",
        "copy",
        "printed",
        "private",
        "what-printed",
    }


def test_no_import_is_left_in_the_one_script_and_no_module_stands_twice():
    script = saved_page.bundle("replay/page.js")

    assert re.findall(r"^(?:import|export) .*", script, re.MULTILINE) == []
    assert script.count("class Board ") == script.count("const said = (text, ") == 1


def test_hostile_names_are_only_texts():
    document = played("kalah", names=("</title><script>alert(1)</script>", "{{ script }}"))

    found = saved_page.page(document, PRESETS["blitz"])

    assert "<script>alert" not in found
    assert found.count("class Board ") == 1


@pytest.mark.parametrize("variant", ["pachisi(turn_limit=8)", "alquerque(quiet_limit=3)"])
def test_every_seat_has_its_plate(variant):
    found = saved_page.page(played(variant, names=tuple("abcd")), PRESETS["blitz"])

    assert [f'data-seat="{seat}"' in found for seat in range(4)] == [True] * 4
