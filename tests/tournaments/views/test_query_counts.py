"""How many queries a page takes: as many for much as for little."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Match, Tournament
from tournaments.services.ratings import fits
from tournaments.services.tournaments import ladder

pytestmark = pytest.mark.django_db

MOST = 20
PAGES = {
    "home": [],
    "leaderboards": [],
    "bots": [],
    "tournaments": [],
    "bot": ["first"],
    "leaderboard": ["test-1"],
    "tournament": ["ladder-kalah"],
}


@pytest.fixture
def board():
    """A leaderboard with a ladder."""
    row = variant("kalah")
    row.slug, row.ladder = "test-1", True
    row.save()
    return row


def _play(board, versions, name):
    play_all(tournament(versions, name=name, games_per_pairing=4))
    ladder.tend(now=NOW, rng=Random(1))
    Tournament.objects.ladders().update(slug="ladder-kalah")
    for match in Match.objects.filter(tournament__format="ladder", status="queued"):
        play_out(match)
    ladder.tend(now=NOW, rng=Random(2))
    fits.compute(board, now=NOW)


def _queries(client):
    found = {}
    for name, args in PAGES.items():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse(name, args=args)).status_code == 200
        found[name] = len(captured)
    return found


def test_a_page_takes_as_many_queries_however_much_was_played(client, alice, board):
    client.force_login(alice)
    bot = BotFactory(name="First", slug="first")
    others = [VersionFactory() for _ in range(2)]
    _play(board, [VersionFactory(bot=bot), *others], "First Cup")
    few = _queries(client)

    more = [VersionFactory(bot=bot), *others, *(VersionFactory() for _ in range(4))]
    _play(board, more, "Second Cup")
    many = _queries(client)

    # A page that is filled asks for nothing more to fill it with.
    assert all(many[name] <= few[name] for name in PAGES), (few, many)
    assert max(many.values()) <= MOST
