"""What the measurement of all pages calls wrong."""

import json

import pytest

from benchmarks.pages import verdict

FINE = {
    "path": "bots/", "viewer": "anonymous", "status": 200, "ms": 40.0, "database_ms": 10.0,
    "queries": 8, "cold_queries": 12, "size": 1000, "whole_ms": 40.0,
    "whole_queries": 8, "lines": 0,
}  # fmt: skip


@pytest.mark.parametrize("change", [{"ms": 101}, {"queries": 21}, {"cold_queries": 21}])
def test_an_answer_over_a_limit_is_told_of(change):
    slow = FINE | change

    text, status = verdict.told([slow], [slow])

    assert status == 1
    assert "1 of 1 answers are over 100 ms or 20 queries" in text


@pytest.mark.parametrize("change", [{"ms": 99, "database_ms": 41}, {"queries": 12}])
def test_an_answer_that_takes_more_with_all_the_data_is_told_of(change):
    tenth = FINE | {"ms": 30}

    text, status = verdict.told([tenth], [tenth | change])

    assert status == 1
    assert "1 have grown with ten times the data" in text


def test_noise_is_no_growth_and_what_is_within_the_limits_is_fine():
    noisy = FINE | {"ms": 79, "database_ms": 25, "queries": 10}

    assert verdict.told([FINE], [noisy]) == (
        "Everything is within the limits, and nothing grows.", 0,
    )  # fmt: skip


def test_what_is_sent_while_it_is_read_has_to_begin_in_time():
    text, status = verdict.told([FINE], [FINE | {"whole_ms": 2000.0}])

    assert status == 0
    assert "1 begin in time, and go on while they are read" in text
    assert verdict.told([FINE], [FINE | {"ms": 101.0, "whole_ms": 2000.0}])[1] == 1


def test_what_is_sent_while_it_is_read_may_ask_more_for_each_thousand_lines():
    long = FINE | {"whole_queries": 120, "lines": 5000}

    assert verdict.told([FINE], [long])[1] == 0
    assert verdict.told([FINE], [long | {"lines": 4999}])[1] == 1


def test_an_answer_that_fails_is_told_of_and_a_refusal_is_none():
    refused = FINE | {"status": 403, "ms": 500}

    assert verdict.told([], [refused])[1] == 0
    assert verdict.told([], [FINE | {"status": 503}]) == ("bots/ failed: 503", 1)


def test_the_command_compares_two_files(tmp_path, capsys):
    files = [tmp_path / "tenth.json", tmp_path / "whole.json"]
    for file, queries in zip(files, (8, 20), strict=True):
        file.write_text(json.dumps([FINE | {"queries": queries}]))

    assert verdict.main([str(file) for file in files]) == 1
    assert "1 have grown" in capsys.readouterr().out
