"""Whatever is typed into a text comes out as it went in, or is refused: never run, never a 500."""

import importlib
import io
import pkgutil
import re
import uuid
import zipfile
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django import forms
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import resolve, reverse
from django.utils import timezone
from rest_framework import serializers

import engine
import tournaments.forms
from tests.tournaments.attacks import hostile
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, BotFactory, VersionFactory, tournament, variant
from tournaments import views
from tournaments.api import urls  # noqa: F401 - subclasses
from tournaments.api.filters import Filters
from tournaments.api.strict import StrictSerializer
from tournaments.forms.casual import CasualForm
from tournaments.forms.tournaments.create import TournamentForm
from tournaments.machinery import logs
from tournaments.models import Fit, Tournament
from tournaments.queries.tournaments import exports
from tournaments.services import clubs

pytestmark = pytest.mark.django_db

TEXTS = [
    hostile.CORE,
    "%s %(x)s %n %",
    "a\0b",
    "\u202eturned\u200f",
    "\U0001f600\U00020001",
    "\r\nX: y",
]
JSON = "application/json"
NUMBERS = ["-1", "9" * 30, "1e400", "nan", "\uff11", "\u00b2", ""]
"""What is hard to read as a number."""
FEW = [hostile.CORE, "a\0b", "9" * 30]
"""Enough for a form with many fields and a page that costs much."""

FORMS = {
    "SignupForm": "signup",
    "ResetPasswordForm": "account_reset_password",
    "TokenForm": "token",
    "BotForm": "bot-create",
    "FirstUploadForm": "bot-create",
    "BotEditForm": "bot-edit",
    "UploadForm": "bot-upload",
    "CompareForm": "leaderboard-compare",
    "LeaderboardForm": "leaderboard",
    "PeopleForm": "tournament-people",
    "TournamentForm": "tournament-create",
    "CasualForm": "play",
    "TrialForm": "trial-start",
    "TrialSizeForm": "trial-outlook",
    "ClubForm": "club-create",
    "ClubEditForm": "club-edit",
    "JoinForm": "clubs",
    "DisplayNameForm": "club-members",
}
"""Where each form is filled in."""

ENOUGH = {
    "BotForm": {"name": "Another", "code": "import kauri"},
    "CasualForm": {"seat_0": "me", "seat_1": "here", "time_control": "blitz", "clock": ""},
    "TrialForm": {"elo1": 30, "most_pairs": 100, "time_control": "bullet"},
    "TrialSizeForm": {"elo1": 30, "most_pairs": 100},
    "TournamentForm": {
        "name": "Cup", "games_per_pairing": 2, "time_control": "bullet", "start": "now",
        "format": "swiss", "format_shown": "swiss", "submission": uuid.UUID(int=1),
    },
}  # fmt: skip
"""What else a form needs, so that the field that is tried is not lost among others."""

INPUTS = {
    "CredentialsSerializer": "token",
    "NewBotSerializer": "bots",
    "UploadSerializer": "versions",
    "NewTournamentSerializer": "tournaments",
    "PreviewedSerializer": "preview",
    "BotNameSerializer": "enter",
    "EntrantNameSerializer": "withdraw",
    "ByeSerializer": "bye",
    "PeopleSerializer": "people",
    "NewTrialSerializer": "trial-start",
    "ReasonSerializer": "game-void",
}
"""Where the API takes each input in a body."""

READ = {"trial-outlook": ["elo1", "most_pairs"], "match-verify": ["commitment"]}
"""What the API takes in addresses, beside filters: of SizeSerializer and NotedSerializer."""

ASKED = {
    "leaderboard": ["page"],
    "game": ["ply"],
    "game-film": ["edition"],
    "play": ["variant", "bot"],
    "play-games": ["page"],
    "play-news": ["seen", "rewinds", "have"],
    "boards": ["seen", "tournament"],
    "match-verify": ["commitment"],
    "tournaments": ["page"],
    "tournament": ["page", "round", "part", "across", "down", "groups", "section"],
    "tournament-live": ["seen"],
    "tournament-entrants": ["page"],
    "tournament-matches": ["page"],
    "bots": ["page", "q"],
    "against": ["version", "other"],
    "version-source": ["file"],
    "club": ["leaderboard", "page"],
    "club-members": ["page"],
    "signup": ["code"],
    "tournament-create": ["clone", "variant", "game", "format", "preset"],
    "login": ["next"],
}
"""What the addresses of pages may ask for."""

