"""What people do at the board: moves, resigning, taking back, absence; and what is refused."""

from datetime import timedelta

import pytest

from tests.tournaments.casual import at, opened, person
from tests.tournaments.factories import NOW, VersionFactory
from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import CasualGame
from tournaments.services.casual import absence, moves

pytestmark = pytest.mark.django_db


def act(game, who, action, **more):
    terms = {"state": game.state, "now": at(seconds=2)} | more
    return moves.act(game, who=who, action=action, **terms)


@pytest.fixture
def alices(alice):
    return person(alice)


@pytest.fixture
def bobs(bob):
    return person(bob)


def test_a_legal_action_is_recorded_and_the_bot_is_due_and_woken(
    alices, sent, django_capture_on_commit_callbacks
):
    game = opened(["me", VersionFactory()], who=alices)
    with django_capture_on_commit_callbacks(execute=True):
        game = act(game, alices, "B")

    assert game.events == [{"seat": 0, "action": "B", "wall": 2.0}]
    assert (game.due_seat, game.bot_due, game.due_until) == (1, True, None)
    assert sent == [dispatch.CASUAL]


def test_a_person_who_has_a_turn_more_stays_due(alices):
    game = opened(["me", VersionFactory()], who=alices)
    game = act(game, alices, "D")

    assert (game.due_seat, game.bot_due) == (0, False)


def test_the_dice_are_thrown_as_soon_as_they_are_due(alices):
    game = opened(["me", "here"], key="einstein", who=alices)
    thrown = len(game.events)
    state = moves.course_of(game).state
    game = act(game, alices, state.action_to_string(state.legal_actions()[0]))

    assert thrown > 0
    assert [sorted(event)[-1] for event in game.events] == [*["throw"] * thrown, "wall", "throw"]


def test_an_illegal_action_says_what_is_allowed_and_changes_nothing(alices):
    game = opened(["me", VersionFactory()], who=alices)
    with pytest.raises(Invalid, match=r"'x' is not allowed now. Allowed are A, B, C, D, E, F"):
        act(game, alices, "x")

    game.refresh_from_db()
    assert (game.state, game.events) == (1, [])


def test_a_second_click_is_refused_and_changes_nothing(alices):
    game = opened(["me", "here"], who=alices)
    seen = game.state
    act(game, alices, "B")

    with pytest.raises(Invalid, match="The board has changed"):
        act(game, alices, "A", state=seen)

    game.refresh_from_db()
    assert [event["action"] for event in game.events] == ["B"]


def test_nobody_moves_for_another(alices, bobs):
    game = opened(["me", VersionFactory()], who=alices)
    with pytest.raises(NotAllowed, match="Only who sits at this board"):
        act(game, bobs, "B")


def test_nobody_moves_before_it_is_their_turn(alices, bobs):
    game = opened(["me", "friend"], who=alices, friends=[bobs])
    with pytest.raises(NotAllowed, match="not your turn"):
        act(game, bobs, "a")


def test_nobody_moves_after_the_end(alices):
    game = opened(["me", VersionFactory()], who=alices)
    over = moves.resign(game, who=alices, seat=0, now=NOW)

    with pytest.raises(Invalid, match="over"):
        act(over, alices, "B")


def test_who_resigns_loses(alices):
    game = opened(["me", VersionFactory()], who=alices)
    game = moves.resign(game, who=alices, seat=0, now=NOW)

    assert game.is_over
    assert game.result["ranks"] == [2, 1]
    assert game.events[-1] == {"seat": 0, "forfeit": "resigned"}


def test_bots_alone_do_not_go_on_when_the_last_person_has_resigned(alices):
    bots = [VersionFactory(games=["pachisi"]) for _ in range(3)]
    game = opened(["me", *bots], key="pachisi", who=alices)
    game = moves.resign(game, who=alices, seat=0, now=NOW)

    assert (game.status, game.reason) == (CasualGame.Status.OVER, "left")


def test_a_stranger_resigns_for_nobody(alices, bobs):
    game = opened(["me", VersionFactory()], who=alices)
    with pytest.raises(NotAllowed):
        moves.resign(game, who=bobs, seat=0, now=NOW)


def test_bots_agree_to_take_back(alices):
    game = opened(["me", VersionFactory()], who=alices)
    game = act(game, alices, "B")
    game = moves.take_back(game, who=alices, event=0, now=NOW)

    assert (game.events, game.due_seat, game.rewinds) == ([], 0, 1)


