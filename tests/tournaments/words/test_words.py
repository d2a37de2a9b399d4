"""The catalogue: every code that is raised or stored has its sentence, and each is used."""

import ast
import functools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import tournaments
from agents.words.speech import lasting, ordinal, short
from tests.agents.test_words import TEXT, values
from tournaments import errors
from tournaments.words import SENTENCES, Sentence, headings

SPEAKING = {"Sentence", "DomainError", "Invalid", "NotAllowed", "StaleAttempt", "Interrupted"}
LONGEST = 20
VALUES = {
    "allowed": ["bullet", "blitz"],
    "bots": ["Sower", "Reaper"],

    "verdict": "better",
    "place": "kept",
    "opening": ["c3", "d4"],
    "due": ["c3", "d4"],
    "names": ["play", "checks"],
    "there": ["csv", "json"],
    "lengths": [7, 8],
    "why": "7",
    **dict.fromkeys(
        ("before", "best", "entrants", "free", "games", "games_per_pairing", "minutes", "others",
         "owners", "pairings", "pairs", "rounds", "waiting", "worst"), 7,
    ),
}  # fmt: skip
"""What the values of sentences hold that a function computes, by their names."""

OTHERS_WORDS = {
    "bot-fault",
    "format-refused",
    "forecast-note",
    "platform-failed",
    "ended",
    "never-rated",
    "broker-silent",
}
"""Sentences that somebody else has written: the referee, a format, the engine, the models."""


def called(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call that names a code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in SPEAKING and node.args:
                yield node


@functools.cache
def uses() -> list[tuple[str, ast.Call]]:
    package = Path(tournaments.__file__).parent
    # The kit is no room of the platform: its sentences stand in the catalogue of agents.
    rooms = [path for path in package.rglob("*.py") if package / "kit" not in path.parents]
    return [
        (f"{path.relative_to(package)}:{call.lineno}", call)
        for path in sorted(rooms)
        for call in called(ast.parse(path.read_text()))
    ]


def codes(call: ast.Call) -> set[str]:
    """The code of a call, or both where it chooses between two."""
    return {node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)}


def shown(code: str) -> str:
    return str(Sentence(code, **values(SENTENCES[code], VALUES))).replace(TEXT, "7")


def test_every_code_is_written_out_where_it_is_used_and_has_its_sentence():
    unknown = {
        f"{place}: {code}"
        for place, call in uses()
        if isinstance(call.args[0], ast.Constant)
        for code in codes(call) - SENTENCES.keys()
    }

    assert not unknown


def test_every_call_gives_the_values_that_its_sentence_holds():
    wrong = {
        f"{place}: {code}"
        for place, call in uses()
        if isinstance(call.args[0], ast.Constant) and all(word.arg for word in call.keywords)
        for code in codes(call)
        if {word.arg for word in call.keywords} != values(SENTENCES[code], VALUES).keys()
    }

    assert not wrong


def test_every_sentence_is_used():
    package = Path(tournaments.__file__).parent
    rest = "".join(
        path.read_text() for path in package.rglob("*.py") if path.parent.name != "words"
    )

    assert [code for code in SENTENCES if f'"{code}"' not in rest] == []


@pytest.mark.parametrize(
    "code", sorted(SENTENCES.keys() - OTHERS_WORDS - headings.SENTENCES.keys())
)
def test_a_sentence_ends_with_a_full_stop_and_is_short(code):
    words = shown(code)

    assert words.endswith((".", "7"))
    assert all(len(part.split()) <= LONGEST for part in re.split(r"[.:;] ", words)), words


def test_a_sentence_is_written_out_only_when_it_is_shown():
    said = Sentence("bot-banned", bot="{0.__class__}", reason="%s {reason} <b>")

    assert (said.code, str(said)) == ("bot-banned", "{0.__class__} is banned: %s {reason} <b>")


def test_what_is_stored_of_a_sentence_reads_back_as_the_same_one():
    inner = Sentence("keeps-failing", failed=5, games=10)
    said = Sentence("version-paused", version="Sower v1", why=inner)

    assert Sentence.read(said.stored()) == said
    assert str(Sentence.read(said.stored())) == (
        "Sower v1 is paused: 5 of its last 10 games ended by its own fault."
    )


def test_parameters_are_plain_values_of_json():
    at = datetime(2027, 1, 31, 18, tzinfo=UTC)

    said = Sentence("paused-by", player=Path("alice"), at=at)

    assert said.stored()["params"] == {"at": "2027-01-31T18:00:00+00:00", "player": "alice"}
    assert str(said) == "Paused by alice on 2027-01-31 at 18:00 UTC."


def test_without_a_code_it_is_empty():
    assert (str(Sentence()), bool(Sentence()), Sentence().code) == ("", False, "")


def test_a_code_without_a_sentence_is_found_where_it_is_raised():
    with pytest.raises(KeyError):
        errors.Invalid("no-such-code", "name")


def test_an_error_has_a_code_a_field_and_values_and_reads_as_its_sentence():
    error = errors.Invalid("too-many-games", "games_per_pairing", games=10_001, most=10_000)

    assert (error.code, error.field) == ("too-many-games", "games_per_pairing")
    assert error.params == {"games": 10_001, "most": 10_000}
    assert str(error) == "That makes 10,001 games; at most 10,000 are allowed."


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(seconds=40), "less than a minute"),
        (timedelta(minutes=1), "about 1 minute"),
        (timedelta(minutes=100), "about 100 minutes"),
        (timedelta(hours=5), "about 5 hours"),
        (timedelta(days=3), "about 3 days"),
    ],
)
def test_how_long_is_said_in_one_unit(time, words):
    assert lasting(time.total_seconds()) == words


@pytest.mark.parametrize("code", sorted(headings.SENTENCES))
def test_a_heading_has_no_full_stop_and_is_short(code):
    words = shown(code)

    assert not words.endswith(".")
    assert len(words.split()) <= LONGEST


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd"), (113, "113th")],
)
def test_places_are_written_as_people_say_them(number, word):
    assert ordinal(number) == word


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0 s"), (119, "119 s"), (120, "2 min"), (7200, "2 h"), (2e5, "2 days")],
)
def test_a_span_of_time_has_one_short_unit(seconds, words):
    assert short(seconds) == words
