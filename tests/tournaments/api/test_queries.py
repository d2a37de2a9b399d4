from random import Random

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    play_all,
    tournament,
    variant,
)
from tournaments.models import Match, Tournament
from tournaments.services.tournaments import ladder

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LISTS = [
    "games/",
    "variants/",
    "leaderboards/",
    "leaderboards/{board}/ratings/",
    "leaderboards/{board}/ratings/first/1/history/",
    "players/",
    "bots/",
    "bots/?game=kalah",
    "bots/first/versions/",
    "tournaments/",
    "tournaments/autumn-cup/standings/",
    "tournaments/autumn-cup/matches/",
    "tournaments/autumn-cup/entries/",
    "matches/",
    "matches/?bot=first&game=kalah&tournament=autumn-cup",
    "matches/{match}/games/",
]


def queries(client):
    """How many queries each list takes in the world as it is, for whoever comes first."""
    cache.clear()
    match, board = Match.objects.first(), variant().slug
    client.get("/api/v1/tournaments/autumn-cup/standings/")  # which computes them
    counts = {}
    for path in LISTS:
        with CaptureQueriesContext(connection) as captured:
            response = client.get(f"/api/v1/{path.format(board=board, match=match.pk)}")
        assert response.status_code == 200
        counts[path] = len(captured)
    return counts


def test_no_list_takes_more_queries_when_there_is_more_to_tell(client, carol):
    staff = Client()
    staff.force_login(carol)
    first = VersionFactory(bot=BotFactory(name="First"))
    play_all(tournament([first, VersionFactory()]))
    check_match(first)
    few = [queries(reader) for reader in (client, staff)]

    check_match(VersionFactory(bot=first.bot))
    everyone = [first, *(VersionFactory() for _ in range(3))]
    Tournament.objects.update(name="Old", slug="old")
    play_all(tournament(everyone, games_per_pairing=4))

    assert [queries(reader) for reader in (client, staff)] == few
    assert max(max(counts.values()) for counts in few) <= 14


def test_games_of_a_ladder_are_not_counted_since_they_never_end(client):
    board = variant()
    board.ladder = True
    board.save()
    VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))

    (told,) = client.get("/api/v1/tournaments/").json()["results"]

    assert (told["format"], told["games"], told["settled"]) == ("ladder", None, None)


def test_lists_leave_records_and_logs_in_the_database(client):
    play_all(tournament([VersionFactory(), VersionFactory()]))

    with CaptureQueriesContext(connection) as captured:
        client.get("/api/v1/matches/")

    read = " ".join(query["sql"] for query in captured)
    assert '"tournaments_game"."reason"' in read
    assert '"tournaments_game"."record"' not in read
    assert '"tournaments_seat"."log"' not in read
