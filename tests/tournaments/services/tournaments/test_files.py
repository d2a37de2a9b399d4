"""Files of all games of large tournaments that are over are made once, and never tell what was."""

import gzip
import json
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    as_player,
    play_to_the_end,
    tournament,
)
from tournaments import dispatch
from tournaments.models import Game, ResultFile
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import files, tables
from tournaments.services.upkeep import retention

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch):
    monkeypatch.setattr(files, "LARGE", 1)


def over(player, name="Autumn Cup", count=3):
    versions = [VersionFactory(bot=BotFactory(owner=player)) for _ in range(count)]
    row = tournament(versions, organiser=player, name=name)
    return play_to_the_end(row, strengths={one: n for n, one in enumerate(versions)})


@pytest.fixture
def cup(alice):
    return over(alice)


@pytest.fixture
def made(cup):
    """The tournament, after a worker has looked what is wanted."""
    assert tables.compute_wanted(now=NOW) == 1
    return cup


def ask(client, row, kind="json", **headers):
    return client.get(reverse("tournament-export", args=[row.slug, kind]), headers=headers)


def void_one(row, staff):
    games = Game.objects.filter(match__tournament=row)[:1]
    voiding.void(games, player=staff, reason="A fault of the host.", now=NOW)


def test_the_end_of_a_tournament_asks_for_its_files(made):
    assert sorted(made.files.values_list("kind", flat=True)) == ["json", "jsonl", "pgn"]
    assert not tables.are_wanted()


def test_a_file_is_what_is_sent_without_it(client, cup):
    sent = {kind: ask(client, cup, kind).getvalue() for kind in ("json", "jsonl", "pgn")}

    tables.compute_wanted(now=NOW)

    assert {kind: ask(client, cup, kind).getvalue() for kind in sent} == sent
    assert json.loads(sent["json"])["url"] == "http://localhost:8000/tournaments/autumn-cup/"


def test_a_file_comes_compressed_to_whoever_understands_that(client, made):
    plain = ask(client, made)
    packed = ask(client, made, **{"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.getvalue()) == plain.getvalue()
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]


def test_its_hash_is_its_tag(client, made):
    (file,) = made.files.filter(kind="json")

    answers = [
        ask(client, made, **{"If-None-Match": tag})
        for tag in (f'"{file.sha256}"', f'W/"{file.sha256}"', '"another"')
    ]

    assert [one.status_code for one in answers] == [304, 304, 200]
    assert answers[2]["ETag"] == f'"{file.sha256}"'
    answers[2].close()


@pytest.mark.once
def test_a_file_takes_as_many_queries_however_many_games(client, alice, django_assert_num_queries):
    for count in (2, 5):
        row = over(alice, name=f"Cup of {count}", count=count)
        tables.compute_wanted(now=NOW)
        with django_assert_num_queries(2):
            ask(client, row).getvalue()


def test_a_voided_game_makes_the_file_again(client, made, carol):
    before = json.loads(ask(client, made).getvalue())

    void_one(made, carol)
    streamed = json.loads(ask(client, made).getvalue())
    assert tables.compute_wanted(now=NOW) == 1
    stored = ask(client, made)

    assert len(before["games"]) - 1 == len(streamed["games"])
    assert json.loads(stored.getvalue()) == streamed
    assert stored["ETag"].strip('"') == made.files.get(kind="json").sha256


def test_a_new_name_makes_the_file_again(client, made, admin_client, alice):
    bot = made.entries.first().version.bot
    forms = {"versions-TOTAL_FORMS": 0, "versions-INITIAL_FORMS": 0}
    named = {"name": "Renamed", "look": bot.look, "description": "", "ban_reason": ""}
    admin_client.post(reverse("admin:tournaments_bot_change", args=[bot.pk]), forms | named)
    assert "Renamed" in ask(client, made).getvalue().decode()

    tables.compute_wanted(now=NOW)
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    named = {"username": "alicia", "is_active": "on"}
    admin_client.post(reverse("admin:tournaments_player_change", args=[alice.pk]), joined | named)

    assert "alicia" in ask(client, made).getvalue().decode()


def test_a_game_that_is_voided_meanwhile_leaves_no_file(cup, carol, monkeypatch):
    tables.compute(cup, now=NOW)
    pack = files.stored_files.pack

    def voided_meanwhile(target, pieces):
        digest = pack(target, pieces)
        void_one(cup, carol)
        return digest

    monkeypatch.setattr(files.stored_files, "pack", voided_meanwhile)
    table = tables.current(cup, now=NOW)

    assert files.make(cup, table, now=NOW) == 0
    assert not cup.files.exists()


def test_a_running_tournament_and_a_small_one_have_no_file(alice, cup, monkeypatch):
    running = tournament([VersionFactory(), VersionFactory()], organiser=alice, name="New Cup")
    assert files.make(running, tables.compute(running, now=NOW), now=NOW) == 0

    monkeypatch.setattr(files, "LARGE", 100)
    assert files.make(cup, tables.compute(cup, now=NOW), now=NOW) == 0


def test_a_file_that_the_storage_has_lost_is_made_again(
    client, made, sent, django_capture_on_commit_callbacks
):
    text = ask(client, made).getvalue()
    for file in made.files.all():
        default_storage.delete(file.content.name)

    with django_capture_on_commit_callbacks(execute=True):
        streamed = ask(client, made).getvalue()
    assert dispatch.TABLES in sent
    tables.compute_wanted(now=NOW)

    assert streamed == text
    assert ask(client, made).getvalue() == text
    assert default_storage.exists(made.files.get(kind="json").content.name)


def test_a_file_that_a_later_one_replaced_goes_after_a_day(made, carol):
    first = ResultFile.objects.get(kind="json").content.name
    void_one(made, carol)
    tables.compute_wanted(now=NOW)

    retention.prune(now=timezone.now())
    assert default_storage.exists(first)
    retention.prune(now=timezone.now() + timedelta(days=2))

    assert not default_storage.exists(first)
    assert default_storage.exists(ResultFile.objects.get(kind="json").content.name)


def test_a_file_of_a_private_tournament_is_for_those_who_may_see_it(client, made, alice):
    made.access = "private"
    made.save()

    assert ask(client, made).status_code == 404
    assert client.get(f"/api/v1/tournaments/{made.slug}/results/json/").status_code == 404
    own = client.get(f"/api/v1/tournaments/{made.slug}/results/json/", **as_player(alice))
    assert own.getvalue()
