"""Sentences as codes: their values, and how they are written."""

import pytest

import engine
from engine import record
from engine.sentences import SHARED, Writer, of_seats, say, seat_names, sentence


@pytest.mark.parametrize(
    ("seats", "name"),
    [([0], "seat 0"), ([0, 2], "seats 0 and 2"), ([0, 1, 3], "seats 0, 1 and 3")],
)
def test_seats_are_named_by_their_numbers(seats, name):
    assert seat_names(seats) == name


def test_a_sentence_about_several_seats_has_a_code_of_its_own():
    assert of_seats("wins", [1]) == {"code": "wins", "params": {"seats": [1]}}
    assert of_seats("wins", [1, 3]) == {"code": "wins-together", "params": {"seats": [1, 3]}}


def test_sentences_stand_in_sentences_and_another_language_takes_their_place():
    shared = [sentence("rank-shared", seats=[0, 1], rank=rank) for rank in (1, 2)]
    ending = sentence("cause-result", cause=of_seats("wins", [2]), result=shared)
    german = {"{seats} wins": "{seats} gewinnt", "{seats} share rank {rank}": "{rank}: {seats}"}

    def translate(template, **values):
        return say(german.get(template, template), **values)

    writer = Writer(SHARED, lambda seats: "/".join(map(str, seats)), translate)
    assert Writer(SHARED).whole(ending) == (
        "Seat 2 wins: seats 0 and 1 share rank 1, seats 0 and 1 share rank 2."
    )
    assert writer.whole(ending) == "2 gewinnt: 1: 0/1, 2: 0/1."


def test_what_values_hold_is_never_a_field():
    assert say("{a} and {b:said}", a="{b}", b="{a}") == "{b} and {a}"


@pytest.mark.parametrize("event", [None, {"seat": 0, "action": "Z"}])
def test_what_is_found_of_a_record_has_a_code(event):
    game = engine.load_game("kalah")
    recorder = record.Recorder(game, [{"name": "a", "version": 1}] * 2, "0" * 64)
    document = recorder.document(game.new_initial_state())
    document["events"] = [event] if event else []

    finding = record.check(document)

    assert finding["code"] == ("event-refused" if event else "record-unfinished")
    assert Writer(record.FINDINGS).part(finding) == record.verify(document).line
