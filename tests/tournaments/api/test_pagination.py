"""What grows has cursors: whole, in order, and with as few rows read at the end as at first."""

import re
from base64 import b64encode
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tests.tournaments.problems import told
from tournaments.models import Match
from tournaments.services.notices import notices
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

LISTS = ["matches/", "tournaments/autumn-cup/matches/"]


@pytest.fixture(autouse=True)
def matches(made):
    return made


def make_once():
    # Two blocks for each pairing, so that places of the tournament's list are shared.
    entrants = [VersionFactory() for _ in range(4)]
    return play_all(tournament(entrants, games_per_pairing=4))


def walked(client, address, to):
    """The pages that follow each other by `next` or `previous`."""
    found = []
    while address:
        found.append(client.get(address).json())
        address = found[-1][to]
    return found


def ids(*pages):
    return [row["id"] for page in pages for row in page["results"]]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("size", [1, 5, 12])
def test_the_pages_put_together_are_the_whole_list_forwards_and_backwards(client, path, size):
    whole = client.get(f"/api/v1/{path}?page_size=50").json()

    forwards = walked(client, f"/api/v1/{path}?page_size={size}", "next")
    backwards = walked(client, forwards[-1]["previous"], "previous")

    assert len(ids(whole)) == 12
    assert (whole["next"], whole["previous"]) == (None, None)
    assert ids(*forwards) == ids(whole)
    assert ids(*reversed(backwards), forwards[-1]) == ids(whole)


def test_matches_come_newest_first_and_those_of_a_tournament_by_its_rounds(client):
    newest, rounds = (client.get(f"/api/v1/{path}").json() for path in LISTS)

    assert ids(newest) == sorted(ids(newest), reverse=True)
    places = [(row["round"], row["pairing"], row["number"]) for row in rounds["results"]]
    assert places == sorted(places)


def test_matches_within_times_come_by_their_ends_the_latest_first(client, made):
    for age, pk in enumerate(Match.objects.order_by("pk").values_list("pk", flat=True)):
        Match.objects.filter(pk=pk).update(ended_at=NOW - timedelta(hours=age // 2))
    latest_first = list(Match.objects.order_by("-ended_at", "-pk").values_list("pk", flat=True))

    pages = walked(client, "/api/v1/matches/?since=2000-01-01&page_size=5", "next")

    assert ids(*pages) == latest_first


def test_a_page_begins_where_the_one_before_ended_though_matches_were_added(client):
    first = client.get("/api/v1/matches/?page_size=4").json()
    before = ids(client.get("/api/v1/matches/").json())
    play_all(tournament([VersionFactory(), VersionFactory()], name="Winter Cup"))

    second = client.get(first["next"]).json()

    assert ids(first, second) == before[:8]


@pytest.mark.parametrize("path", LISTS)
def test_no_page_skips_rows_or_counts_them(client, path):
    last = walked(client, f"/api/v1/{path}?page_size=2", "next")[-2]["next"]

    with CaptureQueriesContext(connection) as captured:
        client.get(last)

    read = " ".join(query["sql"] for query in captured)
    assert "OFFSET" not in read
    assert "COUNT(" not in read


@pytest.mark.parametrize("text", ["p=x", "p=-1", "p=1e9", f"p={10**19}", "p=1&o=x", "p=²"])
@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_that_the_site_has_not_given_is_refused(client, path, text):
    cursor = b64encode(text.encode()).decode()

    answer = client.get(f"/api/v1/{path}", {"cursor": cursor})

    assert answer.status_code == 400
    assert told(answer.json())["cursor"] == [
        "This is no cursor; follow “next” or “previous” of another page."
    ]


GROWING = [
    "tournaments/",
    "notices/",
    "casual-games/",
    "leaderboards/{board}/ratings/sower/1/history/",
]


@pytest.fixture
def grown(client, alice):
    """Four rows or more of each, of which tournaments share a moment."""
    sower = VersionFactory(bot=BotFactory(owner=alice, name="Sower", slug="sower"))
    reaper = VersionFactory()
    for number in range(3):
        play_all(tournament([sower, reaper], name=f"Cup {number}"))
    for _ in range(4):
        opened(["me", sower], who=person(alice))
    for bot in "ABCD":
        notices.tell(alice, Sentence("bot-was-unbanned", bot=bot), kind="paused", link="/", now=NOW)
    client.force_login(alice)


@pytest.mark.parametrize("path", GROWING)
def test_other_lists_that_grow_are_whole_and_count_nothing(client, grown, path):
    address = f"/api/v1/{path.format(board=variant().slug)}"
    whole = client.get(f"{address}?page_size=50").json()

    with CaptureQueriesContext(connection) as captured:
        forwards = walked(client, f"{address}?page_size=3", "next")

    assert len(whole["results"]) > 3
    assert [row for page in forwards for row in page["results"]] == whole["results"]
    assert "count" not in whole
    counted = r"SELECT COUNT\(\*\) AS \"__count\""
    assert not any(re.match(counted, query["sql"]) for query in captured)


@pytest.mark.parametrize("moment", ["yesterday", "2026-01-01", "2026-01-01 12:00:00", "7"])
@pytest.mark.parametrize("path", ["tournaments/?", "matches/?until=2099-01-01&"])
def test_a_cursor_of_what_comes_by_time_is_a_moment(client, path, moment):
    cursor = b64encode(f"p={moment}".encode()).decode()

    assert client.get(f"/api/v1/{path}cursor={quote(cursor)}").status_code == 400


def test_a_page_by_number_is_refused_where_there_are_cursors(client):
    answer = client.get("/api/v1/matches/?page=2")

    assert answer.status_code == 400
    assert told(answer.json())["page"][0].startswith(
        "Unknown name; allowed are before, bot, cursor"
    )
