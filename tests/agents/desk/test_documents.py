"""JSON of strangers is read strictly."""

import pytest

from agents.desk.documents import LEVELS, parsed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": NaN}', "it contains NaN"),
        ("-Infinity", "it contains -Infinity"),
        ("[1e999]", "it contains 1e999"),
        ("[" * 100_000, "it is nested too deeply"),
        ("[" * (LEVELS + 2) + "]" * (LEVELS + 2), "it is nested too deeply"),
        ("1" * 5000, "Exceeds the limit"),
        (b"\xff", "codec"),
    ],
)
def test_what_is_no_plain_json_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        parsed(text)


def test_what_is_nested_as_deep_as_allowed_is_read():
    value = parsed("[" * (LEVELS + 1) + "]" * (LEVELS + 1))

    assert value == [[]] or isinstance(value[0], list)
