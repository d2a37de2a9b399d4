"""A person asks the judge at the board, and a worker answers for the position that stands."""

import pytest

from agents.judge import advice
from tests.tournaments.casual import at, opened, person
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import CasualGame, Incident
from tournaments.services.casual import hints, moves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _hasty_judge(monkeypatch):
    monkeypatch.setattr(advice, "MOST", 60)
    monkeypatch.setattr(advice, "END", 100)


@pytest.fixture
def game(who):
    return opened(["me", "here"], who=who)


def asked(game, who):
    return moves.ask_judge(game, who=who, state=game.state, now=at(seconds=1))


def answered():
    assert hints.work_next(now=at(seconds=2))
    return CasualGame.objects.get()


def test_the_judge_answers_once_for_the_position_that_stands(game, who):
    asked(game, who)
    row = answered()

    assert row.hint["action"] in list("ABCDEF")
    assert not hints.are_wanted(now=at(hours=1))
    assert not hints.work_next(now=at(seconds=3))


def test_a_hint_is_over_with_the_next_action_and_stays_counted(game, who):
    asked(game, who)
    row = answered()
    row = moves.act(row, who=who, state=row.state, action="B", now=at(seconds=3))

    assert row.hint is None
    assert [hint["seat"] for hint in row.hints] == [0]


def test_an_answer_to_a_position_that_has_gone_is_not_kept(game, who):
    row = asked(game, who)
    moves.act(row, who=who, state=row.state, action="B", now=at(seconds=2))

    assert answered().hint is None


def test_who_asks_twice_has_asked_once(game, who):
    asked(asked(game, who), who)
    assert len(answered().hints) == 1


def test_a_hint_whose_worker_has_died_ends_and_may_be_asked_for_again(game, who, monkeypatch):
    monkeypatch.setattr(hints, "_advice", killed)
    asked(game, who)
    with pytest.raises(KeyboardInterrupt):
        hints.work_next(now=at(seconds=2))

    assert not hints.are_wanted(now=at(seconds=60))
    assert hints.work_next(now=at(seconds=62))
    row = CasualGame.objects.get()
    assert row.hint["failed"]
    assert row.state == game.state + 2  # the page hears of it
    assert "failed" not in asked(row, who).hint


def killed(_row):
    raise KeyboardInterrupt


def test_only_who_is_to_act_may_ask(game):
    with pytest.raises(NotAllowed):
        asked(game, person(token="somebody else"))


def test_a_failure_is_noted_and_the_person_may_ask_again(game, who, monkeypatch):
    monkeypatch.setattr(hints, "_advice", lambda row: 1 // 0)
    asked(game, who)

    row = answered()

    assert row.hint["failed"]
    assert "begun" not in row.hint
    assert not hints.are_wanted(now=at(hours=1))
    assert "failed" not in asked(row, who).hint
    assert Incident.objects.get().text.code == "hint-failed"


@pytest.mark.parametrize(
    ("variant", "why"),
    [("kalah(pits=4)", "does not know this variant"), ("einstein(setup=chosen)", "arrangements")],
)
def test_the_judge_says_where_it_knows_nothing(who, variant, why):
    with pytest.raises(Invalid, match=why):
        asked(opened(["me", "here"], who=who, key=variant), who)
