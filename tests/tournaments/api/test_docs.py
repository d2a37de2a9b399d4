"""The pages of the API are right: examples run, and routes and limits are the real ones."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from agents import samples
from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_out, tournament
from tournaments.api import pagination
from tournaments.models import Match, Player
from tournaments.services.bots import uploads
from tournaments.services.house import opening
from tournaments.services.people import accounts
from tournaments.services.tournaments import lifecycle

DOCS = Path(settings.BASE_DIR) / "docs"
TEXT = (DOCS / "60-api.md").read_text()
LIST = (DOCS / "62-routes.md").read_text()
EXAMPLES = re.findall(r"```sh\n(.*?)```\n(?:```json\n(.*?)```\n)?", TEXT, re.DOTALL)
ROUTES = re.findall(r"^\| `(GET|PATCH|POST) ([^`]*)` \| .* \|(.*)\|$", LIST, re.MULTILINE)
HOST = "http://127.0.0.1:8000"
ANYTHING = "..."


@pytest.fixture
def world(alice, bob, tmp_path, monkeypatch):
    """Alice with a password and a bot.py, and the Autumn Cup, played out."""
    alice.set_password("cowrie shells 9")
    alice.save()
    opening.ensure_variants()
    entrants = [
        VersionFactory(bot=BotFactory(owner=owner, name=name, is_house=name == "Greedy"))
        for owner, name in ((alice, "Greedy"), (bob, "Search"))
    ]
    tournament(entrants, organiser=alice)
    play_out(Match.objects.get())
    lifecycle.advance(now=NOW)
    (tmp_path / "bot.py").write_bytes(samples.read("greedy"))
    monkeypatch.chdir(tmp_path)


def run(client, command):
    """What a curl command of the page gets from the site: the status and the JSON."""
    alice = Player.objects.get(username="alice")
    token = accounts.make_token(alice, label="docs", now=timezone.now())
    command = command.replace("$TOKEN", token)
    command = command.replace("/matches/1/", f"/matches/{Match.objects.first().pk}/")
    word, *arguments = shlex.split(command)
    assert word == "curl"
    url, headers, data = None, {}, None
    while arguments:
        argument = arguments.pop(0)
        if argument == "-H":
            name, value = arguments.pop(0).split(": ")
            headers[name] = value
        elif argument == "-d":
            data = json.loads(arguments.pop(0))
        elif argument == "-F":
            field, path = arguments.pop(0).split("=@")
            data = {field: SimpleUploadedFile(path, Path(path).read_bytes())}
        else:
            url = argument.removeprefix(HOST)
    response = _send(client, url, headers, data)
    return response.status_code, response.json()


def _send(client, url, headers, data):
    if data is None:
        return client.get(url, headers=headers)
    content_type = headers.pop("Content-Type", None)
    options = {"content_type": content_type} if content_type else {}
    return client.post(url, data, headers=headers, **options)


def differences(told, real, where="answer"):
    """Where the shape of a real answer is not the one that the page tells."""
    if told == ANYTHING:
        return []
    if isinstance(told, dict) and isinstance(real, dict):
        named = [f"{where}.{name}" for name in sorted(set(told) ^ set(real))]
        shared = [differences(told[n], real[n], f"{where}.{n}") for n in told if n in real]
        return named + [one for many in shared for one in many]
    if isinstance(told, list) and isinstance(real, list):
        return differences(told[0], real[0], f"{where}[0]") if told and real else []
    same = told is None or real is None or type(told) is type(real)
    return [] if same else [f"{where}: {told!r} is not {real!r}"]


@pytest.mark.django_db
def test_the_examples_work_one_after_the_other(client, world):
    statuses = []
    for command, told in EXAMPLES:
        status, real = run(client, command)
        statuses.append(status)
        assert not told or differences(json.loads(told), real) == [], command

    assert statuses == [200, 201, 201, 201, 200, 200, 201, 200, 201] + [200] * 7 + [400]


@pytest.mark.django_db
def test_a_wrong_name_gets_exactly_the_answer_that_is_told(client, world):
    command, told = EXAMPLES[-1]

    assert run(client, command) == (400, json.loads(told))


def test_an_answer_of_another_shape_is_seen():
    told = {"same": 1, "kind": 1, "gone": None, "rows": [{"old": 1}]}
    real = {"same": 2, "kind": "x", "rows": [{"new": 1}], "added": None}

    assert differences(told, real) == [
        "answer.added",
        "answer.gone",
        "answer.kind: 1 is not 'x'",
        "answer.rows[0].new",
        "answer.rows[0].old",
    ]


def test_every_route_is_told_with_its_parameters():
    root = reverse("api:root")
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    real = {
        (method.upper(), path.removeprefix(root)): {
            parameter["name"]
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "query"
            and parameter["name"] not in {"cursor", "page", "page_size"}
        }
        for path, methods in paths.items()
        if path.startswith(root)
        for method, operation in methods.items()
    }

    # The last cell of a step has its scopes.
    told = {
        (method, path): set(re.findall("`([a-z0-9_]+)`", names if method == "GET" else ""))
        for method, path, names in ROUTES
    }

    assert told == real | {("GET", "schema/"): set(), ("GET", "docs/"): set()}


def test_the_limits_told_are_those_that_are_set():
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].values()
    largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20

    assert re.findall(r"^\| .* \| (\d+/\w+) \|$", TEXT, re.MULTILINE) == list(rates)
    assert f"(1 to {pagination.MAX_PAGE_SIZE}, {settings.REST_FRAMEWORK['PAGE_SIZE']} by" in LIST
    assert f"more than {largest} MiB (an upload may have 10 MiB)" in TEXT
    assert f"at most {uploads.MAX_UNCHECKED} may wait" in TEXT
