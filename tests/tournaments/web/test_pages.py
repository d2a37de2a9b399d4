"""Long lists: what is counted and read of them."""

import pytest
from django.db import connection
from django.db.models import OuterRef, Subquery
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import PlayerFactory
from tournaments.models import Bot, Player
from tournaments.web import pages
from tournaments.web.pages import FirstPaginator, LongPaginator

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def three():
    PlayerFactory.create_batch(3)
    return Player.objects.filter(username__startswith="player").order_by("pk")


def test_a_short_list_is_counted_each_time(three):
    assert LongPaginator(three, 2).count == 3

    PlayerFactory()

    assert LongPaginator(three, 2).count == 4


def test_a_long_list_is_counted_once_a_minute_for_all(three, monkeypatch):
    monkeypatch.setattr(pages, "MANY", 2)
    assert LongPaginator(three, 2).count == 3
    PlayerFactory()

    assert LongPaginator(three, 2).count == 3
    assert LongPaginator(three.exclude(pk=0), 2).count == 4


def test_what_can_be_in_no_list_is_not_counted(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert LongPaginator(Player.objects.filter(pk__in=[]).order_by("pk"), 2).count == 0


def test_other_lists_have_a_length():
    assert LongPaginator([1, 2, 3], 2).count == 3


def test_a_later_page_computes_nothing_for_the_rows_before_it(three):
    bots = Bot.objects.filter(owner=OuterRef("pk")).order_by()
    listed = three.annotate(newest=Subquery(bots.values("name")[:1]))

    with CaptureQueriesContext(connection) as captured:
        (last,) = LongPaginator(listed, 2).page(2)

    assert last == three.last()
    assert last.newest is None
    skipping = [one["sql"] for one in captured if "OFFSET" in one["sql"]]
    assert len(skipping) == 1
    assert "bot" not in skipping[0]


def test_pages_and_counts_end_where_leaving_rows_out_takes_long(three, monkeypatch):
    monkeypatch.setattr(pages, "DEEPEST", 2)

    assert LongPaginator(three, 1).num_pages == 2
    assert LongPaginator(three, 5).num_pages == 1
    assert LongPaginator(three, 1).count == 2


def test_of_very_many_rows_the_first_are_counted(three, monkeypatch):
    assert FirstPaginator(three, 2).num_pages == 2

    monkeypatch.setattr(pages, "FIRST", 2)

    assert FirstPaginator(three, 2).count == 2
