"""Each month's rated games of a leaderboard become one file, which nothing changes later."""

import gzip
import io
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

import tournaments
from agents.learning import published
from engine import record
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    exported,
    play_all,
    tournament,
)
from tournaments.models import Game, GameFile, Version
from tournaments.queries.games import game_lines
from tournaments.services.ratings import voiding
from tournaments.services.upkeep import game_files, retention

pytestmark = pytest.mark.django_db

MONTH_END = (NOW.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + timedelta(32)).replace(
    day=1
)
DUE = MONTH_END + timedelta(days=1)


def make_once():
    """A cup of three bots that is over, and a member of the staff."""
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Otto", "Ella")]
    return play_all(tournament(versions)), PlayerFactory(is_staff=True)


@pytest.fixture
def cup(made):
    return made[0]


@pytest.fixture
def staff(made):
    return made[1]


def content(file):
    with file.content.storage.open(file.content.name) as stored:
        return stored.read()


def complete():
    return GameFile.objects.get(until=None)


def told(file):
    return [json.loads(line) for line in gzip.decompress(content(file)).splitlines()]


def card(client, file):
    return client.get(reverse("data-card-file", args=[file.variant.slug, file.stem])).text


def void(game, staff, now):
    voiding.void([game], player=staff, reason="A fault of the host.", now=now)


def test_a_month_is_published_when_it_is_over_for_a_day(cup):
    game_files.publish(now=DUE - timedelta(seconds=1))
    assert not GameFile.objects.filter(until=None).exists()
    game_files.publish(now=DUE)
    assert game_files.publish(now=DUE) == 0

    heading, *games = told(complete())
    assert heading["month"] == f"{NOW:%Y-%m}"
    assert heading["variant"] == "kalah"
    assert heading["license"] == "CC-BY-4.0"
    assert [(one["match"], one["number"]) for one in games] == list(
        Game.objects.order_by("ended_at", "pk").values_list("match", "number")
    )
    bots = {f"bot-{pk}/1" for pk in Version.objects.values_list("bot", flat=True)}
    assert {bot for one in games for bot in one["bots"]} == bots
    assert all(record.verify(one["record"]).ok and one["record"]["dice"]["seed"] for one in games)


def test_the_running_month_is_published_up_to_midnight_and_marked(cup, client):
    late = Game.objects.order_by("ended_at").last()
    midnight = NOW.replace(hour=0) + timedelta(days=2)
    Game.objects.filter(pk=late.pk).update(ended_at=midnight)

    made = [game_files.publish(now=midnight + timedelta(hours=hours)) for hours in (2, 3, 26)]

    assert made == [1, 0, 1]
    file = GameFile.objects.get()
    heading, *games = told(file)
    assert len(games) == file.games == Game.objects.count()
    assert file.until == midnight + timedelta(days=1)
    assert heading["until"] == f"{file.until:%Y-%m-%dT%H:%M:%SZ}"
    assert file.name.endswith(f"{NOW:%Y-%m}-partial.jsonl.gz")
    assert client.get(file.get_absolute_url())["Cache-Control"] == "public, no-cache"
    assert "This month is not complete." in card(client, file)


