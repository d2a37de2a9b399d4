"""How messages are written."""

import pytest

from agents.inside import protocol


def test_a_message_is_one_line_of_ascii():
    assert protocol.encode({"type": "x", "text": "würfelt\n"}) == (
        b'{"type":"x","text":"w\\u00fcrfelt\\n"}\n'
    )


def test_no_message_has_a_number_that_json_does_not_know():
    with pytest.raises(ValueError, match="not JSON compliant"):
        protocol.encode({"type": "finish", "returns": [float("nan")]})
