"""A row that is watched, between two looks at the database."""

import pytest

from tournaments.web.live import rows
from tournaments.web.live.rows import LIVELY_SECONDS, Row


@pytest.fixture
def clock(monkeypatch):
    """Seconds, in a list of one, that stand still unless a test moves them."""
    seconds = [1000.0]
    monkeypatch.setattr(rows.time, "monotonic", lambda: seconds[0])
    return seconds


def test_a_game_is_lively_until_it_has_not_changed_for_a_while(clock):
    game = Row(is_game=True)
    game.look("1")
    clock[0] += LIVELY_SECONDS - 1
    game.look("1")
    assert game.is_lively
    clock[0] += 1
    assert not game.is_lively

    game.look("2")
    assert game.is_lively


def test_a_tournament_is_never_asked_for_as_often(clock):
    assert not Row().is_lively
