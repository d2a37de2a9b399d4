"""Who may use each address of the site, by which method: one table, tried on every route.

A route that the table does not name fails, and so does a method that answers without being named.
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_out,
    tournament,
    variant,
)
from tests.tournaments.permissions import BODIES, METHODS, ROLES, TABLE
from tournaments.models import Fit, Trial
from tournaments.services import accounts, clubs
from tournaments.services.bots import trials
from tournaments.services.casual import moves

pytestmark = pytest.mark.django_db

SIGNS_IN = ("/accounts/login/", "/admin/login/")
REFUSED = {401, 403, 404, 405}


def routes(patterns=None, before="") -> Iterator[str]:
    """Every route of the URL configuration."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


SITE = sorted({route for route in routes() if not route.startswith("admin/")})
API = [route for route in SITE if route.startswith("api/")]
ADMINISTRATION = sorted(
    {route for route in routes() if route.startswith("admin/") and "<" not in route}
)


@pytest.fixture(autouse=True)
def _as_often_as_it_takes(settings, monkeypatch):
    settings.VIEWS_A_MINUTE = 0
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_asked: True)


@pytest.fixture
def people(alice, bob, carol):
    """Everybody by their roles; staff may do all in the administration."""
    carol.is_superuser = True
    carol.save()
    dora = PlayerFactory(username="dora")
    for one in (alice, bob, carol, dora):
        one.set_password("cowrie-and-wood")
        one.save()
    return {"anonymous": None, "stranger": bob, "owner": alice, "organiser": dora, "staff": carol}


@pytest.fixture
def values(people):
    """What stands in an address, by the parameter after the word before it."""
    alice, dora = people["owner"], people["organiser"]
    bot = BotFactory(owner=alice, name="Anna", slug="anna", open_to_all=False)
    new = [VersionFactory(bot=bot) for _ in range(2)]
    other = VersionFactory(bot=BotFactory(name="Otto", slug="otto"))
    board = variant("einstein")
    trial = trials.start(
        challenger=new[1], incumbent=new[0], player=alice, now=NOW,
        wanted=trials.TrialConfiguration(variant=board, most_pairs=40),
    )  # fmt: skip
    entered = VersionFactory(bot=BotFactory(owner=alice, name="Ella", slug="ella"))
    cup = tournament([entered, other], organiser=dora, key="einstein")
    match = play_out(cup.matches.get())
    club = clubs.create(player=dora, name="Course", description="", now=NOW)
    clubs.join(club.join_code, player=alice, now=NOW)
    Fit.objects.create(variant=board, computed_at=NOW, games=0)
    accounts.make_token(alice, label="laptop", now=NOW)
    return {
        "leaderboards/<slug:slug>": board.slug,
        "tournaments/<slug:slug>": cup.slug,
        "clubs/<slug:slug>": club.slug,
        "bots/<slug:slug>": "anna",
        "against/<slug:other>": "otto",
        "matches/<int:pk>": match.pk,
        "trials/<int:pk>": Trial.objects.get(pk=trial.pk).pk,
        "games/<slug:game_id>": "kalah",
        "guide/<slug:name>": "ratings",
        "players/<str:username>": "alice",
        "play/<slug:key>": _casual(alice, entered).key,
        "token/<int:pk>": alice.api_tokens.get().pk,
        "ratings/<slug:bot>": "ella",
        "fit/<slug:bot>": "ella",
        "<slug:other>": "otto",
        "<int:number>": 1,
        "<int:other_number>": 1,
        "<slug:kind>": "csv",
        "<str:username>": "alice",
        "<str:key>": "kalah",
    }


def _casual(alice, version):
    """A game that Alice has lost against a bot."""
    game = opened(["me", version], who=person(alice))
    return moves.resign(game, who=person(alice), state=game.state, now=NOW)


def address(route, values):
    path = route
    for name, value in values.items():
        before, _, parameter = name.rpartition("/")
        stem = f"{before}/" if before else ""
        path = path.replace(name, f"{stem}{value}") if parameter in path else path
    return "/" + path.replace("^", "").rstrip("$")


def outcome(route, method, player, values):
    """Whether the site lets somebody do it; what it does is undone."""
    client = Client(raise_request_exception=False)
    if player:
        client.force_login(player)
    body = BODIES.get((route, method), {})
    sent = {} if method == "GET" else {"data": body}
    if route.startswith("api/") and method != "GET":
        sent["content_type"] = "application/json"
    with transaction.atomic():
        answer = getattr(client, method.lower())(address(route, values), **sent)
        if answer.streaming:
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    if answer.status_code in REFUSED:
        return False
    assert answer.status_code < 500, (route, method, answer.status_code)
    return not (answer.status_code == 302 and answer.url.startswith(SIGNS_IN))


def test_the_table_names_every_route_and_no_other():
    assert sorted(TABLE) == SITE


@pytest.mark.parametrize("role", ROLES)
def test_whoever_the_table_names_may_and_nobody_else(people, values, role):
    """Of GET and POST, which all that the site does goes by."""
    wrong = []
    for route, method in product(SITE, METHODS):
        named = TABLE[route].get(method, frozenset())
        if outcome(route, method, people[role], values) != (role in named):
            wrong.append(f"{method} {route}: {role} {'may not' if role in named else 'may'}")

    assert wrong == []


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_do_nothing_in_the_api_and_let_no_visitor_in(people, values, method):
    """Pages answer them as they answer GET."""
    wrong = [route for route in API if outcome(route, method, people["staff"], values)]
    for route in set(SITE) - set(API):
        named = frozenset().union(*TABLE[route].values())
        if "anonymous" not in named and outcome(route, method, None, values):
            wrong.append(route)

    assert wrong == []


@pytest.mark.parametrize("role", ["anonymous", "owner", "staff"])
def test_the_administration_is_for_staff(people, values, role):
    let_in = [
        route
        for route in ADMINISTRATION
        if not re.search(r"login|logout|\(", route)
        if outcome(route, "GET", people[role], values)
    ]

    assert bool(let_in) == (role == "staff")
