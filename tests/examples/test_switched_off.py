"""A game that an operator switches off keeps what was played, and shows nothing broken."""

import random
from datetime import UTC, datetime

import pytest
from django.core.cache import cache

import engine
from tournaments.models import Variant
from tournaments.services.house import opening
from tournaments.services.tournaments import ladder

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 8, 1, tzinfo=UTC)


@pytest.fixture
def board(switch):
    """A leaderboard of Nim, which is switched on."""
    switch("nim")
    row = Variant.objects.of(engine.parse_variant("nim"))
    row.name, row.slug, row.rated, row.ladder = "Nim", "nim", True, True
    row.save()
    return row


@pytest.fixture
def off(board, switch):
    """The same site, started without the game, after the time for which parts of pages are kept."""
    switch()
    cache.clear()
    return board


@pytest.mark.usefixtures("board")
def test_while_it_is_on_its_pages_are_there(client):
    for address in ("/leaderboards/nim/", "/games/nim/", "/games/nim/specification/"):
        assert client.get(address).status_code == 200, address
    assert "Nim" in client.get("/leaderboards/").content.decode()


@pytest.mark.usefixtures("off")
def test_while_it_is_off_its_pages_are_missing_and_nothing_fails(client):
    for address in ("/leaderboards/nim/", "/games/nim/", "/api/v1/leaderboards/nim/"):
        assert client.get(address).status_code == 404, address
    assert "Nim" not in client.get("/leaderboards/").content.decode()
    assert client.get("/play/").status_code == 200


@pytest.mark.usefixtures("off")
def test_its_ladder_rests(caplog):
    assert ladder.tend(now=NOW, rng=random.Random(1)) == 0
    assert "ladder-failed" not in caplog.text


def test_a_leaderboard_with_fewer_bots_than_sides_has_no_opening_tournament(switch):
    switch("nim")
    bots = opening.ensure_bots(now=NOW)[:2]

    held = opening.opening_tournaments(["nim", "nim(seats=6)"], bots, now=NOW)
    assert [tournament.variant.key for tournament in held] == ["nim"]


def test_it_keeps_its_rows(off):
    assert Variant.objects.get(pk=off.pk).rated
