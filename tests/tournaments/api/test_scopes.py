"""A token does no more than its scopes say; whoever has a session does all."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.factories import as_player
from tests.tournaments.permissions import BODIES, TABLE
from tests.tournaments.worlds import address, furnish, population
from tournaments.api.resources import Endpoint
from tournaments.models import Scope
from tournaments.services.people import accounts

pytestmark = pytest.mark.django_db

PATCHED = {("PATCH", f"api/v1/{kind}/<slug:slug>/") for kind in ("bots", "courses")}
"""The steps that are no POST."""

STEPS = [
    (method, route)
    for route, methods in TABLE.items()
    for method in ("PATCH", "POST")
    if route.startswith("api/v1/")
    if (method in methods and route != "api/v1/token/") or (method, route) in PATCHED
]
PAGE = (Path(settings.BASE_DIR) / "docs" / "62-routes.md").read_text()
DOCUMENTED = {
    (method, f"api/v1/{path}"): set(re.findall(r"`(\w+)`", scopes))
    for method, path, scopes in re.findall(
        r"^\| `(PATCH|POST) ([^`]*)` \| .* \| ((?:`\w+`(?: or )?)+) \|$", PAGE, re.MULTILINE
    )
}
"""The scopes of which a step needs one, as the page says."""


@pytest.fixture
def values(monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_asked: True)
    people = population()
    return furnish(people), people["owner"]


def plainly(route):
    """The route as the page writes it."""
    return re.sub(r"<\w+:(\w+)>", r"{\1}", route).replace("{pk}", "{id}")


def refused(method, route, values, player, scopes):
    """Whether a token with these scopes is refused for them."""
    token = accounts.make_token(player, label="ci", now=timezone.now(), scopes=scopes)
    body = BODIES.get((route, method), {})
    answer = Client(raise_request_exception=False).generic(
        method,
        address(route, values),
        json.dumps(body),
        "application/json",
        headers={"Authorization": f"Token {token}"},
    )
    return answer.json().get("code") == "token-scope" if answer.content else False


def test_each_step_takes_a_token_with_the_scope_that_the_page_says(values):
    world, player = values
    wrong = []
    for method, route in STEPS:
        needed = DOCUMENTED.get((method, plainly(route)), set())
        for scope in Scope:
            may = bool({scope, Scope.READ} & needed)
            if refused(method, route, world, player, [scope]) == may:
                wrong.append(f"{method} {route}: {scope} {'may' if may else 'may not'}")

    assert wrong == []


def test_every_step_names_its_scope_on_the_page():
    assert {(method, plainly(route)) for method, route in STEPS} == DOCUMENTED.keys()


def test_a_view_that_names_no_scope_lets_no_token_change_anything(alice, rf):
    class Unnamed(Endpoint):
        def post(self, _request):
            return Response()

    header = {"Authorization": as_player(alice)["Authorization"]}

    assert Unnamed.as_view()(rf.post("/", headers=header)).status_code == 403


def test_a_token_for_uploads_sets_no_webhook_publishes_nothing_and_deletes_nothing(values):
    world, player = values
    steps = (
        "notices/webhook/", "notices/feed/", "bots/<slug:slug>/delete/",
        "bots/<slug:slug>/versions/<int:number>/publish/",
    )  # fmt: skip

    assert all(
        refused("POST", f"api/v1/{step}", world, player, [Scope.READ, Scope.UPLOAD])
        for step in steps
    )


def test_a_token_that_only_reads_reads_what_its_player_may(values, client):
    _world, player = values
    token = accounts.make_token(player, label="ci", now=timezone.now(), scopes=[Scope.READ])

    answer = client.get("/api/v1/trials/", headers={"Authorization": f"Token {token}"})

    assert (answer.status_code, len(answer.json()["results"])) == (200, 1)


def test_a_refusal_names_the_scope(client, alice):
    token = accounts.make_token(alice, label="ci", now=timezone.now(), scopes=[])

    answer = client.post(
        "/api/v1/bots/",
        {"name": "Sower"},
        "application/json",
        headers={"Authorization": f"Token {token}"},
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "token-scope")
    assert answer.json()["detail"].endswith("It takes a token with the scope upload.")


@pytest.mark.parametrize("given", [{}, {"scopes": ["read", "bots", "notices"], "name": "CI"}])
def test_a_script_names_its_token_and_its_scopes(client, alice, given):
    alice.set_password("cowrie shells 9")
    alice.save()
    sent = {"username": "alice", "password": "cowrie shells 9"}

    client.post("/api/v1/token/", sent | given, "application/json")

    token = alice.api_tokens.get()
    assert token.label == given.get("name", "from the API")
    assert token.scopes == given.get("scopes", ["read", "upload"])


def test_a_scope_that_is_none_is_refused(client, alice):
    sent = {"username": "alice", "password": "x", "scopes": ["admin"]}

    answer = client.post("/api/v1/token/", sent, "application/json")

    assert answer.status_code == 400
    assert [one["field"] for one in answer.json()["errors"]] == ["scopes.0"]


@pytest.mark.parametrize("days", [0, 366, "for ever"])
def test_a_token_works_for_a_year_at_the_most(client, alice, days):
    sent = {"username": "alice", "password": "x", "days": days}

    answer = client.post("/api/v1/token/", sent, "application/json")

    assert [one["field"] for one in answer.json()["errors"]] == ["days"]
