"""Readers share pages for a moment, and never what is somebody's own."""

import gzip
import re
import time

import pytest
from django.core.cache import cache
from django.middleware.gzip import GZipMiddleware
from django.test import Client
from django.urls import Resolver404, resolve

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
from tests.tournaments.test_permissions import SITE
from tests.tournaments.worlds import address, furnish, population
from tournaments.models import Match, Tournament
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


@pytest.fixture
def of_member(client):
    """A look by a member, Ada, who stays the same."""
    client.force_login(player := PlayerFactory(username="ada"))

    def of_member(path="/bots/", **headers):
        return client.get(path, headers={**BROWSER, **headers})

    of_member.player, of_member.client = player, client
    return of_member


def test_members_share_a_page_with_visitors_and_have_a_corner_of_their_own(of_member, client):
    visitor = Client().get("/bots/", headers=BROWSER)
    BotFactory(name="Newcomer")
    member = of_member()
    unlike = re.compile(r'<div class="corner">.*?</div>', re.DOTALL)

    assert not _shows(member)
    assert "ada" in (corner := unlike.search(member.content.decode())[0])
    assert "Log out" in corner
    assert "Log in" in unlike.search(visitor.content.decode())[0]
    assert unlike.sub("", member.content.decode()) == unlike.sub("", visitor.content.decode())


def test_a_page_that_was_made_for_a_member_is_that_of_visitors(of_member, look):
    of_member()
    of_visitor = look()

    assert b"ada" not in of_visitor.content
    assert b"Log in" in of_visitor.content


def test_a_member_reads_a_compressed_page_with_the_corner_in_it(of_member):
    packed = of_member(**{"accept-encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"ada" in gzip.decompress(packed.content)


def test_members_can_use_the_forms_of_a_shared_page(of_member):
    client = of_member.client
    client.handler.enforce_csrf_checks = True
    Client().get("/bots/", headers=BROWSER)
    tokens = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', of_member().content.decode())

    logged_out = client.post("/accounts/logout/", {"csrfmiddlewaretoken": tokens[0]})

    assert logged_out.status_code == 302
    assert "Log in" in client.get("/bots/", headers=BROWSER).content.decode()


def test_a_member_who_has_just_sent_something_sees_what_came_of_it(of_member):
    of_member()
    BotFactory(name="Newcomer")
    of_member.client.post("/accounts/notices/read/")

    assert _shows(of_member())


def test_a_message_to_a_member_is_on_the_next_page_and_on_no_other(of_member):
    of_member.client.post("/accounts/notices/feed/remove/")
    cache.delete(shared_pages._sent_by(of_member.player))

    news = b"The address of your feed is gone."
    assert [news in of_member().content for _look in range(2)] == [True, False]
    assert news not in Client().get("/bots/", headers=BROWSER).content


TOKEN = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+')


@pytest.mark.parametrize("role", ["stranger", "owner", "organiser", "staff"])
def test_a_member_sees_the_same_whether_pages_are_shared_or_not(role, settings, monkeypatch):
    people, shared = population(), []
    values = furnish(people)
    _private_tournaments_of(people["owner"], people["organiser"])
    monkeypatch.setattr(shared_pages, "_filled", _noting(shared_pages._filled, shared))
    settings.VIEWS_A_MINUTE = 0
    member = Client()
    member.force_login(people[role])

    for path in _marked_addresses(values):
        cache.clear()
        alone = [_plain(one, path, settings, seconds=0) for one in (member, Client())]
        # The visitor gets what may have been made for the member.
        together = [_plain(one, path, settings, seconds=60) for one in (member, Client())]
        assert alone == together, path

    assert bool(shared) == (role != "staff")


def test_a_page_that_visitors_may_not_see_is_made_once_for_a_member(of_member, monkeypatch):
    row = tournament([VersionFactory(), VersionFactory()], name="Secret")
    row.invited.add(of_member.player)
    Tournament.objects.filter(pk=row.pk).update(access="private")
    match = row.matches.get()
    monkeypatch.setattr(shared_pages, "_as_visitor", None)

    for path in (row.get_absolute_url(), match.get_absolute_url()):
        assert "Secret" in of_member(path).content.decode()


def _private_tournaments_of(*organisers):
    for one in organisers:
        row = tournament([VersionFactory(), VersionFactory()], name=f"Secret of {one}")
        Tournament.objects.filter(pk=row.pk).update(access="private", organiser=one)


def _noting(fill, shared):
    def filled(page, request, own):
        if own:  # a member's corner
            shared.append(request.path)
        return fill(page, request, own)

    return filled


def _marked_addresses(values):
    """The addresses of pages that members may share."""
    paths = [address(route, values) for route in SITE if not route.startswith("api/")]
    marked = [path for path in paths if _is_marked(path)]
    assert len(marked) > 15
    return marked


def _is_marked(path):
    try:
        return hasattr(resolve(path).func, "differs")
    except Resolver404:  # a key that comes by mail
        return False


def _plain(reader, path, settings, seconds):
    settings.SHARED_PAGE_SECONDS = seconds
    answer = reader.get(path, headers=BROWSER)
    return answer.status_code, TOKEN.sub("", answer.content.decode())


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
