"""Bodies come in UTF-8; whatever else a header claims is refused by one answer, and never fails."""

import encodings.aliases
import io
import json

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.urls import reverse

from tournaments.api import description
from tournaments.web import site
from tournaments.web.charsets import Handler

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NAMES = sorted(
    {*encodings.aliases.aliases, *encodings.aliases.aliases.values()}
    | {"idna", "punycode", "undefined", "utf_8_sig", "no-such", "a b", "%s{0}", "../x", "é"}
)
UTF_8 = {"cp65001", "u8", "utf", "utf8", "utf8_ucs2", "utf8_ucs4", "utf_8"}

BODIES = {
    "application/x-www-form-urlencoded": "next=%C3%A9&username=",
    "multipart/form-data; boundary=edge": "--edge\r\nContent-Disposition: form-data; "
    'name="next"\r\n\r\né\r\n--edge--\r\n',
    "application/json": '{"username": "é", "password": ""}',
}


@pytest.fixture(autouse=True)
def _connected():
    """The test's connection outlives each request, as with Django's own client."""
    signals = (request_started, request_finished)
    for one in signals:
        one.disconnect(close_old_connections)
    yield
    for one in signals:
        one.connect(close_old_connections)


def ascii_names():
    aliases = encodings.aliases.aliases
    return {name for name in NAMES if aliases.get(name, name) == "ascii"}


def ask(address, content_type):
    """The status and the text of the answer to a body of that type."""
    cache.clear()
    body = BODIES[content_type.rpartition("; charset=")[0] or content_type].encode()
    return served(body, address, content_type=content_type)


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("route", ["login", "api:token"])
def test_only_utf_8_is_read(route, kind):
    usual, _text = ask(reverse(route), kind)

    told = {name: ask(reverse(route), f"{kind}; charset={name}")[0] for name in NAMES}

    assert usual in {"400 Bad Request", "403 Forbidden", "415 Unsupported Media Type"}
    assert {told[name] for name in UTF_8} == {usual}
    others = {name: said for name, said in told.items() if name not in {*UTF_8, *ascii_names()}}
    assert set(others.values()) == {"400 Bad Request"}


@pytest.mark.parametrize("charset", ["idna", "hex", "utf-16", "no-such"])
def test_a_form_is_told_so_by_a_page_and_the_api_by_json(charset):
    page = ask(reverse("login"), f"application/x-www-form-urlencoded; charset={charset}")
    answer = ask(reverse("api:token"), f"application/json; charset={charset}")

    assert page[0] == answer[0] == "400 Bad Request"
    assert "This request cannot be read" in page[1]
    told = json.loads(answer[1])
    assert told["detail"].startswith("Requests are read in UTF-8 only.")
    assert told["code"] == "wrong_charset"


@pytest.mark.parametrize("name", ["charset", "boundary"])
@pytest.mark.parametrize("charset", ["no-such", "undefined", "idna"])
def test_a_header_with_a_charset_of_its_own_is_refused_by_the_server_itself(name, charset):
    status, _text = served(content_type=f"multipart/form-data; {name}*={charset}''%41%ff")

    assert status == "400 Bad Request"


def test_an_accept_header_with_a_charset_that_nobody_knows_is_refused():
    status, _text = served(accept="application/json; q*=no-such''%41")

    assert status == "400 Bad Request"


def test_a_part_with_a_charset_that_nobody_knows_is_left_out():
    part = "--edge\r\nContent-Disposition: form-data; name*=no-such''%41\r\n\r\na\r\n--edge--\r\n"

    status, _text = served(part.encode(), CONTENT_TYPE="multipart/form-data; boundary=edge")

    assert status == "403 Forbidden"  # it has no token of the session


def served(body=b"", path="/accounts/login/", **headers):
    """The status and the text that the application answers, as the web server calls it."""
    named = {"content-length": str(len(body)), **headers}
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"next=%C3%A9",
        "server": ("localhost", 80),
        "client": ("192.0.2.1", 1),
        "headers": [
            (name.replace("_", "-").encode(), text.encode("latin-1"))
            for name, text in named.items()
        ],
    }
    answer, _context = Handler().respond(scope, io.BytesIO(body))
    return f"{answer.status_code} {answer.reason_phrase}", answer.content.decode()


def test_the_site_makes_the_description_of_the_api_before_anybody_asks(client, monkeypatch):
    description._made.cache_clear()
    description._written.cache_clear()
    site.prepare()
    monkeypatch.setattr(description, "SchemaGenerator", None)

    assert client.get("/api/v1/schema/?format=json").json()["info"]["title"] == "Kauri"
