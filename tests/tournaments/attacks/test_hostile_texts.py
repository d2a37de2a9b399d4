"""Whatever is typed into a text comes out as it went in, or is refused: never run, never a 500."""

import importlib
import io
import pkgutil
import re
import uuid
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers

import engine
import tournaments.forms
from tests.tournaments.attacks import hostile
from tests.tournaments.attacks.hostile import FEW, NUMBERS, texts
from tests.tournaments.attacks.reading import visit
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    tournament,
    variant,
)
from tests.tournaments.provider import configure, providing
from tests.tournaments.remote import connected, remote_bot
from tests.tournaments.services.tournaments.test_series import begin
from tests.tournaments.worlds import club_step, wheel
from tournaments import views
from tournaments.api import urls  # noqa: F401 - subclasses
from tournaments.api.filters import Filters
from tournaments.api.strict import StrictSerializer
from tournaments.forms.casual import CasualForm, VariantForm
from tournaments.forms.notices import ChoicesForm
from tournaments.forms.second_factor import LoginForm
from tournaments.forms.tournaments.create import TournamentForm
from tournaments.models import Course, Fit
from tournaments.queries.casual.opponents import Opponents
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content
from tournaments.services.people import clubs

pytestmark = pytest.mark.django_db

JSON = "application/json"
FORMS = {
    "LoginForm": "login",
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
    "VariantForm": "challenge",
    "TrialForm": "trial-start",
    "TrialSizeForm": "trial-outlook",
    "ClubForm": "club-create",
    "ClubEditForm": "club-edit",
    "JoinForm": "clubs",
    "DisplayNameForm": "club-members",
    "ClubStepForm": "club-step",
    "DraftForm": "draft-save",
    "DraftNameForm": "draft-rename",
    "DraftUploadForm": "draft-upload",
    "ChoicesForm": "account-notices",
    "WebhookForm": "webhook",
    "StartForm": "play-start",
    "PlayOnForm": "game-play-on",
    "SitForm": "play-sit",
    "CourseForm": "course-create",
    "CourseEditForm": "course",
    "RepeatForm": "series-edit",
}
"""Where each form is filled in."""

ENOUGH = {
    "LoginForm": {"login": "alice", "password": "wrong", "code": ""},
    "BotForm": {"name": "Another", "code": "import kauri"},
    "ClubStepForm": {
        "title": "First", "text": "Beat Random.", "variant": 1, "opponent": "random",
        "wins": 6, "games": 10, "start": "pass",
    },
    "DraftForm": {
        "name": "Sketch", "variant": "kalah", "code": '[{"name": "bot.py", "text": "pass"}]',
    },
    "CasualForm": {"seat_0": "me", "seat_1": "here", "time_control": "blitz", "clock": ""},
    "VariantForm": {"game": "kalah", "choose": "yes"},
    "TrialForm": {"elo1": 30, "most_pairs": 100, "time_control": "bullet"},
    "StartForm": {"variant": "kalah"},
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
    "ChangedBotSerializer": "bot",
    "UploadSerializer": "versions",
    "NewTournamentSerializer": "tournaments",
    "PreviewedSerializer": "preview",
    "BotNameSerializer": "enter",
    "EntrantNameSerializer": "withdraw",
    "ByeSerializer": "bye",
    "PeopleSerializer": "people",
    "NewTrialSerializer": "trial-start",
    "ReasonSerializer": "game-void",
    "JoinSerializer": "club-join",
    "NewCourseSerializer": "courses",
    "ChangedCourseSerializer": "course",
    "ChallengeSerializer": "casual-games",
    "RemoteVersionSerializer": "remote-version",
    "ActionSerializer": "remote-action",
    "ChoiceInput": "notice-choices",
    "WebhookInput": "notice-webhook",
}
"""Where the API takes each input in a body."""

ASKED = {
    "leaderboard": ["page"],
    "game-files": ["page"],
    "game": ["ply"],
    "game-film": ["edition"],
    "play": ["variant", "bot", "game", "name"],
    "lesson": ["action"],
    "play-games": ["page"],
    "player": ["page"],
    "play-news": ["seen", "rewinds", "have"],
    "boards": ["seen", "tournament"],
    "kit-wheel": ["sha256"],
    "offline": ["language"],
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
    "notices-feed": ["key"],
    "notices-end-mail": ["key"],
}
"""What the addresses of pages may ask for."""


