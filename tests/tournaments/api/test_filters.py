"""Lists of matches and tournaments are narrowed by what scripts look for."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_out, tournament
from tournaments.models import Match, Seat, Variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice, bob):
    """Greedy and Search at Kalah, with a crash of Search's; Greedy and Other at EinStein."""
    greedy, search, other = (
        VersionFactory(bot=BotFactory(name=name)) for name in ("Greedy", "Search", "Other")
    )
    kalah = tournament([greedy, search], organiser=alice, name="Kalah Cup")
    stones = tournament([greedy, other], organiser=alice, key="einstein", name="Stone Cup")
    rows = [play_out(cup.matches.get()) for cup in (kalah, stones)]
    crashed = Seat.objects.filter(version=search).first()
    crashed.fault = {"kind": "crash", "ply": 1, "summary": "It crashed.", "detail": ""}
    crashed.save()
    Variant.objects.filter(key="kalah").update(slug="kalah-6-3")
    for row, days in zip(rows, (0, 2), strict=True):
        Match.objects.filter(pk=row.pk).update(ended_at=NOW + timedelta(days=days))
    return rows


DAY = (NOW + timedelta(days=1)).date().isoformat()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [1, 0]),
        ({"variant": "kalah"}, [0]),
        ({"leaderboard": "kalah-6-3"}, [0]),
        ({"version": "greedy/1"}, [1, 0]),
        ({"version": "search/1"}, [0]),
        ({"version": "search/2"}, []),
        ({"bot": "greedy", "opponent": "other"}, [1]),
        ({"bot": "search", "opponent": "other"}, []),
        ({"bot": "search", "fault": "crash"}, [0]),
        ({"version": "search/1", "fault": "crash"}, [0]),
        ({"bot": "greedy", "fault": "crash"}, []),
        ({"bot": "search", "fault": "timeout"}, []),
        ({"since": DAY}, [1]),
        ({"until": DAY}, [0]),
        ({"since": f"{DAY}T00:00:00Z", "bot": "greedy"}, [1]),
    ],
)
def test_matches_are_narrowed(client, played, asked, found):
    answer = client.get("/api/v1/matches/", asked)

    assert answer.status_code == 200, answer.content
    assert [row["id"] for row in answer.json()["results"]] == [played[n].pk for n in found]


@pytest.mark.parametrize(
    ("asked", "field", "code"),
    [
        ({"fault": "crash"}, "fault", "required"),
        ({"bot": "greedy", "fault": "bad luck"}, "fault", "invalid_choice"),
        ({"version": "greedy"}, "version", "invalid"),
        ({"since": "soon"}, "since", "invalid"),
        ({"leaderboard": "none"}, "leaderboard", "does_not_exist"),
    ],
)
def test_a_filter_that_cannot_be_used_is_named(client, played, asked, field, code):
    answer = client.get("/api/v1/matches/", asked)

    assert answer.status_code == (404 if code == "does_not_exist" else 400)
    assert [(one["field"], one["code"]) for one in answer.json()["errors"]] == [(field, code)]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"variant": "kalah"}, ["Kalah Cup"]),
        ({"leaderboard": "kalah-6-3"}, ["Kalah Cup"]),
        ({"since": "2099-01-01"}, []),
        ({"until": "2099-01-01", "variant": "kalah"}, ["Kalah Cup"]),
    ],
)
def test_tournaments_are_narrowed(client, played, asked, names):
    answer = client.get("/api/v1/tournaments/", asked)

    assert [row["name"] for row in answer.json()["results"]] == names


def test_filters_ask_no_more_of_the_database_when_there_is_more(
    client, played, django_assert_max_num_queries
):
    asked = {"bot": "search", "fault": "crash", "variant": "kalah", "since": "2000-01-01"}

    with django_assert_max_num_queries(20):
        client.get("/api/v1/matches/", asked)
