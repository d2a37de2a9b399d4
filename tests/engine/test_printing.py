"""What would steer a terminal is shown."""

import pytest

from engine.printing import escaped, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Käthe, 木", "plain, Käthe, 木"),
        ("\x1b[2J\x9b31m\x7f", "\\x1b[2J\\x9b31m\\x7f"),
        ("\u202ea\u2066", "\\u202ea\\u2066"),
        ("\ud800", "\\ud800"),
        ("a\r\nb", "a\\r\\nb"),
        ("\u2028\x85", "\\u2028\\x85"),
    ],
)
def test_a_character_that_controls_something_is_shown_as_its_escape(text, shown):
    assert escaped(text) == shown


def test_a_text_of_lines_keeps_its_line_feeds_and_tabs_alone():
    assert printable("a\tb\r\n\x1bc\n") == "a\tb\\r\n\\x1bc\n"
