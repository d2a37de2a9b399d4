"""Whose upload is checked next, and when its verdict is likely."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    check_match,
    claimed,
)
from tournaments.models import Host, Match, Version
from tournaments.queries.playing import check_queue, queue

pytestmark = pytest.mark.django_db


@pytest.fixture
def oak():
    """A machine whose workers are at work."""
    return Host.objects.create(name="oak", started_at=NOW, seen_at=NOW)


def waiting(owner=None, *, bot=None, since=0.0):
    """A check that has waited for so many seconds at NOW."""
    bot = bot or BotFactory(owner=owner or PlayerFactory())
    match = check_match(VersionFactory(bot=bot, status=Version.Status.CHECKING, games=[]))
    Match.objects.filter(pk=match.pk).update(queued_at=NOW - timedelta(seconds=since))
    match.refresh_from_db()
    return match


def checked(bot, *, seconds):
    """An accepted version whose check took so long."""
    match = check_match(VersionFactory(bot=bot))
    begun = NOW - timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, started_at=begun, ended_at=begun + timedelta(seconds=seconds)
    )


def order():
    return list(check_queue.next_checks(now=NOW))


def test_ten_uploads_of_one_person_do_not_hold_up_the_one_of_another(alice, bob):
    first, *others = [waiting(alice, since=60 - number) for number in range(10)]
    single = waiting(bob, since=1)

    assert order() == [first, single, *others]


def test_a_check_under_way_counts_as_its_owners_turn(alice, bob):
    claimed(waiting(alice, since=60))
    second, single = waiting(alice, since=50), waiting(bob, since=1)

    assert order() == [single, second]


def test_short_checks_come_first_by_the_last_check_of_their_bot():
    long, short = BotFactory(), BotFactory()
    checked(long, seconds=60)
    checked(short, seconds=2)
    rows = [waiting(bot=long, since=30), waiting(since=20), waiting(bot=short, since=10)]

    assert order() == rows[::-1]


def test_after_five_minutes_nobody_who_came_later_goes_first(alice):
    waiting(alice, since=310)
    second = waiting(alice, since=305)
    waiting(since=200)

    assert order()[1] == second


def test_the_place_in_the_queue_is_that_order(alice, bob):
    rows = [waiting(alice, since=60), waiting(alice, since=50), waiting(bob, since=1)]

    assert [check_queue.ahead(row, now=NOW) for row in rows] == [0, 2, 1]
    assert str(queue.why_waiting(rows[1], now=NOW)).startswith("Waits for a worker")


def likely(check):
    return check_queue.outlook(check, now=NOW).params["seconds"]


def test_a_verdict_is_likely_after_the_checks_before_it_and_its_own(oak):
    checked(BotFactory(), seconds=4)
    rows = [waiting(since=60 - number) for number in range(3)]

    assert [likely(row) for row in rows] == [4, 8, 12]


def test_checks_that_run_side_by_side_bring_it_sooner(oak):
    checked(BotFactory(), seconds=4)
    for _slot in range(2):
        claimed(waiting(since=60))

    assert likely([waiting(since=9 - number) for number in range(4)][-1]) == 4 * 4 / 2 + 4


def test_the_time_that_a_check_has_run_is_taken_off():
    checked(BotFactory(), seconds=10)
    match = claimed(waiting(since=60), now=NOW - timedelta(seconds=7))

    assert likely(match) == 3


def test_where_no_worker_is_at_work_nobody_knows_when_a_verdict_comes(oak):
    Host.objects.update(seen_at=NOW - timedelta(hours=1))

    assert not check_queue.outlook(waiting(), now=NOW)


def test_of_a_check_in_its_pause_nobody_knows_when_its_verdict_comes(oak):
    match = waiting()
    match.not_before = NOW + LEASE

    assert not check_queue.outlook(match, now=NOW)


def test_the_page_says_the_place_and_the_time(client, oak):
    Host.objects.update(seen_at=timezone.now())
    rows = [waiting(since=60 - number) for number in range(30)]

    page = client.get(rows[-1].checks.get_absolute_url()).content.decode()

    assert "The verdict is likely in about 5 minutes." in page


def test_a_check_that_is_taken_while_its_page_is_made_is_next(alice, oak):
    waiting(alice, since=60)
    read = waiting(alice, since=50)
    claimed(Match.objects.get(pk=read.pk))

    assert check_queue.ahead(read, now=NOW) == 0
    assert queue.why_waiting(read, now=NOW).code == "waits-as-next"
    assert check_queue.outlook(read, now=NOW).code == "verdict-likely"
