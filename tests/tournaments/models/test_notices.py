"""What a player still has to read, and what still has to be sent."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import Delivery, Notice, NoticeChoice
from tournaments.models.notices import on_one_line
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

TEXT = Sentence("given-up", failures=3)
OTHER = Sentence("given-up", failures=4)


def notice(player, **facts):
    known = {"kind": "check", "text": TEXT, "link": "/bots/one/", "at": NOW}
    return Notice.objects.create(player=player, **known | facts)


def delivery(player, **facts):
    known = {"way": "webhook", "created_at": NOW, "not_before": NOW}
    return Delivery.objects.create(player=player, **known | facts)


def test_unread_are_those_on_the_site_that_nobody_has_read(alice):
    unread = notice(alice)
    feed = notice(alice, is_on_site=False)
    read = notice(alice, read_at=NOW, is_in_feed=False)

    assert set(Notice.objects.unread()) == {unread}
    assert set(Notice.objects.on_site()) == {unread, read}
    assert set(Notice.objects.in_feed()) == {unread, feed}


def test_what_happens_again_is_counted_if_it_counts(alice):
    row = notice(alice)
    assert str(row) == str(TEXT)

    later = NOW + timedelta(hours=1)
    row.happens_again(OTHER, link="/bots/two/", reproduce="again", now=later, counts=True)
    row.refresh_from_db()
    assert (row.text, row.link, row.reproduce) == (OTHER, "/bots/two/", "again")
    assert (row.at, row.count) == (later, 2)
    assert str(row) == f"{OTHER} (2 times)"

    row.happens_again(TEXT, link="/", reproduce="", now=later, counts=False)
    row.refresh_from_db()
    assert row.count == 2


def test_mail_and_feeds_get_one_line_without_controls():
    assert on_one_line("one\ntwo\u202e\x00  three\u2028") == "one two three"


def test_a_choice_names_its_ways(alice):
    assert str(NoticeChoice(player=alice, kind="check")) == "alice, check: site, feed"
    silent = NoticeChoice(player=alice, kind="check", site=False, feed=False)
    assert str(silent) == "alice, check: nothing"


def test_deliveries_are_due_in_the_order_of_their_times(alice):
    second = delivery(alice)
    first = delivery(alice, not_before=NOW - timedelta(seconds=1))
    delivery(alice, not_before=NOW + timedelta(seconds=1))
    delivery(alice, done_at=NOW)
    delivery(alice, given_up_at=NOW)
    delivery(alice, way="mail", notice=notice(alice))

    assert list(Delivery.objects.due("webhook", now=NOW)) == [first, second]


def test_one_worker_takes_a_delivery_at_a_time(alice):
    row = delivery(alice)
    until = NOW + timedelta(minutes=1)

    assert [row.take(until=until), row.take(until=until)] == [True, False]

    row.refresh_from_db()
    assert (row.tries, row.not_before) == (1, until)


@pytest.mark.parametrize(
    "end", [lambda row: row.finish(now=NOW), lambda row: row.give_up(TEXT, now=NOW)]
)
def test_a_delivery_that_is_over_stays_so(alice, end):
    row = delivery(alice)

    assert row.fail(TEXT)
    assert end(row)

    assert not end(row)
    assert not row.fail(TEXT)
    assert not row.take(until=NOW)


def test_a_delivery_keeps_the_problem_of_its_last_try(alice):
    row = delivery(alice)

    row.fail(TEXT)
    row.refresh_from_db()
    assert row.problem == TEXT

    row.finish(now=NOW)
    row.refresh_from_db()
    assert (row.problem, row.done_at) == (Sentence(), NOW)