LEAVING = {"/accounts/logout/", "/api/v1/token/"}
"""Addresses after which one is nobody any more."""

ADMINISTERED = ("change", "history", "delete")


@pytest.fixture(autouse=True)
def _canary(monkeypatch):
    monkeypatch.setenv("KAURI_TEST_CANARY", hostile.CANARY)


@pytest.fixture
def world(db):
    return hostile.build()


@pytest.fixture
def keys(alice):
    """What stands in the address of everything of Alice's, by the name of its route."""
    bot, other = BotFactory(owner=alice, name="Greedy"), VersionFactory()
    row = tournament([VersionFactory(bot=bot), other], organiser=alice)
    VersionFactory(bot=bot)
    club = clubs.create(player=alice, name="Course", description="", now=NOW)
    match, board = row.matches.get().pk, variant()
    Fit.objects.create(variant=board, computed_at=NOW, games=0)
    of_cup = ["enter", "withdraw", "bye", "people", "tournament", "tournament-people"]
    of_cup += ["tournament-live", "tournament-entrants", "tournament-matches"]
    return {
        **{key: [row.slug] for key in of_cup},
        **{key: ["greedy"] for key in ["bot-upload", "bot-edit", "versions"]},
        **{key: [club.slug] for key in ["club", "club-edit", "club-members"]},
        "version-source": ["greedy", 1],
        "leaderboard": [board.slug],
        "leaderboard-compare": [board.slug],
        "against": ["greedy", other.bot.slug],
        "trial-start": ["greedy", 2],
        "play-news": [opened(["me", other], who=person(alice)).key],
        "match-verify": [match],
        "game": [match, 1],
        "game-film": [match, 1],
        "game-void": [match, 1],
    }


def visit(client, address, method="get", **given):
    """The texts that were met; nothing is worse than refused."""
    cache.clear()  # nobody reads so much in a minute
    answer = getattr(client, method)(address, follow=True, **given)
    try:
        return hostile.read(answer)
    except AssertionError as wrong:
        raise AssertionError(f"{method} {address} {given}: {wrong}") from wrong


def forms_of_the_site():
    """Every form by its name, wherever it is written under tournaments/forms."""
    found = pkgutil.walk_packages(tournaments.forms.__path__, "tournaments.forms.")
    return {
        one.__name__: one
        for module in [importlib.import_module(one.name) for one in found]
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, forms.BaseForm)
        if one.__module__ == module.__name__
    }


def test_every_form_is_tried():
    assert set(forms_of_the_site()) == set(FORMS)


def fields_of(form, player):
    game, given = engine.load_game("kalah"), {"format": "swiss"}
    if form is CasualForm:
        return form(game=game, player=player, bot="", watch=False).fields
    if form is not TournamentForm:
        return form.base_fields
    return form(player=player, game=game, now=timezone.now(), initial=given).fields


