"""Lessons: each has a right action and a wrong one, and its sentence holds by the rules."""

import pytest

import engine
from tests.engine.walks import played
from tournaments.queries.games import lessons

GAMES = [info.id for info in engine.games()]
LESSONS = [
    pytest.param(one, id=f"{game}-{one.number}")
    for game in GAMES
    for one in lessons.primer(game).lessons
]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_five_lessons_and_a_picture_for_each_rule(game):
    primer = lessons.primer(game)

    assert len(primer.lessons) == 5
    assert all(rule.lesson in primer.lessons for rule in primer.rules)
    assert engine.parse_variant(primer.variant).id == game


@pytest.mark.parametrize("one", LESSONS)
def test_right_actions_are_legal_and_wrong_ones_exist(one):
    legal = {way["action"] for way in one.choices()}

    assert one.right
    assert one.right < legal


@pytest.mark.parametrize("one", LESSONS)
def test_right_actions_are_found_on_the_board(one):
    assert one.right <= {way["action"] for way in one.choices() if way["start"]}


@pytest.mark.parametrize("one", LESSONS)
def test_each_action_leads_on(one):
    assert all(one.after(way["action"])[0] != one.state for way in one.choices())


def test_actions_that_differ_only_in_what_is_lost_say_so_in_their_labels():
    state = played("alquerque(mode=two)", "e4-d4 e5-e4!c4 d4-c4!e3")
    labels = {choice["action"]: choice["label"] for choice in lessons.choices_in(state)}

    assert len(labels) == len(set(labels.values()))
    assert labels["d5-e5!b4"] == (
        "Move the stone from d5 to e5, losing the stone on b4, for a capture was left out"
    )
