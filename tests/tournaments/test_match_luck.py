"""The luck of a match's dice, from the housekeeping to the pages."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tournaments import tasks
from tournaments.models import Match
from tournaments.services import luck

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_games(monkeypatch):
    of_dice = luck.luck
    monkeypatch.setattr(luck, "luck", lambda variant, seed: of_dice(variant, seed, games=20))


def finished(key):
    play_all(tournament([VersionFactory(), VersionFactory()], key=key))
    return Match.objects.latest("pk")


def test_what_one_seat_has_the_other_lacks(client):
    match = finished("einstein")
    assert luck.compute_due(now=NOW) == 1
    match.refresh_from_db()
    one, other = match.luck["seats"]
    assert one == -other
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Luck of the dice" in page


def test_it_is_computed_once():
    finished("einstein")
    luck.compute_due(now=NOW)
    assert luck.compute_due(now=NOW) == 0


def test_where_nothing_is_thrown_there_is_none(client):
    match = finished("kalah")
    assert luck.compute_due(now=NOW) == 0
    assert "Luck of the dice" not in client.get(match.get_absolute_url()).content.decode()


def test_a_run_is_bounded_and_goes_on_the_next_time():
    for _match in range(2):
        finished("einstein")
    assert luck.compute_due(now=NOW, seconds=0) == 0
    assert luck.compute_due(now=NOW) == 2


def test_old_matches_are_left_without():
    finished("einstein")
    assert luck.compute_due(now=NOW + luck.BACK + timedelta(days=1)) == 0


def test_the_scheduled_task_computes_it(monkeypatch):
    asked = []
    monkeypatch.setattr(luck, "compute_due", lambda *, now: asked.append(now))
    tasks.compute_luck()
    assert len(asked) == 1


def test_the_api_tells_it(client):
    match = finished("einstein")
    luck.compute_due(now=NOW)
    told = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert set(told["luck"]) == {"seats", "errors"}
    assert told["opening"] == []
