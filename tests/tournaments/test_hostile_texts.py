"""Whatever is typed into a text comes out as it went in, or is refused: never run, never a 500."""

import json
import re

import pytest
from django import forms
from django.conf import settings
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework import serializers

from tests.tournaments import hostile
from tests.tournaments.factories import BotFactory, VersionFactory, tournament
from tournaments import logs
from tournaments.api import competing, inputs, trials, voiding  # noqa: F401 - subclasses
from tournaments.api.strict import StrictSerializer
from tournaments.forms.accounts import LoginForm, SignupForm
from tournaments.forms.bots import BotForm, FirstUploadForm, UploadForm
from tournaments.forms.people import PeopleForm
from tournaments.models import Tournament
from tournaments.queries import exports

pytestmark = pytest.mark.django_db

TEXTS = [
    "{row.move.__globals__[settings].SECRET_KEY}{0}{}",
    "%s %(x)s %n %",
    "<script>alert(1)</script>",
    "a\0b",
    "\u202eturned\u200f",
    "\U0001f3b2\U00020000",
]

LEAVING = {"/accounts/logout/", "/api/v1/token/"}
"""Addresses after which one is nobody any more."""

ADMINISTERED = ("change", "history", "delete")

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

    assert met == hostile.EVERYBODY | hostile.PRIVATE.get(who, set())


@pytest.mark.parametrize("who", ["owner", "organiser", "staff"])
def test_whatever_is_done_tells_of_texts_as_they_were_written(client, world, who, caplog):
    caplog.set_level("INFO")
    client.force_login(getattr(world, who))

    for one in hostile.addresses(world):
        if one not in LEAVING:
            visit(client, one, "post")

    forms_of_a_line = logs.LineFormatter(), logs.JsonFormatter()
    told = "\n".join(form.format(one) for form in forms_of_a_line for one in caplog.records)
    assert "Method Not Allowed" in told
    hostile.literal(told)
    assert [one for one in told.split("\n") if not re.match(r"(\d\d:|  \| |{)", one)] == []
    assert told.replace("\n", "").isprintable()
    assert mail.outbox == []


def test_the_administration_shows_texts_as_they_were_written(client, world):
    client.force_login(world.staff)

    met = set().union(*(visit(client, one) for one in administered()))

    assert met >= hostile.EVERYBODY | {"log", "refusal", "notice", "incident", "failure", "host"}


def administered():
    """The lists of the administration, searched by hostile texts, and the pages of some rows."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        yield reverse(f"{name}_changelist", query={"q": hostile.CORE})
        for row in model.objects.all()[:4]:
            yield from (reverse(f"{name}_{page}", args=[row.pk]) for page in ADMINISTERED)


def test_files_of_results_show_texts_as_they_were_written(client, world):
    cup = Tournament.objects.get(format="swiss")

    met = {
        kind: visit(client, reverse("tournament-export", args=[cup.slug, kind]))
        for kind in exports.EXPORTS
    }

    assert met == {"csv": {"left"}, "json": {"one", "left"}, "pgn": {"one"}, "trf": {"one"}}
