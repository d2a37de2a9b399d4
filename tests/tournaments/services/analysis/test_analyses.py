"""Whoever asks for an analysis gets one, from a worker that may die over it twice."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from agents.judge import rollouts
from agents.judge.analysis import analyse
from agents.sandbox import Isolation
from tests.tournaments.factories import NOW, VersionFactory, fault, play_all, tournament
from tournaments import dispatch, tasks
from tournaments.errors import Invalid
from tournaments.models import Game, GameAnalysis, Incident
from tournaments.queries.games import analyses as found
from tournaments.services.analysis import analyses
from tournaments.services.playing.workers import Worker

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_judge")]

LEASE = timedelta(seconds=60)


@pytest.fixture
def game(einstein_played):
    return einstein_played


def worker(now=NOW, **changes):
    clock = changes.pop("clock", lambda: now)
    return Worker("worker-1", Isolation.NONE, LEASE, clock, **changes)


def broken(*_args, **_names):
    raise ZeroDivisionError


def test_a_game_is_analysed_once_for_all_who_ask(game, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as calls:
        row = analyses.ask(game, asker="player-1", now=NOW)
        assert analyses.ask(game, asker="player-1", now=NOW) == row
    assert len(calls) == 1
    assert analyses.work_next(worker())
    row.refresh_from_db()
    assert (row.status, row.worker, row.lease_until) == ("done", "", None)
    assert row.found == analyse(game.kept_record).document()
    assert not analyses.work_next(worker())


def test_a_position_is_played_on_many_times_once_for_all_who_ask(game, monkeypatch):
    monkeypatch.setattr(rollouts, "GAMES", 3)
    row = analyses.ask(game, asker="player-1", now=NOW, ply=6)
    assert analyses.ask(game, asker="player-2", now=NOW, ply=6) == row
    assert found.of(game) is None

    assert analyses.work_next(worker())

    row.refresh_from_db()
    assert (row.status, row.before, row.found["games"]) == ("done", 7, 3)
    assert sum(seat["won"] for seat in row.found["seats"]) == 3


def test_there_are_no_games_from_an_end_or_from_nowhere(game):
    last = len(game.kept_record["events"])
    for ply in (-1, last, last + 1):
        with pytest.raises(Invalid):
            analyses.ask(game, asker="player-1", now=NOW, ply=ply)


def test_who_asks_first_comes_first():
    play_all(tournament([VersionFactory(), VersionFactory()], key="einstein"))
    one, other = Game.objects.finished()[:2]
    second = analyses.ask(one, asker="player-1", now=NOW + timedelta(seconds=1))
    first = analyses.ask(other, asker="player-2", now=NOW)
    assert (found.ahead_of(first), found.ahead_of(second)) == (0, 1)
    assert analyses.claim(worker(NOW + LEASE)) == first


def test_only_finished_games_with_a_record_are_analysed(game):
    game.ended_at = None
    with pytest.raises(Invalid, match="not over yet"):
        analyses.ask(game, asker="player-1", now=NOW)
    game.ended_at, game.record_removed_at = NOW, NOW
    with pytest.raises(Invalid, match="kept no longer"):
        analyses.ask(game, asker="player-1", now=NOW)


def test_games_of_rules_that_nobody_plays_now_are_refused(game):
    game.variant.rules_version = 99
    with pytest.raises(Invalid, match="plays no longer"):
        analyses.ask(game, asker="player-1", now=NOW)


def test_the_queue_has_an_end(game, monkeypatch):
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    with pytest.raises(Invalid, match="Ask again"):
        analyses.ask(game, asker="player-1", now=NOW)


def many(count):
    """Finished games."""
    play_all(tournament([VersionFactory() for _ in range(4)], key="einstein"))
    return list(Game.objects.finished().order_by("pk")[:count])


def test_askers_take_turns():
    one, two, three, four, five = many(5)
    for number, game in enumerate((one, two, three)):
        analyses.ask(game, asker="ann", now=NOW + timedelta(seconds=number))
    in_hand = analyses.claim(worker(NOW + LEASE))
    in_hand.finish({}, now=NOW + LEASE)
    for game in (four, five):
        analyses.ask(game, asker="ben", now=NOW + LEASE)

    turns = [analyses.claim(worker(NOW + LEASE)).game for _ in range(4)]

    assert (in_hand.game, turns) == (one, [two, four, three, five])


def test_who_asks_for_few_displaces_who_fills_the_queue(monkeypatch):
    monkeypatch.setattr(analyses, "MOST_WAITING", 3)
    *others, own, more = many(5)
    for number, game in enumerate(others):
        analyses.ask(game, asker="ann", now=NOW + timedelta(seconds=number))

    analyses.ask(own, asker="ben", now=NOW + LEASE)

    assert set(GameAnalysis.objects.values_list("game", flat=True)) == {
        others[0].pk, others[1].pk, own.pk,
    }  # fmt: skip
    for asker in ("ann", "ben"):
        with pytest.raises(Invalid, match="Ask again"):
            analyses.ask(more, asker=asker, now=NOW + LEASE)


def test_who_asked_is_forgotten_with_the_end(game):
    row = analyses.ask(game, asker="192.0.2.1", now=NOW)
    analyses.work_next(worker())
    row.refresh_from_db()
    assert (row.status, row.asker) == ("done", "")


def test_a_record_that_the_engine_cannot_replay_is_refused_at_once(game):
    game.record["events"][3] = {"seat": 0, "action": "nonsense"}
    game.save()
    row = analyses.ask(game, asker="player-1", now=NOW)
    analyses.work_next(worker())
    row.refresh_from_db()
    assert (row.status, row.reason.code) == ("failed", "analysis-of-old-rules")


def test_what_fails_is_tried_three_times_and_staff_hear_of_it(game, monkeypatch):
    monkeypatch.setattr("agents.judge.analysis.analyse", broken)
    row, now = analyses.ask(game, asker="player-1", now=NOW), NOW
    for failures in (1, 2, 3):
        now += timedelta(minutes=1)
        assert analyses.work_next(worker(now))
        row.refresh_from_db()
        assert row.failures == failures
    assert (row.status, row.reason.code) == ("failed", "analysis-failed")
    assert "ZeroDivisionError" in str(Incident.objects.get().text)
    assert not analyses.work_next(worker(now + LEASE))


def test_a_worker_that_dies_loses_its_game_to_the_next_and_the_third_death_is_the_last(game):
    row, now = analyses.ask(game, asker="player-1", now=NOW), NOW
    for _death in range(3):
        assert analyses.claim(worker(now)) == row
        assert analyses.claim(worker(now)) is None
        now += 2 * LEASE
    assert analyses.claim(worker(now)) is None
    row.refresh_from_db()
    assert (row.status, row.failures) == ("failed", 3)


def test_a_worker_that_stops_hands_the_game_back_without_a_failure(game):
    row = analyses.ask(game, asker="player-1", now=NOW)
    analyses.work_next(worker(stopping=lambda: True))
    row.refresh_from_db()
    assert (row.status, row.failures, row.lease_until) == ("queued", 0, None)
    assert analyses.are_wanted(now=NOW)


def test_a_worker_that_has_lost_its_lease_changes_nothing(game):
    row = analyses.ask(game, asker="player-1", now=NOW)
    held = analyses.claim(worker())
    assert analyses.claim(worker(NOW + 2 * LEASE)) == row
    assert not held.step(lease_until=NOW + 3 * LEASE)
    assert not held.finish({}, now=NOW)
    assert not held.fail(reason=fault("too late"), now=NOW)


def test_a_long_analysis_renews_its_lease(game):
    analyses.ask(game, asker="player-1", now=NOW)
    moments = iter(NOW + timedelta(seconds=25 * n) for n in range(1000))
    assert analyses.work_next(worker(clock=lambda: next(moments)))
    assert GameAnalysis.objects.get().status == "done"


def test_a_worker_of_other_rules_leaves_it_to_others(game):
    analyses.ask(game, asker="player-1", now=NOW)
    assert analyses.claim(worker(rules=frozenset({("kalah", 1)}))) is None


def test_the_tick_wakes_a_worker_for_a_lost_message(game, monkeypatch):
    analyses.ask(game, asker="player-1", now=NOW)
    sent = []
    monkeypatch.setattr(dispatch, "wake", lambda name, times=1: sent.append(name))
    tasks.tick()
    assert dispatch.ANALYSE in sent


@pytest.mark.usefixtures("own_slots")
def test_the_task_analyses_what_waits(game):
    analyses.ask(game, asker="player-1", now=NOW)
    tasks.analyse_game()
    assert GameAnalysis.objects.get().status == "done"


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "done", "ended_at": NOW},
        {"found": {}},
        {"ended_at": NOW},
        {"status": "failed"},
        {"game": None},
    ],
)
def test_the_database_refuses_what_no_analysis_can_be(game, changes):
    row = analyses.ask(game, asker="player-1", now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameAnalysis.objects.filter(pk=row.pk).update(**changes)
