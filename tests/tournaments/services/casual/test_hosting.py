"""A worker moves the bots, in real sandboxes, and loses nothing when it dies."""

import itertools
from datetime import timedelta

import pytest
from django.utils import timezone

from agents import samples
from agents.sandbox import Isolation
from agents.terms.faults import PlatformFault
from engine import record
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import BotFactory, VersionFactory
from tournaments.models import CasualGame, Incident
from tournaments.queries.casual.courses import course_of, document
from tournaments.services.casual import hosting, moves
from tournaments.services.playing import workers

pytestmark = pytest.mark.django_db

CRASHING = b"""
from agents.sdk import Bot

class Crashing(Bot):
    def choose(self, state, clock):
        return [][3]
"""


def worker(**changes):
    details = {
        "name": "worker-1",
        "isolation": Isolation.BUBBLEWRAP,
        "lease": timedelta(seconds=15),
        "now": timezone.now,
    }
    return workers.Worker(**details | changes)


def greedy(**terms):
    return VersionFactory(code=samples.read("greedy"), **terms)


def move(game, who):
    """The first legal action of a person, now."""
    game.refresh_from_db()
    state = course_of(game).state
    action = state.action_to_string(state.legal_actions()[0])
    return moves.act(game, who=who, state=game.state, action=action, now=timezone.now())


def test_a_person_plays_a_bot_to_the_end_and_the_record_holds(who):
    game = opened(["me", greedy()], key="einstein", who=who)
    for _ in range(200):
        if game.bot_due:
            hosting.host_next(worker())
            game.refresh_from_db()
        if game.is_over:
            break
        if not game.bot_due:
            game = move(game, who)

    assert game.is_over
    assert record.verify(document(game)).ok
    assert (game.lease_until, game.worker) == (None, "")


def test_bots_play_each_other_to_the_end_at_once(alice):
    game = opened([greedy(), VersionFactory()], who=person(alice))
    hosting.host_next(worker())

    game.refresh_from_db()
    assert game.is_over
    assert record.verify(document(game)).ok


def test_three_bots_play_with_a_person(who):
    bots = [VersionFactory(games=["pachisi"]) for _ in range(3)]
    game = opened(["me", *bots], key="pachisi", who=who)
    moved = set()
    while moved < {1, 2, 3}:
        game = game if game.bot_due else move(game, who)
        hosting.host_next(worker())
        game.refresh_from_db()
        moved = {event["seat"] for event in game.events if "action" in event} - {0}

    assert (game.due_seat, game.bot_due) == (0, False)


def test_a_crash_of_a_bot_is_kept_for_its_author_and_the_person_wins(who):
    game = opened([VersionFactory(code=CRASHING), "me"], who=who)
    hosting.host_next(worker())

    game.refresh_from_db()
    assert game.is_over
    assert game.result["ranks"] == [2, 1]
    assert game.seats.get(number=0).fault["kind"] == "crash"


def test_nothing_waits_for_a_host_while_a_person_is_due(who):
    opened(["me", greedy()], who=who)

    assert not hosting.host_next(worker())
    assert hosting.waiting(now=timezone.now(), most=3) == 0


def test_a_game_of_a_dead_worker_goes_on_from_its_record(who):
    game = opened(["me", greedy()], who=who)
    game = moves.act(game, who=who, state=game.state, action="B", now=timezone.now())
    long_ago = timezone.now() - timedelta(minutes=5)
    CasualGame.objects.update(not_before=long_ago)
    assert hosting.claim(worker(now=lambda: long_ago)) == game

    hosting.host_next(worker(name="worker-2"))

    game.refresh_from_db()
    assert game.events[0]["action"] == "B"
    assert game.events[1]["seat"] == 1
    assert game.attempt == 2


def test_two_hosts_never_have_the_same_game(who):
    game = opened([greedy(), "me"], who=who)

    assert hosting.claim(worker()) == game
    assert hosting.claim(worker(name="worker-2")) is None


