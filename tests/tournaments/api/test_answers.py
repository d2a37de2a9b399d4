"""How answers travel: compressed, with marks of what is known, and to pages of other sites."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.factories import VersionFactory, play_out, tournament
from tournaments.models import Match

pytestmark = pytest.mark.django_db

MATCHES = "/api/v1/matches/"
ELSEWHERE = {"Origin": "https://example.org"}


@pytest.fixture
def match(alice):
    cup = tournament([VersionFactory(), VersionFactory()], organiser=alice)
    return play_out(cup.matches.get())


def ended(match, ago):
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - ago)


def test_what_ended_a_while_ago_is_used_again_without_asking(client, match):
    ended(match, timedelta(hours=2))

    for path in (f"{MATCHES}{match.pk}/", f"{MATCHES}{match.pk}/games/1/"):
        assert client.get(path)["Cache-Control"] == "private, max-age=600"


def test_what_may_change_is_asked_for_each_time(client, match):
    ended(match, timedelta(minutes=1))

    for path in (f"{MATCHES}{match.pk}/", f"{MATCHES}{match.pk}/games/1/", MATCHES):
        assert client.get(path)["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["", "games/1/"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_whoever_has_an_answer_gets_304_until_it_changes(client, match, path, encoding):
    address, asked = f"{MATCHES}{match.pk}/{path}", {"Accept-Encoding": encoding}
    known = asked | {"If-None-Match": client.get(address, headers=asked)["ETag"]}

    again = client.get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")

    match.games.filter(number=1).update(voided_at=timezone.now(), void_reason="Because.")
    assert client.get(address, headers=known).status_code == 200


def test_answers_are_compressed_for_whoever_can_read_that(client, match):
    packed = client.get(MATCHES, headers={"Accept-Encoding": "gzip"})
    plain = client.get(MATCHES)

    assert (packed["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert len(packed.content) < len(plain.content) / 2


def test_pages_of_other_sites_may_read_without_credentials(client, match):
    answer = client.get(MATCHES, headers=ELSEWHERE)

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"]


def test_pages_of_other_sites_may_neither_write_nor_send_tokens(client):
    asked = {"Access-Control-Request-Method": "POST"}

    answer = client.options("/api/v1/bots/", headers=ELSEWHERE | asked)

    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" not in answer["Access-Control-Allow-Headers"]


def test_pages_of_other_sites_may_read_no_page_of_this_one(client):
    assert "Access-Control-Allow-Origin" not in client.get("/", headers=ELSEWHERE)


@pytest.mark.parametrize(
    ("path", "methods"),
    [("games/", "GET, HEAD, OPTIONS"), ("bots/", "GET, POST, HEAD, OPTIONS"),
     ("bots/any/", "GET, PATCH, HEAD, OPTIONS"), ("token/", "POST, OPTIONS")],
)  # fmt: skip
def test_options_names_the_methods_of_an_address(client, path, methods):
    answer = client.options(f"/api/v1/{path}")

    assert answer.status_code == 200
    assert set(answer["Allow"].split(", ")) == set(methods.split(", "))
    assert set(json.loads(answer.content)["methods"]) == set(methods.split(", "))
