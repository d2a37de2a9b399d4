"""Whatever is typed into a text comes out as it went in, or is refused: never run, never a 500."""

import json

import pytest
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework import serializers

from tests.tournaments import hostile
from tests.tournaments.factories import BotFactory, VersionFactory, tournament
from tournaments.api import competing, inputs, trials, voiding  # noqa: F401 - subclasses
from tournaments.api.strict import StrictSerializer
from tournaments.forms.accounts import LoginForm, SignupForm
from tournaments.forms.bots import BotForm, FirstUploadForm, UploadForm
from tournaments.forms.people import PeopleForm

pytestmark = pytest.mark.django_db

TEXTS = [
    "{row.move.__globals__[settings].SECRET_KEY}{0}{}",
    "%s %(x)s %n %",
    "<script>alert(1)</script>",
    "a\0b",
    "\u202eturned\u200f",
    "\U0001f3b2\U00020000",
]

FORMS = {
    "signup": SignupForm,
    "login": LoginForm,
    "bot-create": (BotForm, FirstUploadForm),
    "bot-upload": UploadForm,
    "tournament-people": PeopleForm,
}

ADDRESSES = {
    "CredentialsSerializer": "token",
    "NewBotSerializer": "bots",
    "UploadSerializer": "versions",
    "NewTournamentSerializer": "tournaments",
    "PreviewedSerializer": "preview",
    "BotNameSerializer": "enter",
    "EntrantNameSerializer": "withdraw",
    "PeopleSerializer": "people",
    "NewTrialSerializer": "trial-start",
    "ReasonSerializer": "game-void",
}


@pytest.fixture
def keys(alice):
    """The address of everything of Alice's, by the name of its route."""
    version = VersionFactory(bot=BotFactory(owner=alice, name="Greedy"))
    row = tournament([version, VersionFactory()], organiser=alice)
    slugs = dict.fromkeys(("tournament-people", "enter", "withdraw", "people"), (row.slug,))
    return {
        **slugs,
        "bot-upload": ["greedy"],
        "versions": ["greedy"],
        "trial-start": ["greedy", 1],
        "game-void": [row.matches.get().pk, 1],
    }


def text_fields(given):
    for one in given if isinstance(given, tuple) else (given,):
        fields = one.base_fields if hasattr(one, "base_fields") else one().fields
        for name, field in fields.items():
            if not isinstance(field, forms.FileField | serializers.FileField):
                yield name


def check(answer, sent):
    assert answer.status_code < 500
    told = answer.content.decode()
    assert settings.SECRET_KEY not in told
    if answer["Content-Type"].startswith("text/html"):
        assert "<script>alert(1)" not in told
    if answer.status_code == 400 and answer["Content-Type"].startswith("application/json"):
        assert json.loads(told)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("route", FORMS)
def test_a_form_takes_any_text(alice, keys, route, text):
    client = Client(raise_request_exception=False)
    if route not in {"signup", "login"}:
        client.force_login(alice)
    for name in text_fields(FORMS[route]):
        answer = client.post(reverse(route, args=keys.get(route, [])), {name: text}, follow=True)
        check(answer, text)


def inputs_of_the_api():
    below = [StrictSerializer]
    while below:
        one = below.pop()
        below += one.__subclasses__()
        if one.__module__ != "tournaments.api.filters" and "Filters" not in one.__name__:
            yield one


def test_every_input_of_the_api_is_tried():
    known = {one.__name__ for one in inputs_of_the_api()}

    assert known - {"StrictSerializer", "TermsSerializer", "NotedSerializer"} <= set(ADDRESSES)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_the_api_takes_any_text(carol, keys, name, text):
    serializer = next(one for one in inputs_of_the_api() if one.__name__ == name)
    client = Client(raise_request_exception=False)
    client.force_login(carol)
    address = reverse(f"api:{ADDRESSES[name]}", args=keys.get(ADDRESSES[name], []))
    for field in text_fields(serializer):
        for given in (text, [text], {text: text}):
            answer = client.post(address, {field: given}, content_type="application/json")
            check(answer, text)


@pytest.fixture
def world(db, monkeypatch):
    monkeypatch.setenv("KAURI_TEST_CANARY", hostile.CANARY)
    return hostile.build()


def visit(client, address, method="get", **given):
    cache.clear()  # nobody reads so much in a minute
    answer = getattr(client, method)(address, follow=True, **given)
    try:
        return hostile.read(answer)
    except AssertionError as wrong:
        raise AssertionError(f"{address}: {wrong}") from wrong


@pytest.mark.parametrize("who", ["visitor", "owner", "organiser", "staff"])
def test_every_address_shows_texts_as_they_were_written(client, world, who):
    if who != "visitor":
        client.force_login(getattr(world, who))

    met = set().union(*(visit(client, one) for one in hostile.addresses(world)))

    print(sorted(met))
    assert met == hostile.EVERYBODY | hostile.PRIVATE.get(who, set())
