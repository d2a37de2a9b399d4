"""The client on a running site, and beside the site's own description of its API."""

import re
from contextlib import nullcontext, suppress
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from agents import samples
from engine import record
from tests.tournaments.factories import BotFactory, VersionFactory, play_out, tournament
from tournaments.kit import client
from tournaments.kit.errors import Refused
from tournaments.models import Match

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
    (script,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

    exec(script.replace("http://127.0.0.1:8000", live_server.url), {})

    first, last = capsys.readouterr().out.splitlines()
    assert (first[0], last[0]) == ("1", "2")


def test_a_closed_tournament_is_entered_by_nobody(author, cup, alice):
    bot = BotFactory(owner=alice, name="Late")
    VersionFactory(bot=bot)

    with pytest.raises(Refused):
        author.enter(cup.slug, bot.slug)


def test_every_call_exists_in_the_description_of_the_api(author, cup, tmp_path, monkeypatch):
    file = tmp_path / "bot.py"
    file.write_bytes(samples.read("random"))
    sent = []
    send = httpx.Client.send
    monkeypatch.setattr(
        httpx.Client, "send", lambda self, one, **k: (sent.append(one), send(self, one, **k))[1]
    )
    match = Match.objects.get().pk
    calls = {
        "token": ("alice", PASSWORD),
        "bot": ("none",),
        "create_bot": ("Sower",),
        "upload": ("sower", file),
        "version": ("sower", 1),
        "tournament": (cup.slug,),
        "enter": (cup.slug, "sower"),
        "standings": (cup.slug,),
        "tournament_matches": (cup.slug,),
        "match": (match,),
        "game": (match, 1),
    }
    public = {name for name in vars(client.Client) if not name.startswith("_")}
    assert set(calls) == public - {"close", "about"}

    for name, arguments in calls.items():
        with suppress(Refused) if name in {"bot", "enter"} else nullcontext():
            found = getattr(author, name)(*arguments)
            next(found) if name == "tournament_matches" else None

    described = SchemaGenerator().get_schema(public=True)["paths"]
    patterns = {
        re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"): set(methods)
        for path, methods in described.items()
    }
    for one in sent:
        (methods,) = [known for path, known in patterns.items() if path.match(one.url.path)]
        assert one.method.lower() in methods


@pytest.mark.parametrize(
    ("kind", "component"),
    [
        (client.Bot, "Bot"),
        (client.Version, "Version"),
        (client.Tournament, "Tournament"),
        (client.Match, "Match"),
    ],
)
def test_what_the_kit_reads_is_what_the_api_describes(kind, component):
    schemas = SchemaGenerator().get_schema(public=True)["components"]["schemas"]

    assert set(kind.__annotations__) <= set(schemas[component]["properties"])
