"""Visitors share pages for a moment, and never what is somebody's own."""

import gzip
import re
import time

import pytest
from django.middleware.gzip import GZipMiddleware

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    tournament,
)
from tournaments.models import Match
from tournaments.services.playing import reports
from tournaments.web import shared_pages

pytestmark = pytest.mark.django_db

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(autouse=True)
def _sharing(settings):
    settings.SHARED_PAGE_SECONDS = 60


@pytest.fixture
def look(client):
    """A look at the bots by a new visitor, with these cookies and headers."""

    def look(path="/bots/", headers=(), **cookies):
        client.cookies.clear()
        client.cookies.load(cookies)
        return client.get(path, headers={**BROWSER, **dict(headers)})

    return look


def _shows(response):
    return "Newcomer" in response.content.decode()


def test_visitors_see_the_page_that_another_one_was_sent_for_some_seconds(look, settings):
    look()
    BotFactory(name="Newcomer")

    assert not _shows(look())
    settings.SHARED_PAGE_SECONDS = 0
    assert _shows(look())


def test_one_visitor_waits_for_the_next_page_and_others_get_the_last(look, monkeypatch):
    look()
    BotFactory(name="Newcomer")
    soon = time.time() + 55
    monkeypatch.setattr(shared_pages.time, "time", lambda: soon)

    with monkeypatch.context() as patch:
        patch.setattr(shared_pages.cache, "set", lambda *given, **named: None)
        assert [_shows(look()) for _visitor in range(3)] == [True, False, False]


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/bots/?q=newcomer"},
        {"headers": {"accept-language": "de"}},
        {"headers": {"host": "127.0.0.1"}},
        {"headers": {"hx-request": "true"}},
        {"headers": {"accept": "application/json"}},
        {"timezone": "Europe/Berlin"},
        {"sessionid": "of-nobody"},
    ],
)
def test_whoever_asks_for_something_else_gets_a_page_of_their_own(look, other):
    look()
    BotFactory(name="Newcomer")

    assert _shows(look(**other))


def test_players_neither_see_nor_leave_a_shared_page(client, look):
    client.force_login(PlayerFactory(username="ada"))

    of_player = client.get("/bots/", headers=BROWSER)
    of_visitor = look()

    assert b"ada" in of_player.content
    assert b"ada" not in of_visitor.content


def test_each_visitor_gets_a_token_of_their_own_that_the_site_accepts(look, client):
    client.handler.enforce_csrf_checks = True
    tokens, secrets = [], []
    for _visitor in range(2):
        page = look("/play/")
        tokens.append(set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page.content.decode())))
        secrets.append(page.cookies["csrftoken"].value)

    accepted = client.post("/play/", {"csrfmiddlewaretoken": min(tokens[1])})
    refused = client.post("/play/", {"csrfmiddlewaretoken": min(tokens[0])})

    assert len(tokens[1]) == 1
    assert tokens[0].isdisjoint(tokens[1])
    assert secrets[0] != secrets[1]
    assert (accepted.status_code, refused.status_code) == (200, 403)


def test_a_shared_page_is_compressed_once_for_browsers_that_can_read_it(look, monkeypatch):
    plain = look()
    monkeypatch.setattr(GZipMiddleware, "process_response", _is_not_needed)
    packed = look(headers={"accept-encoding": "br, gzip"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]


def _is_not_needed(_middleware, _request, response):
    """Stands for Django's compression: a response that is compressed already passes as it is."""
    return response


def test_a_compressed_page_has_no_token_of_another_visitor(look):
    tokens = set()
    for _visitor in range(2):
        page = look("/play/", headers={"accept-encoding": "gzip"})
        text = gzip.decompress(page.content).decode()
        tokens |= set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', text))

    assert len(tokens) == 2


def test_refusals_are_not_shared(look):
    assert look("/bots/newcomer/").status_code == 404
    BotFactory(name="Newcomer", slug="newcomer")

    assert look("/bots/newcomer/").status_code == 200


def test_a_page_that_other_sites_may_frame_keeps_its_policy(look):
    tournament([VersionFactory(), VersionFactory()])
    match = claimed(Match.objects.get())
    row = match.games.get(number=1)
    reports.report(match, row, outcome(row), now=NOW, lease=LEASE)
    path = f"/matches/{match.pk}/games/1/embed/"

    policies = {look(path).headers["Content-Security-Policy"] for _visitor in range(2)}

    assert len(policies) == 1
    assert "frame-ancestors *" in policies.pop()


def test_a_page_with_a_nonce_is_made_for_each_reader(look):
    nonces = set()
    for _visitor in range(2):
        page = look("/workshop/")
        nonce = re.search(r"nonce=\"([^\"]+)", page.content.decode())[1]
        nonces.add(nonce)
        assert f"'nonce-{nonce}'" in page.headers["Content-Security-Policy"]

    assert len(nonces) == 2
