"""What bots of casual games print is kept, bounded, beside the events in which they printed it."""

from dataclasses import replace

import pytest
from django.utils import timezone

from agents.sandbox import Isolation
from agents.terms.limits import Limits
from tests.tournaments.casual import opened
from tests.tournaments.factories import LEASE, VersionFactory
from tournaments.models import CasualSeat
from tournaments.queries.bots import printed
from tournaments.queries.casual.courses import course_of
from tournaments.services.bots import forgetting, ownership
from tournaments.services.casual import hosting, moves
from tournaments.services.casual.printing import keep_printed
from tournaments.services.playing import workers

pytestmark = pytest.mark.django_db

TALKING = b"""
from agents.sdk import Bot

class Talking(Bot):
    def choose(self, state, clock):
        print("choosing", len(state.history()))
        return state.legal_actions()[0]
"""


def host(**limits):
    limits = replace(Limits(), **limits)
    worker = workers.Worker(
        name="worker-1",
        isolation=Isolation.BUBBLEWRAP,
        lease=LEASE,
        now=timezone.now,
        limits=limits,
    )
    assert hosting.host_next(worker)


def move(game, who):
    game.refresh_from_db()
    state = course_of(game).state
    action = state.action_to_string(state.legal_actions()[0])
    return moves.act(game, who=who, state=game.state, action=action, now=timezone.now())


def test_what_a_bot_prints_stands_beside_its_turn_over_many_hosts(who):
    game = opened([VersionFactory(code=TALKING), "me"], who=who)
    host()
    game = move(game, who)
    while not game.bot_due:
        game = move(game, who)
    host()

    game.refresh_from_db()
    told = printed.by_event(game.seats.get(number=0), len(game.events))
    own = [number for number, event in enumerate(game.events, 1) if event["seat"] == 0]
    assert list(told) == own
    assert told[own[0]] == "choosing 0\n"


def test_no_more_is_kept_of_a_game_than_a_log_may_have(who):
    game = opened([VersionFactory(), "me"], who=who)
    for event in range(50):
        keep_printed(game, {0: (f"{event:03} printed\n", ())}, last=event, size=200)

    log = game.seats.get(number=0).log
    assert log.startswith("000 printed\n")
    assert log.endswith("049 printed\n")
    assert "bytes left out" in log
    assert len(log) < 300


def test_what_was_printed_in_events_that_were_taken_back_stands_with_the_last_one(who):
    seat = CasualSeat(log="early\nlate\n", log_cuts=[(1, 6), (9, 11)])

    assert printed.by_event(seat, 4) == {1: "early\n", 4: "late\n"}


def test_a_deleted_version_leaves_no_output_and_gets_none(alice, who):
    version = VersionFactory(bot__owner=alice)
    game = opened([version, "me"], who=who)
    keep_printed(game, {0: ("secret", ())}, last=0, size=200)
    fault = {"kind": "crash", "ply": 1, "summary": "It crashed.", "detail": "secret"}
    game.seats.filter(number=0).update(fault=fault)

    ownership.delete_version(version, player=alice, now=timezone.now())
    forgetting.forget(now=timezone.now())
    keep_printed(game, {0: ("late", ())}, last=1, size=200)

    seat = game.seats.get(number=0)
    assert (seat.log, seat.log_cuts, seat.fault["detail"]) == ("", None, "")
