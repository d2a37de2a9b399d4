"""The page of the kit and its files, as people and installers read them."""

import hashlib
from html.parser import HTMLParser

import pytest
from django.urls import reverse

import tournaments
from agents.inside import protocol
from tests.tournaments.worlds import wheel

pytestmark = pytest.mark.django_db


class Links(HTMLParser):
    """The addresses of a page, as an installer collects them."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append(dict(attrs)["href"])


def page(client, **headers):
    return client.get(reverse("kit"), **headers).content.decode()


def test_the_page_says_version_and_protocol(client):
    said = " ".join(page(client).split())

    assert (
        f"version {tournaments.__version__} of the kit, which speaks version {protocol.VERSION} "
    ) in said


def test_the_page_links_each_file_with_the_hash_of_its_content(client):
    content = wheel().read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()

    (link,) = [one for one in Links(page(client)).found if ".whl" in one]

    assert link == f"/kit/{wheel().name}?sha256={sha256}#sha256={sha256}"
    assert client.get(link).content == content


def test_the_page_names_the_site_that_is_asked(client, settings):
    settings.ALLOWED_HOSTS = ["kauri.example.org"]

    said = page(client, headers={"host": "kauri.example.org"})

    assert "--find-links http://kauri.example.org/kit/" in said
    assert "127.0.0.1" not in said


def test_the_page_says_under_which_licence_the_kit_is(client):
    assert "https://www.apache.org/licenses/LICENSE-2.0" in page(client).split("</article>")[0]


def test_a_site_without_the_kit_says_so(client):
    assert "Nobody has built the kit on this site yet." in page(client)


def test_a_file_that_is_asked_for_by_its_hash_may_be_kept_for_ever(client):
    sha256 = hashlib.sha256(wheel().read_bytes()).hexdigest()

    answer = client.get(reverse("kit-wheel", args=[wheel().name], query={"sha256": sha256}))

    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["ETag"] == f'"{sha256}"'


@pytest.mark.parametrize("query", [{}, {"sha256": "0" * 64}])
def test_a_file_that_is_asked_for_by_its_name_is_asked_for_again(client, query):
    answer = client.get(reverse("kit-wheel", args=[wheel().name], query=query))

    assert answer["Cache-Control"] == "public, no-cache"


def test_who_has_a_file_already_gets_nothing_again(client):
    address = reverse("kit-wheel", args=[wheel().name])
    tag = client.get(address)["ETag"]

    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


def test_a_file_that_was_built_again_has_another_tag(client):
    address = reverse("kit-wheel", args=[wheel().name])
    before = client.get(address)["ETag"]
    wheel().write_bytes(b"another")

    assert client.get(address)["ETag"] == f'"{hashlib.sha256(b"another").hexdigest()}"' != before


@pytest.mark.parametrize("name", ["kauri_kit-0.0.1-py3-none-any.whl", ".state", "..", "%2e%2e"])
def test_nothing_else_is_served(client, name):
    wheel().with_name(".state").write_text("secret")

    assert client.get(f"/kit/{name}").status_code == 404
