"""Whom the form for a tournament offers: some bots, and any other by its name."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import BotFactory, VersionFactory
from tournaments.forms.tournaments import entrants

pytestmark = pytest.mark.django_db

KALAH = f"{reverse('tournament-create')}?game=kalah"


@pytest.fixture
def visitor(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def others(bob, monkeypatch):
    """Five bots, of which the form offers two."""
    monkeypatch.setattr(entrants, "OFFERED", 2)
    return [
        VersionFactory(bot=BotFactory(owner=bob, name=name)) for name in ("A", "B", "Ca", "Cb", "D")
    ]


def offered(page):
    return [row.version.name for row in page.context["form"].choices_of_entrants]


def test_the_form_offers_the_first_bots_by_name_and_own_ones_before_them(visitor, others, alice):
    for name in ("Y", "Z"):
        VersionFactory(bot=BotFactory(owner=alice, name=name, open_to_all=False))

    assert offered(visitor.get(KALAH)) == ["Y", "Z", "A", "B"]


def test_others_are_found_by_a_part_of_the_name_and_the_chosen_stay(visitor, others):
    sent = {"find": "c", "entrants": [others[4].pk], "name": "Friday Cup", "show": "entrants"}

    page = visitor.post(KALAH, sent)

    rows = page.context["form"].choices_of_entrants
    assert [(row.version.name, row.is_chosen) for row in rows] == [
        ("D", True), ("Ca", False), ("Cb", False),
    ]  # fmt: skip
    assert page.context["form"]["name"].value() == "Friday Cup"
    assert 'value="c"' in page.content.decode()


def test_a_name_that_nobody_has_is_said_to_be_nobodys(visitor, others):
    page = visitor.post(KALAH, {"find": "zebra", "show": "entrants"})

    assert offered(page) == []
    assert "No bot that plays Kalah has this in its name." in page.content.decode()


@pytest.mark.parametrize("text", ["\0", "%", "_", "a" * 500, "' OR 1=1"])
def test_no_text_that_is_looked_for_breaks_the_form(visitor, others, text):
    assert visitor.post(KALAH, {"find": text, "show": "entrants"}).status_code == 200


@pytest.mark.parametrize("chosen", ["x", "9" * 30, "-1", "99999"])
def test_what_is_no_version_is_not_offered(visitor, others, chosen):
    page = visitor.post(KALAH, {"entrants": [chosen, others[0].pk], "show": "entrants"})

    assert offered(page) == ["A", "B"]


def queries(client):
    with CaptureQueriesContext(connection) as captured:
        page = client.get(KALAH)
    return len(captured), len(offered(page))


def test_the_form_takes_as_many_queries_and_rows_with_ten_times_the_bots(visitor, bob):
    for _ in range(entrants.OFFERED):
        VersionFactory()
    visitor.get(KALAH)  # the usual length of a match is looked up once in a minute
    few = queries(visitor)

    for _ in range(100):
        VersionFactory()

    assert queries(visitor) == few
    assert few[0] <= 20
    assert few[1] == entrants.OFFERED
