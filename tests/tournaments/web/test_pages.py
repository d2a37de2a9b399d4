"""Counts of long lists, which readers share."""

import pytest

from tests.tournaments.factories import PlayerFactory
from tournaments.models import Player
from tournaments.web import pages
from tournaments.web.pages import LongPaginator

pytestmark = pytest.mark.django_db


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


def test_deep_in_a_list_the_rows_are_the_same_and_joined_for_the_page_alone(
    three, monkeypatch, django_assert_num_queries
):
    whole = list(three)
    monkeypatch.setattr(pages, "MANY", 1)

    with django_assert_num_queries(3):
        last = list(LongPaginator(three.order_by("-pk"), 2).page(2))

    assert last == [whole[0]]
    assert [list(LongPaginator(three, 2).page(n)) for n in (1, 2)] == [whole[:2], whole[2:]]
