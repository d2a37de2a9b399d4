"""Every method of the client leads to an address of the API, and every address has its method."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from agents.inside import protocol
from tournaments.kit import client
from tournaments.kit.client import Client
from tournaments.kit.client.answers import fits
from tournaments.kit.errors import Unreachable

pytestmark = pytest.mark.xdist_group("schema")

PAGE = (Path(settings.BASE_DIR) / "docs" / "13-kit.md").read_text()


def call(*given, **named):
    """What a method is called with."""
    return given, named


CALLS = {
    "analysis": call(12, 1),
    "anomalies": call("kalah-6-3"),
    "archive": call("sower", 1),
    "bot": call("sower"),
    "bot_against": call("sower", "reaper"),
    "bot_quality": call("sower"),
    "bots": call(game="kalah", is_house=True, open_to_all=True, owner="alice"),
    "bye": call("cup", "sower", number=2, worth="half"),
    "casual_analysis": call("abc"),
    "cancel_tournament": call("cup"),
    "casual_game": call("abc"),
    "casual_games": call(),
    "casual_record": call("abc"),
    "act": call("sower", "abc", 3, "A"),
    "create_remote_bot": call("Sower", description="Far away."),
    "register_version": call("sower", "one", ["kalah"], notes="New."),
    "remote_bots": call(),
    "remote_stream": call("sower", at_once=2),
    "resign_game": call("sower", "abc"),
    "challenge": call("kalah", ["sower", "reaper"], time_control="rapid"),
    "change_bot": call(
        "sower", description="", open_to_all=True, on_ladders=True, on_open_ladders=True
    ),
    "check_again": call("sower", 1),
    "choose_notices": call("failure", site=True, mail=True, webhook=False, feed=False),
    "club": call("school"),
    "club_members": call("school"),
    "club_ratings": call("school", "kalah-6-3"),
    "club_results": call("school"),
    "club_tournaments": call("school"),
    "clubs": call(),
    "compare": call("kalah-6-3", "sower", 1, "reaper", 2),
    "compute_fit": call("kalah-6-3"),
    "create_bot": call("Sower"),
    "delete_bot": call("sower"),
    "delete_version": call("sower", 1),
    "enter": call("cup", "sower"),
    "entries": call("cup"),
    "extend_tournament": call("cup"),
    "fit": call("kalah-6-3"),
    "game": call(12, 1),
    "game_facts": call("kalah"),
    "game_files": call("kalah-6-3"),
    "games": call(),
    "games_of": call(12),
    "games_of_leaderboard": call("kalah-6-3"),
    "hide_bot": call("sower"),
    "hide_version": call("sower", 1),
    "hold": call("Cup", "kalah", format="swiss", entrants=["sower"], games_per_pairing=2),
    "join_club": call("abc"),
    "leaderboard": call("kalah-6-3"),
    "leaderboards": call(game="kalah"),
    "leave": call("cup", "sower"),
    "limits": call(),
    "logs": call(12),
    "make_feed": call(),
    "match": call(12),
    "matches": call(
        bot="sower",
        opponent="reaper",
        version="sower/1",
        game="kalah",
        variant="kalah",
        leaderboard="kalah-6-3",
        tournament="cup",
        status="finished",
        fault="crash",
        since="2026-11-21",
        until="2026-11-22",
    ),
    "notice_choices": call(),
    "notices": call(unread=True),
    "pause_tournament": call("cup"),
    "player": call("alice"),
    "players": call(),
    "preview": call("kalah", format="swiss", count=12),
    "publish": call("sower", 1),
    "rating_history": call("kalah-6-3", "sower", 1),
    "ratings": call("kalah-6-3", bot="sower", owner="alice"),
    "read_notice": call(7),
    "read_notices": call(),
    "remove_feed": call(),
    "remove_webhook": call(),
    "renew_webhook_key": call(),
    "results": call("cup", "csv"),
    "resume_tournament": call("cup"),
    "resume_version": call("sower", 1),
    "send_test_notice": call(),
    "set_people": call("cup", invited=["bob"], co_organisers=[]),
    "set_webhook": call("https://ci.example.org/kauri"),
    "show_bot": call("sower"),
    "show_version": call("sower", 1),
    "standings": call("cup"),
    "start_tournament": call("cup"),
    "every_series": call(),
    "series": call("fridays"),
    "series_standings": call("fridays"),
    "start_trial": call(
        "sower",
        2,
        against=1,
        variant="kalah-6-3",
        bot="sower",
        time_control="bullet",
        elo1=30,
        most_pairs=400,
        replaces=True,
    ),
    "stop_trial": call(1),
    "token": call("alice", "cowrie shells 9"),
    "tournament": call("cup"),
    "tournament_matches": call(
        "cup",
        bot="sower",
        opponent="reaper",
        version="sower/1",
        status="finished",
        fault="crash",
        since="2026-11-21",
        until="2026-11-22",
    ),
    "tournaments": call(
        bot="sower",
        game="kalah",
        leaderboard="kalah-6-3",
        organiser="alice",
        since="2026-11-21",
        status="finished",
        until="2026-11-22",
        variant="kalah",
    ),
    "trial": call(1),
    "trial_outlook": call(elo1=30, most_pairs=400),
    "trials": call(),
    "unpublish": call("sower", 1),
    "upload": call("sower", Path(__file__), notes="New.", held_back=True),
    "variants": call(game="kalah", rated=True),
    "verify": call(12, commitment="ab" * 32),
    "version": call("sower", 1),
    "version_against": call("sower", 1, "reaper", 2),
    "versions": call("sower", status="accepted"),
    "void": call(12, 1, reason="The host failed."),
    "webhook": call(),
    "webhook_deliveries": call(),
    "withdraw": call("cup", "sower"),
    "workers": call(),
}
"""By method, what it is called with: all that the address can be told."""

WITHOUT = {
    ("GET", "/api/v1/"),
    ("GET", "/api/v1/problems/"),
    ("GET", "/api/v1/problems/{problem}/"),
    ("GET", "/live/matches/{id}/"),
}
"""What every client asks first, what tells of errors, and a stream that is no single answer."""

ABOUT = {"version": "0.1.0", "protocol": protocol.VERSION}
"""What the site says of itself. All else that it says here is nothing that a method can read."""


@pytest.fixture(scope="module")
def schema():
    """The site's own description of the API."""
    return SchemaGenerator().get_schema(public=True)


