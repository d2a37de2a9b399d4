"""Matches by cursors: whole, in order, and with as few rows read at the end as at the beginning."""

from base64 import b64encode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import VersionFactory, play_all, tournament
from tests.tournaments.problems import told

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


def test_a_page_by_number_is_refused_where_there_are_cursors(client):
    answer = client.get("/api/v1/matches/?page=2")

    assert answer.status_code == 400
    assert told(answer.json())["page"][0].startswith(
        "Unknown name; allowed are before, bot, cursor"
    )
