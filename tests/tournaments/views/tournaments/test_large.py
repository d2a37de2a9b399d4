"""Pages of tournaments with very many entrants, rounds or games: no longer, no slower to read."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import NOW, VersionFactory, play_out, tournament
from tournaments.models import Host
from tournaments.services.tournaments import tables

pytestmark = pytest.mark.django_db

QUERIES = 20


def make_once():
    """A hundred and twenty entrants, and as many rounds less one."""
    return tournament([VersionFactory() for _ in range(120)], format="gauntlet")


@pytest.fixture
def gauntlet(made):
    return made


@pytest.fixture
def long():
    """Two entrants with a hundred matches, the first of which has been played."""
    row = tournament([VersionFactory(), VersionFactory()], games_per_pairing=200)
    play_out(row.matches.order_by("number").first(), now=NOW)
    return row


def page(client, row, **query):
    return client.get(row.get_absolute_url(), query)


def test_standings_are_shown_by_pages(client, gauntlet):
    first, third = page(client, gauntlet), page(client, gauntlet, page=3)

    assert [len(one.context["lines"]) for one in (first, third)] == [50, 20]
    assert "?page=2#standings" in first.content.decode()


def test_of_many_rounds_those_near_are_linked_and_the_others_are_asked_for(client, gauntlet):
    shown = page(client, gauntlet, round=60)

    numbers = [one.number if one else None for one in shown.context["tabs"]]
    assert numbers == [1, None, *range(57, 64), None, 119]
    assert 'name="round" min="1" max="119"' in re.sub(r"\s+", " ", shown.content.decode())


def test_a_few_rounds_are_all_linked(client):
    shown = page(client, tournament([VersionFactory() for _ in range(4)]))

    assert [one.number for one in shown.context["tabs"]] == [1, 2, 3]
    assert 'id="pick-round"' not in shown.content.decode()


def test_matches_of_a_round_are_shown_by_pages_with_the_points_of_all(client, long):
    first, last = page(client, long), page(client, long, round=1, part=5)

    assert [_matches(one) for one in (first, last)] == [20, 20]
    (meeting,) = last.context["meetings"]
    assert sum(points for _entry, points in meeting.sides) == 2
    assert meeting.has_result
    assert "?round=1&amp;part=2#rounds" in first.content.decode()


def _matches(answer):
    return sum(len(meeting.matches) for meeting in answer.context["meetings"])


def test_what_is_asked_for_stays_when_the_live_part_comes_anew(client, gauntlet):
    query = {"page": 2, "round": 7}
    shown = client.get(reverse("tournament-live", args=[gauntlet.slug]), query).content.decode()

    assert "page=2&amp;round=7&amp;seen=" in shown


def test_large_tournaments_are_looked_at_less_often(client, gauntlet):
    small = tournament([VersionFactory(), VersionFactory()])
    large = tournament([VersionFactory(), VersionFactory()], games_per_pairing=1500)

    seconds = [page(client, row).context["seconds"] for row in (small, gauntlet, large)]

    assert seconds == [2, 2, 5]


@pytest.mark.parametrize("is_organiser", [False, True])
def test_pages_take_as_many_queries_however_long_with_an_empty_cache(
    client, gauntlet, long, django_assert_max_num_queries, is_organiser
):
    now = timezone.now()
    Host.objects.create(name="oak", slots=2, started_at=now, seen_at=now)
    for row in (gauntlet, long):
        tables.compute(row, now=NOW)
        if is_organiser:
            client.force_login(row.organiser)
        cache.clear()
        with django_assert_max_num_queries(QUERIES):
            page(client, row)


def test_organisers_choose_among_entrants_where_these_are_listed(
    client, gauntlet, django_assert_max_num_queries
):
    client.force_login(gauntlet.organiser)
    address = reverse("tournament-entrants", args=[gauntlet.slug])

    shown = page(client, gauntlet)
    with django_assert_max_num_queries(20):
        listed = client.get(address, {"page": 2})

    assert shown.context["entrants"] == []
    assert f'href="{address}">Withdraw an entrant…' in re.sub(r"\s+", " ", shown.content.decode())
    assert len(listed.context["entrants"]) == 20
    assert 'id="withdrawn-entrant"' in listed.content.decode()


def test_others_choose_nobody_where_entrants_are_listed(client, gauntlet, bob):
    client.force_login(bob)

    listed = client.get(reverse("tournament-entrants", args=[gauntlet.slug]))

    assert "withdrawn-entrant" not in listed.content.decode()


def test_the_api_has_pages_of_entrants(client, gauntlet, django_assert_num_queries):
    address = f"/api/v1/tournaments/{gauntlet.slug}/entries/"
    small = tournament([VersionFactory(), VersionFactory()])

    with django_assert_num_queries(5):
        shown = client.get(address, {"page": 5}).json()
    with django_assert_num_queries(5):
        client.get(f"/api/v1/tournaments/{small.slug}/entries/")

    assert (shown["count"], [one["seed"] for one in shown["results"]]) == (
        120, [*range(101, 121)],
    )  # fmt: skip


def test_a_scheduled_tournament_takes_as_many_queries_however_many_enter(
    client, django_assert_max_num_queries
):
    for count in (2, 110):
        versions = [VersionFactory() for _ in range(count)]
        soon = timezone.now() + timedelta(days=1)
        row = tournament(versions, name=f"Cup of {count}", format="knockout", starts_at=soon)
        client.force_login(row.organiser)
        with django_assert_max_num_queries(20):
            shown = page(client, row)
        assert len(shown.context["seeds"]) == min(count, 100)
        assert shown.context["all_seeds"] == count


def test_whoever_enters_a_long_list_is_shown_at_once(client):
    soon = timezone.now() + timedelta(days=1)
    row = tournament([VersionFactory() for _ in range(26)], starts_at=soon)
    before, late = page(client, row), VersionFactory()

    row.entries.create(version=late, number=27)

    assert str(late) not in before.content.decode()
    assert str(late) in page(client, row).content.decode()


def test_entrants_have_pages_of_their_own(client, gauntlet, django_assert_max_num_queries):
    address = reverse("tournament-entrants", args=[gauntlet.slug])

    with django_assert_max_num_queries(6):
        shown = client.get(address, {"page": 2})

    assert [seed.number for seed in shown.context["seeds"]] == list(range(101, 121))
    assert "This is the seeding at the start" in shown.content.decode()
