"""Casual games and analyses are owned by one worker at a time. `test_matches` tries matches."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import LEASE, NOW, VersionFactory, fault, variant
from tournaments.models import CasualGame, GameAnalysis
from tournaments.models.leases import unleased

pytestmark = pytest.mark.django_db

REASON = fault("The disk is full.")


def casual_game(**changes):
    """A casual game in which a bot is to act."""
    columns = {
        "key": f"key-{CasualGame.objects.count()}",
        "variant": variant("kalah", rated=False),
        "time_control": "bullet",
        "seed": bytes(32),
        "status": "playing",
        "due_seat": 0,
        "bot_due": True,
        "due_since": NOW,
        "created_at": NOW,
        "not_before": NOW,
    }
    return CasualGame.objects.create(**columns | changes)


def analysis(**changes):
    """The queued analysis of a casual game."""
    game = casual_game(status="over", ended_at=NOW)
    columns = {"casual_game": game, "version": 1, "asked_at": NOW, "not_before": NOW, "asker": "a"}
    return GameAnalysis.objects.create(**columns | changes)


@pytest.fixture(params=[casual_game, analysis])
def row(request):
    return request.param()


def claim(row, *, now=NOW, worker="worker-1"):
    return row.claim(worker=worker, now=now, lease=LEASE)


def current(row):
    return type(row).objects.get(pk=row.pk)


def test_a_claim_sets_worker_lease_and_attempt(row):
    assert claim(row) is True

    assert (row.worker, row.lease_until, row.attempt) == ("worker-1", NOW + LEASE, 1)
    assert row.failures == 0


def test_a_row_with_a_lease_is_another_workers(row):
    same_row = current(row)
    claim(row)

    assert claim(same_row, now=NOW + LEASE, worker="worker-2") is False

    assert (same_row.worker, same_row.attempt, same_row.failures) == ("worker-1", 1, 0)


def test_an_expired_lease_is_a_failure_and_the_row_is_claimed_again(row):
    claim(row)
    later = NOW + LEASE + timedelta(seconds=1)

    assert claim(row, now=later, worker="worker-2") is True

    assert (row.worker, row.lease_until, row.attempt) == ("worker-2", later + LEASE, 2)
    assert row.failures == 1


def test_a_row_that_waits_after_a_failure_is_not_claimed(row):
    claim(row)
    row.fail(reason=REASON, now=NOW)

    assert claim(row, now=NOW + timedelta(seconds=4)) is False
    assert claim(row, now=NOW + timedelta(seconds=5)) is True


@pytest.mark.parametrize(("lease_until", "free"), [(None, True), (NOW, False), (-LEASE, True)])
def test_a_row_is_free_without_a_lease_or_after_it(lease_until, free):
    casual_game(lease_until=NOW + lease_until if lease_until == -LEASE else lease_until)

    assert CasualGame.objects.filter(unleased(NOW)).exists() is free


STEPS = {
    "step": lambda row: row.step(lease_until=NOW + 9 * LEASE),
    "release": lambda row: row.release(),
    "fail": lambda row: row.fail(reason=REASON, now=NOW),
    "give up": lambda row: row.give_up(now=NOW),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_an_attempt_that_another_followed_changes_nothing(row, step):
    claim(row)
    claim(current(row), now=NOW + 2 * LEASE, worker="worker-2")
    before = type(row).objects.filter(pk=row.pk).values().get()

    assert step(row) is False

    assert type(row).objects.filter(pk=row.pk).values().get() == before


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_row_that_has_ended_is_changed_no_more(row, step):
    claim(row)
    row.give_up(now=NOW)
    before = type(row).objects.filter(pk=row.pk).values().get()

    assert step(row) is False

    assert type(row).objects.filter(pk=row.pk).values().get() == before


def test_a_step_renews_the_lease_of_one_row(row):
    other = type(row).objects.exclude(pk=row.pk).first()
    claim(row)

    assert row.step(lease_until=NOW + 2 * LEASE) is True

    assert current(row).lease_until == NOW + 2 * LEASE
    assert other is None or current(other).lease_until is None


def test_a_released_row_is_free_and_no_failure(row):
    claim(row)

    assert row.release() is True

    row.refresh_from_db()
    assert (row.worker, row.lease_until, row.failures, row.is_over) == ("", None, 0, False)


def test_each_failure_lengthens_the_pause_and_the_third_ends_the_row(row):
    now, pauses = NOW, []
    for number in (1, 2, 3):
        claim(row, now=now)
        assert row.fail(reason=REASON, now=now) is True
        row.refresh_from_db()
        assert (row.failures, row.failure) == (number, REASON)
        assert (row.worker, row.lease_until, row.is_over) == ("", None, number == 3)
        pauses.append(row.not_before - now)
        now += timedelta(minutes=1)

    assert pauses[:2] == [timedelta(seconds=5), timedelta(seconds=10)]
    assert row.ended_at == NOW + timedelta(minutes=2)


def test_a_failure_counts_from_the_row_and_not_from_what_was_read(row):
    type(row).objects.update(failures=2)
    claim(row)
    type(row).objects.update(failures=0)  # something was stored since

    row.fail(reason=REASON, now=NOW)

    assert (current(row).failures, current(row).is_over) == (1, False)


def test_a_casual_game_that_is_given_up_has_no_result_and_is_due_nowhere():
    game = casual_game(due_until=NOW)
    claim(game)

    game.give_up(now=NOW)

    game.refresh_from_db()
    assert (game.status, game.reason, game.result, game.ended_at) == ("over", "platform", None, NOW)
    assert (game.bot_due, game.due_until) == (False, None)


def test_an_analysis_that_is_given_up_says_why_and_forgets_who_asked():
    row = analysis()
    claim(row)

    row.give_up(now=NOW)

    row.refresh_from_db()
    assert (row.status, row.reason.code, row.ended_at) == ("failed", "analysis-failed", NOW)
    assert (row.asker, row.found) == ("", None)


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (lambda row: row.finish({"plies": []}, now=NOW), "done"),
        (lambda row: row.refuse(REASON, now=NOW), "failed"),
    ],
)
def test_an_analysis_ends_once_and_forgets_who_asked(end, status):
    row = analysis()
    claim(row)

    assert end(row) is True
    assert end(row) is False

    row.refresh_from_db()
    assert (row.status, row.ended_at, row.is_over) == (status, NOW, True)
    assert (row.asker, row.worker, row.lease_until) == ("", "", None)
    assert (row.found is None, row.reason.code == "") == (status == "failed", status == "done")


def test_analyses_wait_in_the_order_of_their_turns():
    second, first = analysis(turn=1), analysis(turn=0, asked_at=NOW + LEASE)
    third = analysis(turn=1, asked_at=NOW + LEASE)
    analysis(status="failed", reason=REASON, ended_at=NOW)

    assert list(GameAnalysis.objects.queued()) == [first, second, third]
    assert list(GameAnalysis.objects.for_workers(now=NOW)) == [first, second, third]

    claim(first)
    GameAnalysis.objects.filter(pk=second.pk).update(not_before=NOW + LEASE)
    assert list(GameAnalysis.objects.for_workers(now=NOW)) == [third]
    assert list(GameAnalysis.objects.queued()) == [first, second, third]


def test_an_analysis_is_of_its_game():
    row = analysis()

    assert (row.judged_game, row.is_over) == (row.casual_game, False)
    with pytest.raises(ValueError, match="of no game"):
        _game = GameAnalysis().judged_game


def test_hosts_get_the_games_in_which_a_bot_is_due_those_with_people_first():
    of_bots = casual_game(has_people=False, due_since=NOW - LEASE)
    later, earlier = casual_game(), casual_game(due_since=NOW - timedelta(seconds=1))
    casual_game(bot_due=False)
    casual_game(status="open")
    casual_game(not_before=NOW + LEASE)
    in_hand = casual_game(lease_until=NOW)

    assert list(CasualGame.objects.for_hosts(now=NOW)) == [earlier, later, of_bots]
    assert list(CasualGame.objects.hosted(now=NOW)) == [in_hand]
    assert not CasualGame.objects.hosted(now=NOW + LEASE).exists()


def test_a_game_is_overdue_when_its_person_had_the_time():
    overdue = casual_game(due_until=NOW - timedelta(seconds=1))
    casual_game(due_until=NOW)
    casual_game()
    casual_game(due_until=NOW - LEASE, status="over", ended_at=NOW)

    assert list(CasualGame.objects.overdue(now=NOW)) == [overdue]


def test_a_game_of_visitors_has_no_player(alice):
    visitors = casual_game()
    visitors.seats.create(number=0, visitor="v")
    casual_game(opened_by=alice)
    casual_game().seats.create(number=0, player=alice)

    assert list(CasualGame.objects.of_visitors()) == [visitors]


@pytest.mark.parametrize(
    ("status", "is_open", "is_over"),
    [("open", True, False), ("playing", False, False), ("over", False, True)],
)
def test_a_casual_game_is_open_or_playing_or_over(status, is_open, is_over):
    game = casual_game(status=status, ended_at=NOW if is_over else None)

    assert (game.is_open, game.is_over) == (is_open, is_over)
    assert game.revealed_seed == ("00" * 32 if is_over else None)
    assert CasualGame.objects.going_on().exists() is not is_over


def test_of_two_changes_of_a_casual_game_at_once_the_first_counts():
    game, same = casual_game(), CasualGame.objects.get()

    assert game.change(rewinds=1) is True
    assert same.change(rewinds=2) is False

    assert (game.state, current(game).rewinds) == (1, 1)
    game.step(status="over", ended_at=NOW)
    assert game.change(rewinds=3) is False


def test_a_casual_game_is_hosted_while_it_has_a_lease():
    game = casual_game()
    assert not game.is_hosted
    claim(game)
    assert game.is_hosted


def test_a_seat_has_a_bot_a_person_or_waits(alice):
    seats = casual_game().seats
    bot = seats.create(number=0, version=VersionFactory())
    player, guest = seats.create(number=1, player=alice), seats.create(number=2, guest="Ann")
    free = seats.create(number=3)

    assert [seat.is_bot for seat in (bot, player, guest, free)] == [True, False, False, False]
    assert [seat.is_free for seat in (bot, player, guest, free)] == [False, False, False, True]
    assert [seat.name for seat in (bot, player, guest, free)] == [
        str(bot.version), "alice", "Ann (guest)", "",
    ]  # fmt: skip
