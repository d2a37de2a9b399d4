"""A game as it is played: events are recorded, and then applied."""

import pytest

import engine
from agents.table.course import Course
from engine import InvalidDocument


def course(variant="kalah"):
    game = engine.parse_variant(variant)
    return Course(game, [{"name": f"seat {n}"} for n in range(game.num_players())], bytes(32), 1)


def test_a_forfeit_is_recorded_and_ends_the_seats_part():
    game = course()

    game.forfeit(1, "crash")

    assert list(game.events) == [{"seat": 1, "forfeit": "crash"}]
    assert game.state.is_terminal()
    assert game.state.returns() == [1.0, -1.0]


def test_what_follows_a_record_has_the_same_events():
    first = course("einstein")
    first.roll()
    first.act(first.state.legal_actions()[0], wall=0.25, note="+1")
    first.roll()
    first.forfeit(first.state.current_player(), "timeout")
    again = course("einstein")

    again.follow(first.events)

    assert list(again.events) == list(first.events)
    assert again.state.to_dict() == first.state.to_dict()


def test_an_event_with_more_than_the_rules_give_is_refused():
    with pytest.raises(InvalidDocument, match="the record has"):
        course("einstein").follow([{**thrown(), "extra": 1}])


def thrown():
    """The first throw of a game with these dice."""
    game = course("einstein")
    game.roll()
    return game.events[0]