def test_the_dice_are_the_same_after_taking_back(alices):
    game = opened(["me", "here"], key="einstein", who=alices)
    state = moves.course_of(game).state
    action = state.action_to_string(state.legal_actions()[0])
    game = act(game, alices, action)
    before = game.events
    game = moves.take_back(game, who=alices, event=moves.last_of(before, [0, 1]), now=NOW)
    game = act(game, alices, action)

    assert game.events == before


def test_nothing_is_taken_back_before_the_first_action(alices):
    game = opened(["me", VersionFactory()], who=alices)
    with pytest.raises(Invalid, match="nothing to take back"):
        moves.take_back(game, who=alices, event=0, now=NOW)


def test_an_answer_that_came_meanwhile_hinders_nobody(alices, bobs):
    game = opened(["me", "friend"], who=alices, friends=[bobs])
    game = act(act(game, alices, "B"), bobs, "a")
    game = moves.take_back(game, who=alices, event=0, now=NOW)

    assert game.wanted_back == {"seat": 0, "agreed": [0]}
    assert moves.agree_back(game, who=bobs, state=game.state, now=NOW).events == []


def test_another_action_than_the_one_seen_is_not_taken_back(alices):
    game = opened(["here", "me"], who=alices)
    game = act(act(game, alices, "B"), alices, "a")
    with pytest.raises(Invalid, match="changed"):
        moves.take_back(game, who=alices, event=0, now=NOW)


def test_who_asks_does_not_agree_for_another(alices, bobs):
    game = opened(["me", "friend"], who=alices, friends=[bobs])
    game = act(game, alices, "B")
    game = moves.take_back(game, who=alices, event=0, now=NOW)
    game = moves.agree_back(game, who=alices, state=game.state, now=NOW)

    assert (len(game.events), game.wanted_back["agreed"]) == (1, [0])


def test_nobody_agrees_to_what_nobody_asks_for(alices):
    game = opened(["me", VersionFactory()], who=alices)
    game = act(game, alices, "B")
    with pytest.raises(Invalid, match="nothing to take back"):
        moves.agree_back(game, who=alices, state=game.state, now=NOW)


def test_another_person_has_to_agree(alices, bobs):
    game = opened(["me", "friend"], who=alices, friends=[bobs])
    game = act(game, alices, "B")
    game = moves.take_back(game, who=alices, event=0, now=NOW)
    asked = game.events

    game = moves.agree_back(game, who=bobs, state=game.state, now=NOW)

    assert len(asked) == 1
    assert (game.events, game.wanted_back) == ([], None)


def test_another_person_may_refuse(alices, bobs):
    game = opened(["me", "friend"], who=alices, friends=[bobs])
    game = act(game, alices, "B")
    game = moves.take_back(game, who=alices, event=0, now=NOW)
    game = moves.refuse_back(game, who=bobs, state=game.state)

    assert (len(game.events), game.wanted_back) == (1, None)


def test_a_person_who_does_nothing_has_left_after_an_hour(alices):
    game = opened(["me", VersionFactory()], who=alices)

    assert absence.end_overdue(now=at(minutes=59)) == 0
    assert absence.end_overdue(now=at(minutes=61)) == 1
    game.refresh_from_db()
    assert game.is_over
    assert game.events[-1] == {"seat": 0, "forfeit": "abandoned"}


def test_a_game_that_nobody_joins_ends(alices):
    game = opened(["me", "friend"], who=alices)
    absence.end_overdue(now=at(minutes=61))

    game.refresh_from_db()
    assert (game.status, game.reason) == (CasualGame.Status.OVER, "nobody-came")


def test_a_clock_that_runs_out_loses(alices):
    game = opened(["me", VersionFactory()], who=alices, clock="quick")
    absence.end_overdue(now=NOW + timedelta(seconds=301))

    game.refresh_from_db()
    assert game.events[-1] == {"seat": 0, "forfeit": "timeout"}


def test_an_action_after_the_clock_has_run_out_does_not_count(alices):
    game = opened(["me", VersionFactory()], who=alices, clock="quick")
    game = act(game, alices, "B", now=at(seconds=301))

    assert game.events == [{"seat": 0, "forfeit": "timeout"}]


def test_a_clock_gets_its_increment_after_each_action(alices):
    game = opened(["me", "here"], who=alices, clock="quick")
    game = act(game, alices, "D", now=at(seconds=299))

    assert game.due_until - game.due_since == timedelta(seconds=4)