@pytest.fixture(scope="module")
def operations(schema):
    """What it describes, by method and address."""
    return {
        (method.upper(), path): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def sent_by(name):
    """The request that a method sends, after the one that asks for the protocol."""
    given, named = CALLS[name]
    sent = []

    def answer(request):
        request.read()
        sent.append(request)
        return httpx.Response(200, json=None if len(sent) > 1 else ABOUT)

    transport = httpx.MockTransport(answer)
    with Client("http://site", "secret", transport=transport) as site, suppress(Unreachable):
        found = getattr(site, name)(*given, **named)
        if isinstance(found, Iterator):
            list(found)
    return sent[-1]


def operation_of(request, operations):
    """The method and the address of the description that a request is for."""
    fitting = [
        (method, path)
        for method, path in operations
        if method == request.method
        and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path)
    ]
    # bots/{slug}/, and not tournaments/{slug}/ for tournaments/preview/.
    return min(fitting, key=lambda one: one[1].count("{"), default=None)


def test_every_method_is_called_here_and_stands_in_the_table_of_the_page():
    public = {name for name in dir(Client) if not name.startswith("_")}
    rows = re.findall(r"^\| [a-z ]+ \| (`.+`) \|$", PAGE, re.MULTILINE)

    assert set(CALLS) == public - {"about", "close"}
    assert {name.strip("`") for row in rows for name in row.split()} == public - {"close"}


@pytest.mark.parametrize("name", sorted(CALLS))
def test_what_a_method_sends_is_what_the_api_describes(name, schema, operations):
    request = sent_by(name)
    found = operation_of(request, operations)

    assert found is not None, f"{request.method} {request.url.path}"
    known = {one["name"] for one in operations[found].get("parameters", ()) if one["in"] == "query"}
    assert set(request.url.params) <= known | {"page"}
    if request.headers.get("Content-Type") == "application/json":
        assert set(json.loads(request.content)) <= fields(schema, operations[found])


def fields(schema, operation):
    """The fields of the bodies that an operation takes."""
    bodies = operation.get("requestBody", {"content": {}})["content"].values()
    names = [body["schema"]["$ref"].rpartition("/")[2] for body in bodies]
    return {
        field for name in names for field in schema["components"]["schemas"][name]["properties"]
    }


def test_every_address_of_the_api_has_a_method(operations):
    reached = {operation_of(sent_by(name), operations) for name in CALLS}

    assert set(operations) - reached == WITHOUT


KINDS = {
    "Analysis": client.Analysis, "Bot": client.Bot, "CasualGame": client.CasualGame,
    "GameWithRecord": client.Game, "Log": client.Log, "Match": client.Match,
    "Standing": client.Standing, "Tournament": client.Tournament, "Version": client.Version,
}  # fmt: skip


def examples(part, schema):
    """Values of what the description tells of a member: one, and null where it may be that."""
    if part.get("nullable"):
        yield None
    refs = [
        one["$ref"]
        for one in [part, *part.get("allOf", ()), *part.get("oneOf", ())]
        if "$ref" in one
    ]
    for ref in refs:
        yield from examples(schema["components"]["schemas"][ref.rpartition("/")[2]], schema)
    if "enum" in part:
        yield from part["enum"]
    elif part.get("type") == "object":
        yield {
            name: next(examples(one, schema)) for name, one in part.get("properties", {}).items()
        }
    elif part.get("type") == "array":
        yield [*examples(part["items"], schema)]
    elif "type" in part:
        yield {"string": "a", "integer": 1, "number": 1.5, "boolean": True}[part["type"]]


@pytest.mark.parametrize("name", KINDS)
def test_what_the_kit_expects_is_what_the_api_describes(name, schema):
    members = schema["components"]["schemas"][name]["properties"]
    whole = {member: next(examples(part, schema), None) for member, part in members.items()}

    odd = [
        f"{member}: {value!r}"
        for member, part in members.items()
        for value in examples(part, schema)
        if not fits(whole | {member: value}, KINDS[name])
    ]

    assert odd == []
