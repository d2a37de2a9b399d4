"""The client on a running site, and beside the site's own description of its API."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from agents import samples
from engine import record
from tests.tournaments.factories import BotFactory, VersionFactory, play_out, tournament
from tournaments.kit import client
from tournaments.kit.errors import Refused
from tournaments.models import Match
from tournaments.services.people import accounts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("client-on-site")]

PAGE = (Path(settings.BASE_DIR) / "docs" / "13-kit.md").read_text()
PASSWORD = "cowrie shells 9"


@pytest.fixture
def author(live_server, alice):
    """Alice's client, with a token of hers."""
    alice.set_password(PASSWORD)
    alice.save()
    with client.Client(live_server.url) as site:
        token = site.token("alice", PASSWORD)
    with client.Client(live_server.url, token) as site:
        yield site


@pytest.fixture
def cup(alice, bob):
    """A tournament that has been played."""
    entrants = [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]
    row = tournament(entrants, organiser=bob)
    play_out(Match.objects.get())
    return row


def test_a_bot_is_made_and_uploaded(author, tmp_path):
    file = tmp_path / "bot.py"
    file.write_bytes(samples.read("greedy"))

    bot = author.create_bot("Sower", description="Sows far.")
    version = author.upload(bot["slug"], file, notes="The first.")

    assert (bot["slug"], version["number"], version["status"]) == ("sower", 1, "checking")
    assert author.version("sower", 1) == version
    assert author.upload("sower", file)["number"] == 1


def test_a_wrong_password_is_refused_in_words(live_server, alice):
    with client.Client(live_server.url) as site, pytest.raises(Refused) as caught:
        site.token("alice", "wrong")

    assert caught.value.status in {400, 401}
    assert "password" in str(caught.value)


def test_without_a_token_nothing_is_made(live_server):
    with client.Client(live_server.url) as site, pytest.raises(Refused) as caught:
        site.create_bot("Sower")

    assert (caught.value.status, caught.value.code) == (401, "not_authenticated")


def test_a_tournament_is_read_to_the_records_of_its_games(author, cup):
    shown = author.tournament(cup.slug)
    (match,) = author.tournament_matches(cup.slug)
    game = author.game(match["id"], match["games"][0]["number"])

    assert (shown["slug"], shown["entrants"]) == (cup.slug, 2)
    assert author.match(match["id"])["games"] == match["games"]
    assert [line["place"] for line in author.standings(cup.slug)] == [1, 2]
    assert record.verify(game["record"]).ok


def test_the_script_of_the_page_prints_the_standings(live_server, cup, capsys):
    _bot, script = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

    exec(script.replace("http://127.0.0.1:8000", live_server.url), {})

    first, last = capsys.readouterr().out.splitlines()
    assert (first[0], last[0]) == ("1", "2")


def test_a_closed_tournament_is_entered_by_nobody(author, cup, alice):
    bot = BotFactory(owner=alice, name="Late")
    VersionFactory(bot=bot)

    with pytest.raises(Refused):
        author.enter(cup.slug, bot.slug)


def test_ones_own_code_is_downloaded_and_a_strangers_is_not(author, alice, bob):
    own = VersionFactory(bot=BotFactory(owner=alice))
    other = VersionFactory(bot=BotFactory(owner=bob))

    code = author.archive(own.bot.slug, own.number)

    assert code == own.fetch_archive()
    with pytest.raises(Refused) as caught:
        author.archive(other.bot.slug, other.number)
    assert caught.value.code == "owner-reads-code"


def test_a_bot_is_changed_and_a_version_is_deleted_with_a_token_for_that(live_server, alice):
    version = VersionFactory(bot=BotFactory(owner=alice))
    slug = version.bot.slug
    token = accounts.make_token(alice, label="ci", now=timezone.now(), scopes=["bots"])

    with client.Client(live_server.url, token) as site:
        changed = site.change_bot(slug, description="Sows far.", open_to_all=False)
        site.delete_version(slug, version.number)
        left = list(site.versions(slug, status="accepted"))

    assert (changed["description"], changed["open_to_all"]) == ("Sows far.", False)
    assert left == []


def test_a_token_of_a_login_deletes_nothing(author, alice):
    version = VersionFactory(bot=BotFactory(owner=alice))

    with pytest.raises(Refused, match="the scope bots"):
        author.delete_version(version.bot.slug, version.number)


def test_the_logs_of_a_match_are_those_of_ones_own_bots(author, cup, alice):
    (match,) = author.tournament_matches(cup.slug)

    logs = author.logs(match["id"])

    assert {one["version"]["owner"] for one in logs} == {"alice"}
    assert [one["game"] for one in logs] == [game["number"] for game in match["games"]]


def test_ones_own_casual_games_are_listed_and_read(author, alice, bob):
    for owner, name in ((alice, "sower"), (bob, "reaper")):
        VersionFactory(bot=BotFactory(owner=owner, name=name, slug=name))

    made = author.challenge("kalah(seeds=4)", ["sower", "reaper/1"], time_control="rapid")

    assert [one["key"] for one in author.casual_games()] == [made["key"]]
    assert author.casual_game(made["key"]) == made
    with pytest.raises(Refused) as caught:
        author.casual_record(made["key"])
    assert caught.value.code == "not_over"


def test_an_analysis_that_nobody_has_asked_for_is_refused_in_words(author, cup):
    match = Match.objects.get().pk

    with pytest.raises(Refused, match="Nobody has asked for an analysis"):
        author.analysis(match, 1)


@pytest.mark.parametrize(
    ("kind", "component"),
    [
        (client.Bot, "Bot"),
        (client.Version, "Version"),
        (client.Tournament, "Tournament"),
        (client.Match, "Match"),
        (client.CasualGame, "CasualGame"),
        (client.Log, "Log"),
        (client.Analysis, "Analysis"),
    ],
)
def test_what_the_kit_reads_is_what_the_api_describes(kind, component):
    schemas = SchemaGenerator().get_schema(public=True)["components"]["schemas"]

    assert set(kind.__annotations__) <= set(schemas[component]["properties"])
