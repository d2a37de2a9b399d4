"""What the referee takes for a reply, and how it refuses all else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.inside import protocol
from agents.table import replies
from agents.table.replies import (
    Answer,
    BotManifest,
    Complaint,
    ProtocolError,
    Ready,
    clean,
    parse_reply,
)

ANSWER = {"type": "action", "turn": 3, "action": 5, "note": ""}
FAULT = {"type": "fault", "kind": "crash", "summary": "Mine", "detail": ""}


def line(message: object) -> bytes:
    return json.dumps(message).encode()


def refusal(data: bytes) -> str:
    with pytest.raises(ProtocolError) as caught:
        parse_reply(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ({"type": "ready", "protocol": 2, "nonce": "ab"}, Ready(2, "ab")),
        ({"type": "manifest", "games": ["kalah"]}, BotManifest(("kalah",))),
        ({"type": "started"}, replies.Started()),
        (ANSWER, Answer(3, 5, "")),
        ({**ANSWER, "action": "C", "note": "good"}, Answer(3, "C", "good")),
        ({"type": "resign", "turn": 3}, replies.Resigned(3)),
        ({"type": "finished"}, replies.Finished()),
        (
            {"type": "fault", "kind": "crash", "summary": "a\nb", "detail": "a\nb"},
            Complaint("crash", "a b.", "a\nb"),
        ),
        (
            FAULT | {"code": "raised", "values": {"step": "choose()", "error": " a\n\x1b\u202eb"}},
            Complaint("crash", "Mine.", "", "raised", {"step": "choose()", "error": "a b"}),
        ),
        (
            FAULT | {"code": "games-too-many", "values": {"bot": "A", "most": 20}},
            Complaint("crash", "Mine.", "", "games-too-many", {"bot": "A", "most": 20}),
        ),
    ],
)
def test_every_reply_is_understood(message, reply):
    assert parse_reply(line(message)) == reply


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"),
        (b"hello", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[1]", "no object"),
        (b"3", "no object"),
        (b"{}", "no known type"),
        (b'{"type": ["action"]}', "no known type"),
        (b'{"type": "launch"}', "no known type"),
        (b'{"type": "started", "type": "started"}', "member twice"),
        (b'{"type": "started", "extra": 1}', "unknown member 'extra'"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"turn": NaN}', "NaN"),
        (b'{"turn": -Infinity}', "-Infinity"),
        (b'{"turn": 1e999}', "fraction"),
        (b'{"turn": ' + b"9" * 50_000 + b"}", "more than 18 digits"),
        (line({**ANSWER, "action": True}), "'action' must be"),
        (line({**ANSWER, "action": None}), "'action' must be"),
        (line({**ANSWER, "action": "x" * 101}), "more than 100 characters"),
        (line({**ANSWER, "turn": "3"}), "'turn' must be an integer"),
        (line({**ANSWER, "turn": False}), "'turn' must be an integer"),
        (line({**ANSWER, "note": 3}), "'note' must be text"),
        (line({"type": "resign", "turn": 3, "note": "x"}), "unknown member 'note'"),
        (line({"type": "manifest", "games": "kalah"}), "'games' must be a list"),
        (line({"type": "manifest", "games": ["kalah"] * 101}), "'games' must be a list"),
        (line({"type": "manifest", "games": [3]}), "ids of games"),
        (line({"type": "manifest", "games": ["kalah", ""]}), "ids of games"),
        (line({"type": "manifest", "games": ["kalah", "x" * 81]}), "ids of games"),
        (line({"type": "fault", "kind": "won", "summary": "", "detail": ""}), "'kind' must be"),
    ],
)
def test_what_is_no_reply_is_refused_in_words(data, said):
    assert said in refusal(data)


@given(st.binary(max_size=200))
def test_no_bytes_whatever_raise_anything_else(data):
    with pytest.raises(ProtocolError):
        parse_reply(data)


NUMBERS = st.integers(-(10**12), 10**12)


@given(NUMBERS, NUMBERS, st.text(st.characters(codec="ascii"), max_size=600))
def test_an_answer_means_the_same_however_its_json_is_spelt(turn, action, note):
    answer = {"type": "action", "turn": turn, "action": action, "note": note}
    assert parse_reply(protocol.encode(answer)) == parse_reply(line(answer))


@given(st.text())
def test_a_note_is_cleaned_and_cut(text):
    answer = parse_reply(line({**ANSWER, "note": text * 50}))
    assert isinstance(answer, Answer)
    assert len(answer.note) <= protocol.NOTE_CHARACTERS
    answer.note.encode()
    assert all(character in "\n\t" or character >= " " for character in answer.note)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("raised", None),
        ("raised", ["choose()", "it"]),
        ("raised", {}),
        ("raised", {"step": "choose()"}),
        ("raised", {"step": "choose()", "error": "it", "more": "x"}),
        ("raised", {"step": "choose()", "error": 3}),
        ("raised", {"step": "choose()", "error": True}),
        ("raised", {"step": "choose()", "error": None}),
        ("raised", {"step": "choose()", "error": ["it"]}),
        ("raised", {"step": "choose()", "error": {"code": "bot-banned", "params": {}}}),
        ("raised", {"step": "choose()", "error": "x" * (protocol.VALUE_CHARACTERS + 1)}),
        ("games-too-many", {"bot": "A", "most": "20"}),
        ("games-too-many", {"bot": "A", "most": True}),
        ("no-bot-class", {"bot": "A"}),
        ("version-was-banned", {"version": "A", "reason": "B"}),
        ("empty-bank", {"seconds": 3}),
        ("", {}),
        ("{0.__class__}", {}),
        (["raised"], {"step": "choose()", "error": "it"}),
        (None, {"step": "choose()", "error": "it"}),
        (3, {}),
    ],
)
def test_values_that_do_not_fit_leave_the_bots_own_words(code, values):
    reply = parse_reply(line(FAULT | {"code": code, "values": values}))

    assert reply == Complaint("crash", "Mine.", "")
    assert reply.sentence == "Mine."


@given(st.text(), st.text())
def test_the_values_of_a_sentence_become_one_clean_line(step, error):
    values = {"step": step, "error": error}
    reply = parse_reply(line(FAULT | {"code": "raised", "values": values}))

    said = str(reply.sentence)
    assert reply.code == "raised"
    assert len(said.splitlines()) == 1
    assert all(map(replies.shows, said))


def test_lone_surrogates_and_direction_overrides_do_not_pass():
    message = b'{"type": "action", "turn": 1, "action": 1, "note": "a\\ud800\\u202eb\\u0000c"}'
    assert parse_reply(message) == Answer(1, 1, "abc")


def test_a_text_that_is_cut_ends_with_an_ellipsis():
    assert clean("x" * 11, characters=10) == "x" * 9 + "…"
    assert clean("x" * 10, characters=10) == "x" * 10


def test_a_text_is_cut_only_where_something_is_left_out():
    assert clean("x" * 10 + "\0" * 10, characters=10) == "x" * 10
    assert clean("x" * 10 + "\0" * 11, characters=10) == "x" * 9 + "…"
