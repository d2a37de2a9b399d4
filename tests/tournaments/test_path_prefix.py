"""Behind a path prefix no page, form or answer of the API names an address outside of it."""

import gc
import re
import runpy
from functools import _lru_cache_wrapper
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings as present
from django.core.cache import cache
from django.test import Client
from django.urls import clear_url_caches

from tests.tournaments.permissions import TABLE
from tests.tournaments.worlds import address, furnish, population
from tournaments.machinery.web.prefixes import with_prefix

pytestmark = [pytest.mark.django_db, pytest.mark.once]

URLS = Path(present.BASE_DIR) / "tournaments" / "urls.py"

LINK = re.compile(
    r'(?:href|src|action|content|hx-[a-z]+|data-[a-z-]+)="(?:http://testserver)?(/[^"]*)"'
)
PATH = re.compile(r'"(?:http://testserver)?(/[a-z][^"<\\]*)"')

UNREAD = {"/kauri/language/"}
"""It leads back to the page of its form, which this client does not name."""


@pytest.fixture
def _behind_a_prefix(settings):
    settings.PATH_PREFIX = "/kauri"
    settings.STATIC_URL = "/kauri/static/"
    settings.VIEWS_A_MINUTE = settings.SHARED_PAGE_SECONDS = 0
    settings.ROOT_URLCONF = ModuleType("urls")
    vars(settings.ROOT_URLCONF).update(runpy.run_path(str(URLS)))
    _forget_addresses()
    yield
    _forget_addresses()


def _forget_addresses():
    """Empty what keeps texts with addresses in them for the life of a process."""
    clear_url_caches()
    cache.clear()
    for kept in gc.get_objects():
        if type(kept) is _lru_cache_wrapper and kept.__module__.startswith("tournaments."):
            kept.cache_clear()


def outside(path, answer):
    """Every address outside the prefix that an answer names."""
    kind = answer.headers.get("Content-Type", "")
    named = [answer.headers["Location"]] if "Location" in answer.headers else []
    if not answer.streaming and kind.startswith(("text/html", "application/json")):
        pattern = LINK if kind.startswith("text/html") else PATH
        named += pattern.findall(answer.content.decode())
    return [(path, link) for link in named if link.startswith("/") and not _is_inside(link)]


def _is_inside(link):
    return link == "/kauri" or link.startswith("/kauri/")


@pytest.mark.usefixtures("_behind_a_prefix")
def test_no_answer_names_an_address_outside_the_prefix():
    people = population()
    values = furnish(people)
    client = Client(raise_request_exception=False)
    client.force_login(people["staff"])
    paths = [with_prefix(address(route, values)) for route in sorted(TABLE)]

    answers = {path: client.get(path) for path in paths if path not in UNREAD}

    assert [stray for path, answer in answers.items() for stray in outside(path, answer)] == []
    assert sum(answer.status_code == 200 for answer in answers.values()) > 80
