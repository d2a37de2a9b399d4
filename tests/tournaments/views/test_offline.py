"""The page for times without network: in the reader's language, and of nobody."""

import re

import pytest
from django.templatetags.static import static
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_the_page_has_the_language_that_is_asked_for_and_else_the_reader_s(client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    german = client.get(reverse("offline", query={"language": "de"}))
    other = client.get(reverse("offline", query={"language": "tlh"}))

    assert (german["Content-Language"], other["Content-Language"]) == ("de", "en")
    assert '<html lang="de"' in german.content.decode()
    assert "No connection" in other.content.decode()


def test_the_page_names_nobody_and_holds_no_token(client, alice):
    client.force_login(alice)
    page = client.get(reverse("offline")).content.decode()

    assert "alice" not in page
    assert "csrf" not in page
    assert "<script" not in page


def test_all_that_the_page_needs_lies_where_the_worker_looks_for_it(client):
    page = client.get(reverse("offline")).content.decode()
    files = re.findall(r'<(?:link|img)[^>]* (?:href|src)="([^"]+)"', page)

    assert files
    assert all(file.startswith("/static/") for file in files)


def test_pages_name_the_worker(client):
    worker = static("kauri/offline/worker.js")
    assert f'content="{worker}"' in client.get(reverse("games")).content.decode()


def test_only_the_worker_sees_the_whole_site(settings):
    allowed = []
    for url in ("/static/kauri/offline/worker.5f0c.js", "/static/kauri/kauri.js"):
        headers = {}
        settings.WHITENOISE_ADD_HEADERS_FUNCTION(headers, "", url)
        allowed.append(headers)

    assert allowed == [{"Service-Worker-Allowed": "/"}, {}]
