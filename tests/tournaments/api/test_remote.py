"""The API of remote bots: the sessions of its page, and clients that mean harm."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from tests.tournaments.casual import person
from tests.tournaments.factories import variant
from tests.tournaments.remote import connected, remote_bot, token
from tournaments.models import Bot, CasualGame
from tournaments.queries.casual.turns import Correspondence
from tournaments.services.bots import connecting
from tournaments.services.casual import opening

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = (Path(settings.BASE_DIR) / "docs" / "42-remote-bots.md").read_text()
BLOCKS = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
KEY = "5d41402abc4b2a76"
JSON = "application/json"


def fits(shown, real):
    """Whether a value is as the page shows it, which leaves out what "..." stands for."""
    if isinstance(shown, dict):
        own = {name: value for name, value in shown.items() if name != "..."}
        names = own.keys() <= real.keys() if "..." in shown else own.keys() == real.keys()
        return names and all(fits(value, real[name]) for name, value in own.items())
    return shown == real or (shown == "..." and bool(real))


def parsed(text):
    """The JSON that the page shows."""
    return json.loads(text.replace("{...}", '"..."').replace(", ...}", ', "...": ""}'))


class Session:
    """A program of alice's that does what the page shows, in its order."""

    def __init__(self, client, alice, bob):
        self.client, self.bob, self.key = client, bob, ""
        now = timezone.now()
        self.headers = {"Authorization": f"Token {token(alice, 'remote', now=now)}"}

    def follow(self, block):
        for step in re.split(r"\n(?=POST |GET )", block):
            getattr(self, step.split(" ", 1)[0].lower().rstrip(":"))(step)

    def post(self, step):
        request, answer = step.strip().split("\n\n", 1)
        head, _line, body = request.partition("\n")
        status, _line, shown = answer.partition("\n")
        path = head.removeprefix("POST ").replace(KEY, self.key)
        real = self.client.post(path, body or None, JSON, headers=self.headers)
        told = real.json() | ({"game": KEY} if "game" in real.json() else {})
        assert (real.status_code, fits(parsed(shown), told)) == (int(status), True), told

    def get(self, step):
        self.bot = Bot.objects.get(slug="far-away")
        connecting.connect(self.bot.pk, at_once=4, now=timezone.now())
        self.stream = Correspondence(self.bot.pk)
        told = self.stream.due()
        config = opening.CasualConfiguration(
            variant=variant("kalah", rated=False), seats=[self.bot.versions.get(), "me"]
        )
        game = opening.open_game(config, who=person(self.bob), now=timezone.now())
        self.key = game.key
        self._compare(step, [*told, *self.stream.due()])

    def event(self, step):
        self._compare(step, self.stream.due())

    def _compare(self, step, told):
        shown = re.findall(r"^event: (.*)\ndata: (.*)$", step, re.MULTILINE)
        real = json.loads(json.dumps(told).replace(self.key, KEY).replace("bob", "alice"))
        assert len(shown) == len(real)
        for (kind, data), (real_kind, real_data) in zip(shown, real, strict=True):
            assert (kind, fits(parsed(data), real_data)) == (real_kind, True), real_data


def test_the_sessions_of_the_page_are_what_happens(client, alice, bob):
    session = Session(client, alice, bob)
    for block in BLOCKS:
        session.follow(block)

    assert CasualGame.objects.get().is_over


@pytest.fixture
def far(alice):
    return connected(remote_bot(alice), now=timezone.now())


@pytest.fixture
def game(far, bob):
    config = opening.CasualConfiguration(variant=variant("kalah", rated=False), seats=[far, "me"])
    return opening.open_game(config, who=person(bob), now=timezone.now())


@pytest.fixture
def post(client, alice):
    """Post to the game's address, with a token of alice's."""
    key = token(alice, "remote", now=timezone.now())

    def send(path, body, **headers):
        sent = {"Authorization": f"Token {key}"} | headers
        answer = client.post(f"/api/v1/remote/{path}", body, JSON, headers=sent)
        return answer.status_code, answer.json().get("code")

    return send


def test_nobody_acts_for_the_bot_of_another_player(game, post, bob):
    path, action = f"far/games/{game.key}/actions/", {"ply": 0, "action": "A"}
    theirs = token(bob, "remote", now=timezone.now())
    uploading = token(game.seats.get(number=0).version.bot.owner, "upload", now=timezone.now())

    assert post(path, action, Authorization=f"Token {theirs}") == (404, "not_found")
    assert post(path, action, Authorization=f"Token {uploading}") == (403, "token-scope")
    assert post(path, action, Authorization="Token none")[0] == 401
    other = remote_bot(bob, "Other")
    mine = f"{other.bot.slug}/games/{game.key}/actions/"
    assert post(mine, action, Authorization=f"Token {theirs}") == (403, "not-at-this-board")


def test_what_is_no_action_at_this_ply_changes_nothing(game, post):
    path = f"far/games/{game.key}/actions/"

    assert post(path, {"ply": 7, "action": "A"}) == (409, "remote-not-due")
    assert post(path, {"ply": 0, "action": "Z"}) == (400, "invalid")
    assert post(path, {"ply": 0, "action": "A" * 101})[0] == 400
    assert post(path, {"ply": -1, "action": "A"})[0] == 400
    assert post(path, {"ply": 0, "action": "A", "more": 1})[0] == 400
    assert post(path, {"ply": 0, "action": "A" * 300_000})[0] == 413
    assert post("far/games/none/actions/", {"ply": 0, "action": "A"})[0] == 404
    game.refresh_from_db()
    assert game.events == []


def test_whose_time_is_over_reads_that_the_game_is_lost(game, post):
    CasualGame.objects.update(due_since=timezone.now() - timedelta(seconds=30))
    Bot.objects.update(connected_since=timezone.now() - timedelta(seconds=60))

    path = f"far/games/{game.key}/actions/"
    assert post(path, {"ply": 0, "action": "A"}) == (409, "remote-too-late")
    game.refresh_from_db()
    assert game.is_over