def make_once():
    """Alice, and what stands in the address of everything of hers, by the name of its route."""
    alice = PlayerFactory(username="alice")
    bot, other = BotFactory(owner=alice, name="Greedy"), VersionFactory()
    row = tournament([VersionFactory(bot=bot), other], organiser=alice)
    VersionFactory(bot=bot)
    club = clubs.create(player=alice, name="Course", description="", now=NOW)
    Course.objects.create(club=club, variant=variant(), to_beat=other.bot)
    draft = drafts.create(
        Content(name="Sketch", variant="kalah", files={"bot.py": "pass"}), player=alice, now=NOW
    )
    far = connected(remote_bot(alice))
    match, board = row.matches.get().pk, variant()
    Fit.objects.create(variant=board, computed_at=NOW, games=0)
    of_cup = ["enter", "withdraw", "bye", "people", "tournament", "tournament-people"]
    of_cup += ["tournament-live", "tournament-entrants", "tournament-matches"]
    return alice, {
        **{key: [row.slug] for key in of_cup},
        **{key: ["greedy"] for key in ["bot", "bot-upload", "bot-edit", "versions"]},
        **{key: [club.slug] for key in ["club", "club-edit", "club-members"]},
        **{key: [draft.pk] for key in ["draft-rename", "draft-upload"]},
        "club-step": [club.slug, club_step(club).pk],
        "version-source": ["greedy", 1],
        "leaderboard": [board.slug],
        "game-files": [board.slug],
        "player": [alice.username],
        "leaderboard-compare": [board.slug],
        "against": ["greedy", other.bot.slug],
        "trial-start": ["greedy", 2],
        "play-news": [opened(["me", other], who=person(alice)).key],
        "remote-version": [far.bot.slug],
        "remote-action": [far.bot.slug, opened([far, "me"], who=person(alice)).key],
        "play-sit": [opened(["me", "friend"], who=person(alice)).key],
        "match-verify": [match],
        "game": [match, 1],
        "game-film": [match, 1],
        "game-void": [match, 1],
        "game-play-on": [match, 1],
        "kit-wheel": [wheel().name],
        "lesson": ["kalah", 1],
        "course": [club.slug],
        "series-edit": [begin(alice).slug],
    }


@pytest.fixture
def alice(made):
    return made[0]


@pytest.fixture
def keys(made):
    return made[1]


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
    of_a_provider = {"Newcomer", "OpenidSignupForm"}  # they are tried on the way back from one

    assert set(forms_of_the_site()) == {*FORMS, *of_a_provider}


def fields_of(form, player):
    game, given = engine.load_game("kalah"), {"format": "swiss"}
    if form is CasualForm:
        return form(bots=Opponents(game), player=player, bot="", watch=False, now=NOW).fields
    if form is VariantForm:
        return form(game=game).fields
    if form is LoginForm:
        return form(ENOUGH["LoginForm"]).fields
    if form is ChoicesForm:
        return form(player=player).fields
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
    method = "get" if name in {"CompareForm", "LeaderboardForm", "VariantForm"} else "post"
    if route not in {"login", "signup", "account_reset_password"}:
        client.force_login(alice)

    fields = fields_of(form, alice)
    for field, kind in fields.items():
        is_file = isinstance(kind, forms.FileField)
        for text in texts(*NUMBERS) if len(fields) < 10 else FEW:
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
    for text in texts():
        for field in ALLAUTH[route]:
            _reauthenticated(client, alice, route)
            given = dict.fromkeys(ALLAUTH[route], "x@example.org") | {field: text}
            visit(client, reverse(route), "post", data=given)
        _reauthenticated(client, alice, route)
        visit(client, reverse(route, query=dict.fromkeys(ALLAUTH[route], text)))


def _reauthenticated(client, player, route):
    """Some forms end the session."""
    if route != "login":
        client.force_login(player)
        client.post(reverse("account_reauthenticate"), {"password": "cowrie-and-wood"})


@pytest.mark.parametrize(
    "before", ["password/reset/key/1-", "password/reset/key/", "confirm-email/"]
)
def test_links_of_mails_may_be_changed_to_anything(client, before):
    for text in [*texts(*NUMBERS), "zzzzzzzzzzzzz-x", "1-", "9" * 14 + "-x"]:
        visit(client, f"/accounts/{before}{quote(text, safe='')}/")


def test_the_way_to_a_provider_and_back_takes_any_text(client, alice, settings):
    way = "/accounts/openid/home/"
    with providing() as provider:
        configure(settings, provider.app)
        provider.person = {"sub": "7"}
        for text in texts():
            visit(client, f"{way}login/", "post", data={"next": text, "process": text})
            visit(client, f"{way}back/", data={"state": text, "code": text, "error": text})
            sent = client.post(f"{way}login/", {"next": text})["Refresh"].partition("=")[2]
            client.get(provider.visit(sent))
            visit(client, reverse("socialaccount_signup"), "post", data={"username": text})
            client.force_login(alice)
            visit(client, reverse("socialaccount_connections"), "post", data={"account": text})
            client.logout()


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
        for given in [*texts(*NUMBERS), [hostile.CORE], {hostile.CORE: hostile.CORE}]:
            method = "patch" if name.startswith("Changed") else "post"
            visit(client, address, method, data={field: given}, content_type=JSON)
        if isinstance(kind, serializers.FileField):
            for text in texts():
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
        for text in texts(*NUMBERS):
            visit(client, reverse(route, args=keys.get(route, []), query={name: text}))
