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

from tests.tournaments.permissions import BODIES, METHODS, ROLES, TABLE
from tests.tournaments.worlds import address, furnish, population

pytestmark = [pytest.mark.django_db, pytest.mark.once]

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
def people(db):
    return population()


@pytest.fixture
def values(people):
    return furnish(people)


class Visitor:
    """Somebody's browser and programs, which have logged in once."""

    def __init__(self, player, values):
        self._client = Client(raise_request_exception=False)
        self._values = values
        if player:
            self._client.force_login(player)
        self._cookies = self._client.cookies.copy()

    def may(self, route, method):
        """Whether the site lets somebody do it; what it does is undone."""
        self._client.cookies = self._cookies.copy()
        body = BODIES.get((route, method), {})
        sent = {} if method == "GET" else {"data": body}
        if route.startswith("api/") and method != "GET":
            sent["content_type"] = "application/json"
        with transaction.atomic():
            ask = getattr(self._client, method.lower())
            answer = ask(address(route, self._values), **sent)
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
    wrong, visitor = [], Visitor(people[role], values)
    for route, method in product(SITE, METHODS):
        named = TABLE[route].get(method, frozenset())
        if visitor.may(route, method) != (role in named):
            wrong.append(f"{method} {route}: {role} {'may not' if role in named else 'may'}")

    assert wrong == []


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_do_nothing_in_the_api_and_let_no_visitor_in(people, values, method):
    """Pages answer them as they answer GET."""
    staff, nobody = Visitor(people["staff"], values), Visitor(None, values)
    wrong = [route for route in API if staff.may(route, method)]
    for route in set(SITE) - set(API):
        named = frozenset().union(*TABLE[route].values())
        if "anonymous" not in named and nobody.may(route, method):
            wrong.append(route)

    # Staff run courses, but change no bot of others.
    assert wrong == (["api/v1/courses/<slug:slug>/"] if method == "PATCH" else [])


@pytest.mark.parametrize("role", ["anonymous", "owner", "staff"])
def test_the_administration_is_for_staff(people, values, role):
    visitor = Visitor(people[role], values)
    let_in = [
        route
        for route in ADMINISTRATION
        if not re.search(r"login|logout|\(", route)
        if visitor.may(route, "GET")
    ]

    assert bool(let_in) == (role == "staff")