def archive(text):
    """A zip with a bot and a module of a hostile name."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr("bot.py", "")
        packed.writestr(f"{text}.py", "")
    return SimpleUploadedFile(f"{text}.zip", written.getvalue())


@pytest.mark.parametrize("name", FORMS)
def test_a_form_takes_any_text(client, alice, keys, name):
    form, route = forms_of_the_site()[name], FORMS[name]
    query = {"tournament-create": {"game": "kalah"}, "play": {"variant": "kalah"}}.get(route)
    address = reverse(route, args=keys.get(route, []), query=query)
    method = "get" if name in {"CompareForm", "LeaderboardForm"} else "post"
    if route not in {"signup", "account_reset_password"}:
        client.force_login(alice)

    fields = fields_of(form, alice)
    for field, kind in fields.items():
        is_file = isinstance(kind, forms.FileField)
        for text in TEXTS + NUMBERS if len(fields) < 10 else FEW:
            given = archive(text) if is_file else text
            visit(client, address, method, data=ENOUGH.get(name, {}) | {field: given})


ALLAUTH = {
    "login": ["login", "password", "next"],
    "account_email": ["email", "action_add", "action_send", "action_remove", "action_primary"],
    "account_change_password": ["oldpassword", "password1", "password2"],
    "account_reauthenticate": ["password", "next"],
    "account_logout": ["next"],
    "mfa_activate_totp": ["code"],
    "mfa_authenticate": ["code"],
    "mfa_reauthenticate": ["code"],
}
"""What the forms of allauth ask."""


@pytest.mark.parametrize("route", ALLAUTH)
def test_the_forms_of_accounts_take_any_text(client, alice, route):
    alice.set_password("cowrie-and-wood")
    alice.save()
    for field in ALLAUTH[route]:
        for text in TEXTS:
            if route != "login":
                client.force_login(alice)
                password = {"password": "cowrie-and-wood"}
                client.post(reverse("account_reauthenticate"), password)
            given = dict.fromkeys(ALLAUTH[route], "x@example.org") | {field: text}
            visit(client, reverse(route), "post", data=given)
            visit(client, reverse(route, query={field: text}))


@pytest.mark.parametrize(
    "before", ["password/reset/key/1-", "password/reset/key/", "confirm-email/"]
)
def test_links_of_mails_may_be_changed_to_anything(client, before):
    for text in TEXTS + NUMBERS + ["zzzzzzzzzzzzz-x", "1-", "9" * 14 + "-x"]:
        visit(client, f"/accounts/{before}{quote(text, safe='')}/")


def below(kind):
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def inputs_of_the_api():
    return {one.__name__: one for one in below(StrictSerializer) if not issubclass(one, Filters)}


def test_every_input_of_the_api_is_tried():
    in_addresses = {"SizeSerializer", "NotedSerializer"}

    assert set(inputs_of_the_api()) == {*INPUTS, *in_addresses, "TermsSerializer"}


@pytest.mark.parametrize("name", INPUTS)
def test_the_api_takes_any_text(client, alice, keys, name):
    client.force_login(alice)
    alice.is_staff = INPUTS[name] == "game-void"
    alice.save()
    address = reverse(f"api:{INPUTS[name]}", args=keys.get(INPUTS[name], []))

    for field, kind in inputs_of_the_api()[name]().fields.items():
        for given in [*TEXTS, *NUMBERS, [hostile.CORE], {hostile.CORE: hostile.CORE}]:
            visit(client, address, "post", data={field: given}, content_type=JSON)
        if isinstance(kind, serializers.FileField):
            for text in TEXTS:
                visit(client, address, "post", data={field: archive(text)})


def asked_by_views():
    """What views read of an address, by their sources."""
    for path in Path(views.__file__).parent.rglob("*.py"):
        source = path.read_text()
        yield from re.findall(r'\bGET(?:\.get\(|\[)"(\w+)"', source)
        for names in re.findall(r"^ASKED = \((.*)\)$", source, re.MULTILINE):
            yield from re.findall(r'"(\w+)"', names)


def test_everything_that_an_address_may_ask_is_tried():
    found = set(asked_by_views())

    assert len(found) > 9
    assert found <= {name for names in ASKED.values() for name in names}


@pytest.mark.parametrize("route", ASKED)
def test_a_page_may_be_asked_for_anything(client, alice, keys, route):
    if route != "login":
        client.force_login(alice)

    for name in ASKED[route]:
        for text in TEXTS + NUMBERS:
            visit(client, reverse(route, args=keys.get(route, []), query={name: text}))


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
            for text in TEXTS + NUMBERS:
                visit(client, f"{address}?{urlencode({name: text})}")


@pytest.mark.parametrize("who", ["visitor", "owner", "organiser", "staff"])
def test_every_address_shows_texts_as_they_were_written(client, world, who):
    if who != "visitor":
        client.force_login(getattr(world, who))

    met = set().union(*(visit(client, one) for one in hostile.addresses(world)))

    assert met == hostile.EVERYBODY | hostile.PRIVATE.get(who, set())


@pytest.mark.parametrize("who", ["owner", "staff"])
def test_whatever_is_done_tells_of_texts_as_they_were_written(client, world, who, caplog):
    caplog.set_level("INFO")
    client.force_login(getattr(world, who))

    for one in hostile.addresses(world):
        if one not in LEAVING:
            visit(client, one, "post")

    forms_of_a_line = map(logs.formatter, ("line", "json"))
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