@pytest.fixture
def nights(cup):
    """A cup whose first four games ended on a day, and whose last two on the next one."""
    midnight = NOW.replace(hour=0) + timedelta(days=2)
    for number, game in enumerate(Game.objects.order_by("pk")):
        ended_at = midnight + timedelta(days=number // 4, minutes=number)
        Game.objects.filter(pk=game.pk).update(ended_at=ended_at)
    return [midnight + timedelta(days=days, hours=2) for days in range(1, 4)]


@pytest.fixture
def lines(monkeypatch):
    """The games that were written, in a list."""
    written, line = [], game_lines._line
    monkeypatch.setattr(
        game_lines, "_line", lambda game, versions: written.append(game.pk) or line(game, versions)
    )
    return written


def told_games():
    return told(GameFile.objects.get())[1:]


def test_a_night_writes_its_own_games_and_takes_over_those_of_earlier_ones(nights, lines):
    first, second, third = nights
    game_files.publish(now=first)
    game_files.publish(now=second)
    before, lines[:] = told_games(), []

    game_files.publish(now=third)

    assert lines == list(Game.objects.order_by("pk").values_list("pk", flat=True)[4:])
    assert told_games() == before
    assert GameFile.objects.get().games == 6
    GameFile.objects.all().delete()
    game_files.publish(now=third)
    assert told_games() == before


def test_what_is_voided_or_entered_late_is_not_taken_over(nights, lines, staff):
    first, second, third = nights
    late = Game.objects.order_by("pk").first()
    Game.objects.filter(pk=late.pk).update(unrated_reason="daily-cap")
    game_files.publish(now=first)
    game_files.publish(now=second)
    assert len(told_games()) == 5

    Game.objects.filter(pk=late.pk).update(unrated_reason="")
    void(Game.objects.order_by("pk")[1], staff, second + timedelta(hours=1))
    game_files.publish(now=third)

    games = told_games()
    assert len(games) == GameFile.objects.get().games == 5
    assert (games[0]["match"], games[0]["number"]) == (late.match_id, late.number)


@pytest.mark.parametrize("left", [None, b"half"])
def test_a_file_that_is_gone_or_half_written_is_written_again(left, nights):
    game_files.publish(now=nights[1])
    before, name = told_games(), GameFile.objects.get().content.name
    default_storage.delete(name)
    if left is not None:
        default_storage.save(name, ContentFile(left))

    game_files.publish(now=nights[2])

    assert told_games() == before


def test_a_card_beside_each_file_says_what_is_in_it_and_how_to_cite_it(cup, client):
    game_files.publish(now=DUE)
    file = complete()
    page = client.get(reverse("data-card", args=[file.variant.slug, file.stem])).text
    (listed,) = [
        one
        for one in client.get(f"/api/v1/leaderboards/{file.variant.slug}/files/").json()["results"]
        if one["until"] is None
    ]

    assert file.sha256 in page
    for part in (file.sha256, "CC BY 4.0", listed["citation"], listed["bibtex"]):
        assert part in card(client, file)
    assert listed["card"].endswith(f"{file.stem}.md")
    for part in (
        "testserver",
        f"{NOW:%Y-%m}",
        file.sha256[:12],
        f"Kauri {tournaments.__version__}",
    ):
        assert part in listed["citation"]
        assert part in listed["bibtex"]
    assert "not complete" not in card(client, file)
    fields = set(re.findall(r"`(\w+)`", card(client, file).partition("## Fields")[2]))
    assert fields == set(told(file)[1]) - {"kind"}


def test_a_file_that_never_changes_names_nobody(cup):
    game_files.publish(now=DUE)

    text = json.dumps(told(complete()))
    assert not any(name in text for name in ("Anna", "Otto", "Ella", "anna", "otto", "ella"))


def test_games_that_are_not_rated_are_in_no_file(cup):
    Game.objects.filter(pk=Game.objects.first().pk).update(unrated_reason="daily-cap")

    game_files.publish(now=DUE)

    assert complete().games == 5


def test_a_game_voided_within_its_month_is_left_out_and_one_voided_later_is_withdrawn(cup, staff):
    early, late, *_rest = Game.objects.order_by("pk")
    void(early, staff, NOW)
    void(late, staff, MONTH_END)

    game_files.publish(now=MONTH_END + timedelta(days=40))

    later, first = GameFile.objects.filter(until=None).order_by("-month")
    assert (first.games, first.withdrawn) == (5, 0)
    assert (later.games, later.withdrawn) == (0, 1)
    assert told(later)[1] == {
        "kind": "withdrawn", "match": late.match_id, "number": late.number,
        "month": f"{NOW:%Y-%m}", "voided_at": f"{MONTH_END:%Y-%m-%dT%H:%M:%SZ}",
        "reason": "A fault of the host.",
    }  # fmt: skip


def test_a_file_that_is_published_stays_as_it_is_whatever_comes_later(cup, staff):
    game_files.publish(now=DUE)
    before = content(complete())
    void(Game.objects.first(), staff, DUE)

    game_files.publish(now=DUE + timedelta(days=1))
    retention.prune(now=DUE + timedelta(days=3))

    assert content(complete()) == before


def test_a_file_that_nobody_published_is_pruned(cup):
    game_files.publish(now=DUE)
    name = complete().content.name
    GameFile.objects.all().delete()

    retention.prune(now=datetime.now(UTC) + timedelta(days=2))

    assert not default_storage.exists(name)


def test_the_number_of_queries_does_not_grow_with_the_games(cup, django_assert_max_num_queries):
    with django_assert_max_num_queries(24):
        game_files.publish(now=DUE)


def test_the_kit_reads_what_is_published_and_leaves_out_what_is_withdrawn(
    cup, staff, client, tmp_path
):
    void(Game.objects.first(), staff, MONTH_END)
    game_files.publish(now=MONTH_END + timedelta(days=40))
    slug = GameFile.objects.first().variant.slug
    for file in GameFile.objects.all():
        (tmp_path / file.name).write_bytes(content(file))
    listed = client.get(reverse("game-file-sums", args=[slug]))
    (tmp_path / "SHA256SUMS").write_bytes(listed.content)

    games = list(published.games(published.verify(tmp_path)))

    assert len(games) == 5
    assert all(list(published.states(one))[-1].is_terminal() for one in games)
    download = client.get(reverse("api:game-file-games", args=[slug])).getvalue()
    assert list(published.games_of_months(io.BytesIO(download))) == games


def test_a_tournaments_games_with_all_moves_are_one_download(cup, client):
    heading, *games = map(json.loads, exported(cup, "jsonl").splitlines())

    assert heading["tournament"] == cup.slug
    assert {bot for one in games for bot in one["bots"]} == {"anna/1", "otto/1", "ella/1"}
    assert [one["match"] for one in games] == sorted(one["match"] for one in games)
    assert all(record.verify(one["record"]).ok for one in games)
    assert len(games) == 6
    page = client.get(reverse("tournament-export", args=[cup.slug, "jsonl"]))
    assert page.headers["Content-Type"] == "application/jsonl; charset=utf-8"