def test_what_is_taken_back_meanwhile_is_not_written_over(who, monkeypatch):
    game = opened(["me", greedy()], who=who)
    game = moves.act(game, who=who, state=game.state, action="B", now=timezone.now())
    seen = game.state
    answer = hosting.Host.answer

    def answered(host):
        answer(host)
        rows = CasualGame.objects.filter(state=seen)
        for row in rows:
            moves.take_back(row, who=who, event=0, now=timezone.now())

    monkeypatch.setattr(hosting.Host, "answer", answered)
    hosting.host_next(worker())

    game.refresh_from_db()
    assert (game.events, game.due_seat) == ([], 0)


def test_a_bot_stays_at_the_board_while_a_person_thinks(who, monkeypatch):
    monkeypatch.setattr(hosting, "LINGER_SECONDS", 3600.0)
    game = opened([greedy(), "me"], who=who)
    waits = itertools.count()
    wait = hosting.Host.wait

    def waited(host, seconds):
        wait(host, seconds)
        if next(waits) % 2:
            row = CasualGame.objects.get(pk=game.pk)
            if len(row.events) < 12:
                move(row, who)
            else:
                moves.resign(row, who=who, seat=1, now=timezone.now())

    monkeypatch.setattr(hosting.Host, "wait", waited)
    hosting.host_next(worker())

    game.refresh_from_db()
    assert game.is_over
    assert game.attempt == 1


def test_a_slot_goes_to_who_waits_when_a_person_thinks(who, monkeypatch):
    monkeypatch.setattr(hosting, "LINGER_SECONDS", 3600.0)
    monkeypatch.setattr(hosting, "YIELD_SECONDS", 0.0)
    first = opened([greedy(), "me"], who=who)
    second = opened([greedy(), "me"], who=who)
    monkeypatch.setattr(hosting, "LONGEST_SECONDS", 30.0)

    hosting.host_next(worker())

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.due_seat, first.lease_until) == (1, None)
    assert second.bot_due


def test_a_stopped_worker_lets_go_and_another_goes_on(who):
    game = opened([greedy(), "me"], who=who)
    hosting.host_next(worker(stopping=lambda: True))
    game.refresh_from_db()
    assert (game.events, game.lease_until, game.failures) == ([], None, 0)

    hosting.host_next(worker())

    game.refresh_from_db()
    assert game.due_seat == 1


def test_the_third_failure_of_the_platform_ends_the_game_without_a_result(who, monkeypatch):
    def broken(*_arguments):
        raise PlatformFault("process-not-up", why="for a test")

    monkeypatch.setattr(hosting.Host, "__enter__", broken)
    game = opened([greedy(), "me"], who=who)
    for _ in range(3):
        hosting.host_next(worker(now=lambda: timezone.now() + timedelta(hours=1)))
        CasualGame.objects.update(not_before=timezone.now())

    game.refresh_from_db()
    assert (game.is_over, game.reason, game.result) == (True, "platform", None)
    assert Incident.objects.filter(kind=Incident.Kind.PLATFORM_FAULT).exists()


def test_games_of_people_come_before_those_of_bots_alone(alice, bob):
    opened([greedy(), VersionFactory()], who=person(alice))
    game = opened([greedy(bot=BotFactory(owner=bob)), "me"], who=person(bob))

    assert hosting.claim(worker()) == game


def test_a_fault_is_stored_as_authors_read_it(who):
    game = opened([VersionFactory(code=CRASHING), "me"], who=who)
    hosting.host_next(worker())

    fault = game.seats.get(number=0).fault
    assert set(fault) == {"kind", "ply", "summary", "detail", "code", "params"}


def test_a_game_over_which_three_workers_died_is_over_without_a_result(who):
    game = opened([greedy(), "me"], who=who)
    for _death in range(3):
        assert hosting.claim(worker(lease=timedelta(seconds=-1))) is not None

    assert hosting.claim(worker()) is None
    game.refresh_from_db()
    assert (game.status, game.reason, game.result) == ("over", "platform", None)
