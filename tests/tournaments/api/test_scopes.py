"""A token does no more than its scopes say; whoever has a session does all."""

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.factories import NOW
from tests.tournaments.permissions import BODIES, TABLE
from tests.tournaments.worlds import address, furnish, population
from tournaments.models import Scope
from tournaments.services import accounts

pytestmark = pytest.mark.django_db

STEPS = [
    route
    for route, methods in TABLE.items()
    if route.startswith("api/v1/") and "POST" in methods and route != "api/v1/token/"
]
READERS = {
    "api/v1/leaderboards/<slug:slug>/fit/",
    "api/v1/notices/<int:pk>/read/",
    "api/v1/notices/read/",
    "api/v1/tournaments/preview/",
}
"""What changes nothing of anybody's."""

BOTH = {
    "api/v1/clubs/join/",
    *(f"api/v1/tournaments/<slug:slug>/{step}/" for step in ("enter", "leave", "withdraw", "bye")),
}
ORGANISERS = {
    "api/v1/matches/<int:pk>/games/<int:number>/void/",
    *(route for route in STEPS if "/tournaments/" in route and route not in BOTH | READERS),
}


@pytest.fixture
def values(monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_asked: True)
    people = population()
    return furnish(people), people["owner"]


def refused(route, values, player, scopes):
    """Whether a token with these scopes is refused for them."""
    token = accounts.make_token(player, label="ci", now=NOW, scopes=scopes)
    body = BODIES.get((route, "POST"), {})
    answer = Client(raise_request_exception=False).post(
        address(route, values),
        body,
        "application/json",
        headers={"Authorization": f"Token {token}"},
    )
    return answer.json().get("code") == "token-scope" if answer.content else False


def test_each_step_takes_a_token_with_its_scope(values):
    world, player = values
    wrong = []
    for route in STEPS:
        needed = {Scope.READ, Scope.UPLOAD, Scope.ORGANISE}
        if route not in READERS:
            needed -= {Scope.READ}
        if route not in READERS | BOTH:
            needed &= {Scope.ORGANISE if route in ORGANISERS else Scope.UPLOAD}
        for scope in Scope:
            may = scope in needed or Scope.READ in needed
            if refused(route, world, player, [Scope.READ, scope]) == may:
                wrong.append(f"{route}: {scope} {'may' if may else 'may not'}")

    assert wrong == []


def test_a_token_that_only_reads_reads_what_its_player_may(values, client):
    _world, player = values
    token = accounts.make_token(player, label="ci", now=NOW, scopes=[Scope.READ])

    answer = client.get("/api/v1/trials/", headers={"Authorization": f"Token {token}"})

    assert (answer.status_code, len(answer.json()["results"])) == (200, 1)


def test_a_refusal_names_the_scope(client, alice):
    token = accounts.make_token(alice, label="ci", now=NOW, scopes=[])

    answer = client.post(
        "/api/v1/bots/",
        {"name": "Sower"},
        "application/json",
        headers={"Authorization": f"Token {token}"},
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "token-scope")
    assert answer.json()["detail"].endswith("It takes a token with the scope upload.")


@pytest.mark.parametrize("given", [{}, {"scopes": ["read", "upload"], "name": "CI of Sower"}])
def test_a_script_names_its_token_and_its_scopes(client, alice, given):
    alice.set_password("cowrie shells 9")
    alice.save()
    sent = {"username": "alice", "password": "cowrie shells 9"}

    client.post("/api/v1/token/", sent | given, "application/json")

    token = alice.api_tokens.get()
    assert token.label == given.get("name", "from the API")
    assert token.scopes == given.get("scopes", ["read", "upload", "organise"])


def test_a_scope_that_is_none_is_refused(client, alice):
    sent = {"username": "alice", "password": "x", "scopes": ["admin"]}

    answer = client.post("/api/v1/token/", sent, "application/json")

    assert answer.status_code == 400
    assert [one["field"] for one in answer.json()["errors"]] == ["scopes.0"]
