"""No list that a form or the API takes is looked at before it has been counted."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework import serializers

from tests.tournaments.factories import BotFactory, PlayerFactory, VersionFactory, tournament
from tests.tournaments.problems import codes, told
from tournaments.api import urls  # noqa: F401 - subclasses
from tournaments.api.strict import Several, StrictSerializer
from tournaments.api.tournaments.inputs import MOST_ENTRANTS, MOST_OPTIONS
from tournaments.forms.bodies import MOST_BYTES, WITH_CODE
from tournaments.forms.fields import MOST_CHOSEN
from tournaments.mathematics import tiebreaks
from tournaments.services.tournaments.people import MOST

pytestmark = pytest.mark.django_db

TERMS = {"name": "Cup", "variant": "kalah"}


@pytest.fixture
def cup(alice):
    return tournament([VersionFactory(), VersionFactory()], organiser=alice)


@pytest.fixture
def ask(client, alice):
    """The answer to Alice, and how many queries it took."""
    client.force_login(alice)

    def asked(address, body, content_type="application/json"):
        sent = json.dumps(body) if content_type == "application/json" else body
        given = {"content_type": content_type} if content_type else {}
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(address, sent, **given)
        return answer, len(queries)

    return asked


def all_below(kind):
    for one in kind.__subclasses__():
        yield one
        yield from all_below(one)


def test_every_list_that_comes_in_has_a_most():
    lists = [
        (serializer.__name__, name)
        for serializer in all_below(StrictSerializer)
        for name, field in serializer().fields.items()
        if isinstance(field, serializers.ListField | serializers.ManyRelatedField)
        and not isinstance(field, Several)
    ]

    assert lists == []


@pytest.mark.parametrize("field", ["invited", "co_organisers"])
@pytest.mark.parametrize("where", ["api:people", "api:tournaments"])
def test_one_player_too_many_is_counted_and_nobody_looked_up(ask, cup, where, field):
    address = reverse(where, args=[cup.slug] if where == "api:people" else [])
    names = [f"nobody{number}" for number in range(MOST + 1)]
    terms = TERMS if where == "api:tournaments" else {}

    answer, queries = ask(address, terms | {field: names})
    _same, usual = ask(address, terms | {field: 7})

    assert answer.status_code == 400
    assert told(answer.json())[field] == [f"Give at most {MOST}; these are {MOST + 1}."]
    assert queries == usual


@pytest.mark.parametrize("field", ["invited", "co_organisers"])
def test_players_are_looked_up_at_once_however_many(ask, cup, field):
    for number in range(40):
        PlayerFactory(username=f"guest{number}")
    address = reverse("api:people", args=[cup.slug])

    _few, one = ask(address, {field: ["guest0", "ghost"]})
    answer, many = ask(address, {field: [f"guest{number}" for number in range(40)] + ["spectre"]})

    assert told(answer.json()) == {f"{field}.40": ["There is no player “spectre”."]}
    assert codes(answer.json()) == {f"{field}.40": ["does_not_exist"]}
    assert many == one


def test_all_that_are_allowed_are_taken(ask, cup):
    names = [PlayerFactory().username for _ in range(MOST)]

    answer, _queries = ask(reverse("api:people", args=[cup.slug]), {"invited": names})

    assert answer.status_code == 200
    assert cup.invited.count() == MOST


@pytest.mark.parametrize(
    ("field", "given", "most"),
    [
        ("entrants", [f"bot-{number}" for number in range(MOST_ENTRANTS + 1)], MOST_ENTRANTS),
        ("tie_breaks", ["BH"] * (len(tiebreaks.TIE_BREAKS) + 1), len(tiebreaks.TIE_BREAKS)),
        ("format_options", {f"o{n}": 1 for n in range(MOST_OPTIONS + 1)}, MOST_OPTIONS),
    ],
)
def test_terms_one_too_long_are_refused_unread(ask, field, given, most):
    answer, queries = ask(reverse("api:tournaments"), TERMS | {field: given})
    _same, usual = ask(reverse("api:tournaments"), TERMS | {field: 7})

    assert told(answer.json())[field] == [f"Give at most {most}; these are {len(given)}."]
    assert queries == usual


def test_entrants_are_looked_up_at_once_however_many(ask):
    slugs = [VersionFactory(bot=BotFactory(name=f"Sower {n}")).bot.slug for n in range(20)]
    address = reverse("api:preview")
    # The usual length of a match is looked up once in a minute.
    ask(address, {"variant": "kalah", "entrants": slugs[:2]})

    _few, two = ask(address, {"variant": "kalah", "entrants": slugs[:2]})
    answer, many = ask(address, {"variant": "kalah", "entrants": [*slugs[:19], f"{slugs[19]}/1"]})

    assert answer.json()["entrants"] == 20
    assert many == two


def test_unknown_names_are_told_up_to_twenty(ask):
    answer, _queries = ask(reverse("api:token"), {f"name{number}": 1 for number in range(1000)})

    assert answer.status_code == 400
    assert len(answer.json()["errors"]) == 20


@pytest.mark.parametrize("field", ["invited", "co_organisers"])
def test_a_form_counts_its_players_first(ask, cup, field):
    names = " ".join(f"n{number}" for number in range(MOST + 1))
    # Whoever comes first computes the tournament's table.
    ask(reverse("tournament-people", args=[cup.slug]), {field: "x"}, None)

    answer, queries = ask(reverse("tournament-people", args=[cup.slug]), {field: names}, None)
    _same, usual = ask(reverse("tournament-people", args=[cup.slug]), {field: "x" * 10_001}, None)

    assert f"Name at most {MOST} players, not {MOST + 1}." in answer.content.decode()
    assert queries == usual


def test_a_form_counts_its_entrants_first(ask):
    chosen = {"entrants": [str(number) for number in range(1, MOST_CHOSEN + 2)]}

    answer, _queries = ask(reverse("tournament-create") + "?game=kalah", chosen, None)

    said = f"Choose at most {MOST_CHOSEN} entrants, not {MOST_CHOSEN + 1}."
    assert said in answer.content.decode()


@pytest.mark.parametrize("name", ["login", "tournament-create", "api:tournaments", "api:token"])
def test_a_body_without_code_is_short(ask, name):
    answer, _queries = ask(reverse(name), {"name": "x" * MOST_BYTES})

    assert answer.status_code == 413


def test_code_may_be_long(ask, alice):
    bot = BotFactory(owner=alice, name="Greedy")
    code = "#" * MOST_BYTES

    page, _queries = ask(reverse("bot-upload", args=[bot.slug]), {"code": code}, None)
    answer, _queries = ask(reverse("api:versions", args=[bot.slug]), {"code": code})

    assert page.status_code == 302
    assert answer.status_code in (200, 201)
    assert "bot-create" in WITH_CODE
