from dataclasses import fields

import pytest

from agents.sizes import size_text
from agents.terms import limit_facts
from agents.terms.limits import Limits


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "1", None])
def test_a_limit_that_is_no_positive_whole_number_is_refused_by_name(value):
    with pytest.raises(ValueError, match="open_files must be a whole number of at least 1"):
        Limits(open_files=value)


def test_what_is_not_said_has_a_default():
    assert Limits(open_files=10).memory_bytes == Limits().memory_bytes == 512 * 1024 * 1024


def test_only_the_start_up_time_may_be_left_to_the_time_control():
    assert Limits(startup_seconds=0).startup_seconds == 0
    with pytest.raises(ValueError, match="startup_seconds must be a whole number of at least 0"):
        Limits(startup_seconds=-1)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1 << 30, "1 GiB"),
        (512 << 20, "512 MiB"),
        (1536 << 10, "1536 KiB"),
        (1000, "1000 bytes"),
        (0, "0 bytes"),
    ],
)
def test_sizes_are_written_for_people(count, text):
    assert size_text(count) == text


def test_every_limit_is_described_in_order():
    assert [fact.name for fact in limit_facts.FACTS] == [field.name for field in fields(Limits)]


def test_every_limit_has_a_text_in_its_unit():
    texts = {row.fact.name: row.text for row in limit_facts.rows(Limits(cpu_seconds=60))}

    assert (texts["memory_bytes"], texts["cpu_seconds"], texts["open_files"]) == (
        "512 MiB", "60 s", "64",
    )  # fmt: skip
    assert texts["startup_seconds"] == "5 s (bullet, blitz), 10 s (rapid, classical)"


def test_limits_are_read_with_their_units():
    limits = limit_facts.read(["memory_bytes=128MiB", "log_bytes=100", "startup_seconds=2"])

    assert limits == Limits(memory_bytes=128 << 20, log_bytes=100, startup_seconds=2)


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("speed=1", "There is no limit 'speed', only memory_bytes, processes"),
        ("memory_bytes=much", "memory_bytes must be a whole number, with KiB, MiB, GiB or none"),
        ("cpu_seconds=1MiB", "cpu_seconds must be a whole number, not '1MiB'"),
        ("cpu_seconds", "cpu_seconds must be a whole number, not ''"),
        ("open_files=0", "open_files must be a whole number of at least 1, not 0"),
    ],
)
def test_what_is_no_limit_is_refused_with_what_is_allowed(assignment, message):
    with pytest.raises(ValueError, match=message):
        limit_facts.read([assignment])
