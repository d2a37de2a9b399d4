"""On a site full of hostile texts every address shows them as they were written, and none runs."""

import re
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.core import mail
from django.urls import resolve, reverse

from tests.tournaments.attacks import hostile
from tests.tournaments.attacks.hostile import NUMBERS, texts
from tests.tournaments.attacks.reading import literal, visit
from tournaments.api.filters import Filters
from tournaments.machinery.processes import logs
from tournaments.models import Tournament
from tournaments.queries.tournaments import exports

pytestmark = pytest.mark.django_db

READ = {"trial-outlook": ["elo1", "most_pairs"], "match-verify": ["commitment"]}
"""What the API takes in addresses, beside filters: of SizeSerializer and NotedSerializer."""

LEAVING = {"/accounts/logout/", "/api/v1/token/"}
"""Addresses after which one is nobody any more."""

ADMINISTERED = ("change", "history", "delete")


def make_once():
    return hostile.build()


@pytest.fixture
def world(made):
    return made


def test_the_api_may_be_asked_for_anything(client, world):
    client.force_login(world.staff)
    asked = {}
    for address in hostile.addresses(world, times=1):
        found = resolve(address)
        if found.namespaces == ["api"]:
            is_list = getattr(found.func, "actions", {}).get("get") == "list"
            kind = found.func.cls.filters if is_list else None
            asked[address] = [*kind().fields] if kind else READ.get(found.url_name, [])

    asked["/api/v1/bots/"] += Filters.also_known
    assert sum(map(bool, asked.values())) > 9
    for address, names in asked.items():
        for name in names:
            for text in texts(*NUMBERS):
                visit(client, f"{address}?{urlencode({name: text})}")


@pytest.mark.once
@pytest.mark.parametrize("who", ["visitor", "owner", "organiser", "staff"])
def test_every_address_shows_texts_as_they_were_written(client, world, who):
    if who != "visitor":
        client.force_login(getattr(world, who))

    met = set().union(*(visit(client, one) for one in hostile.addresses(world)))

    assert met == hostile.EVERYBODY | hostile.PRIVATE.get(who, set())


@pytest.mark.once
@pytest.mark.parametrize("who", ["owner", "staff"])
def test_whatever_is_done_tells_of_texts_as_they_were_written(client, world, who, caplog):
    caplog.set_level("INFO")
    client.force_login(getattr(world, who))

    for one in hostile.addresses(world, times=2):
        if one not in LEAVING:
            visit(client, one, "post")

    forms_of_a_line = map(logs.formatter, ("line", "json"))
    told = "\n".join(form.format(one) for form in forms_of_a_line for one in caplog.records)
    assert "Method Not Allowed" in told
    literal(told)
    assert [one for one in told.split("\n") if not re.match(r"(\d\d:|  \| |{)", one)] == []
    assert told.replace("\n", "").isprintable()
    assert mail.outbox == []


@pytest.mark.once
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


@pytest.mark.once
def test_files_of_results_show_texts_as_they_were_written(client, world):
    cup = Tournament.objects.get(format="swiss")

    met = {
        kind: visit(client, reverse("tournament-export", args=[cup.slug, kind]))
        for kind in exports.EXPORTS
    }

    assert met.pop("jsonl") == {"note"}
    assert met == {"csv": {"left"}, "json": {"one", "left"}, "pgn": {"one"}, "trf": {"one"}}
