"""Guessing passwords: a few wrong ones, then a pause, that others do not notice."""

import json
import subprocess
import sys

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.urls import reverse

from tournaments.models import Player

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
SENTENCE = "Too many failed attempts to log in. Wait for 15 minutes, then try again."


@pytest.fixture(autouse=True)
def dora(db):
    return Player.objects.create_user("dora", password=PASSWORD, is_staff=True)


def log_in(client, password, *, username="dora", address="192.0.2.1"):
    given = {"login": username, "password": password}
    return client.post(reverse("login"), given, REMOTE_ADDR=address)


def elsewhere(settings, rate):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login_failed_elsewhere": rate}


def guess(client, times, **given):
    return [log_in(client, f"wrong {number}", **given) for number in range(times)][-1]


def test_after_a_few_wrong_passwords_even_the_right_one_has_to_wait(client):
    last = guess(client, 5)

    answer = log_in(client, PASSWORD)

    assert last.status_code == 200
    assert answer.status_code == 429
    assert SENTENCE in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated


def test_the_owner_at_another_address_gets_in_all_the_same(client):
    guess(client, 6)

    assert log_in(client, PASSWORD, address="192.0.2.2").status_code == 302


def test_a_name_in_other_letters_is_the_same_account(client):
    guess(client, 5, username="DORA")

    assert log_in(client, PASSWORD).status_code == 429


def test_the_right_password_forgets_the_wrong_ones(client):
    guess(client, 4)
    assert log_in(client, PASSWORD).status_code == 302
    client.logout()

    guess(client, 4)

    assert log_in(client, PASSWORD).status_code == 302


def test_who_tries_many_accounts_is_stopped_by_address(client, settings):
    elsewhere(settings, "3/15m/ip")
    for number in range(3):
        log_in(client, "wrong", username=f"player{number}")

    assert log_in(client, PASSWORD).status_code == 429


def test_who_comes_from_many_addresses_is_stopped_by_account(client, settings):
    elsewhere(settings, "3/15m/key")
    for number in range(3):
        log_in(client, "wrong", address=f"198.51.100.{number}")

    assert log_in(client, PASSWORD, address="198.51.100.9").status_code == 429


def test_an_address_that_a_visitor_makes_up_changes_nothing(client):
    for number in range(5):
        given = {"login": "dora", "password": "wrong"}
        client.post(reverse("login"), given, headers={"X-Forwarded-For": f"203.0.113.{number}"})

    answer = client.post(reverse("login"), {"login": "dora", "password": PASSWORD})

    assert answer.status_code == 429


def test_the_administration_has_the_same_door(client):
    there = reverse("admin:index")

    answer = client.post(reverse("admin:login"), {"username": "dora", "password": PASSWORD})

    assert client.get(there).url == f"{reverse('admin:login')}?next={there}"
    assert answer.url.startswith(reverse("login"))


def test_guessing_by_the_api_counts_the_same(client):
    given = {"username": "dora", "password": "wrong"}
    for _guess in range(5):
        client.post(reverse("api:token"), given, "application/json", REMOTE_ADDR="192.0.2.1")

    right = given | {"password": PASSWORD}
    asked = [
        client.post(reverse("api:token"), right, "application/json", REMOTE_ADDR=f"192.0.2.{end}")
        for end in (1, 2)
    ]
    page = log_in(client, PASSWORD)

    assert [answer.status_code for answer in asked] == [429, 200]
    assert (asked[0].json()["detail"], asked[0].json()["code"]) == (SENTENCE, "throttled")
    assert page.status_code == 429


def test_five_wrong_passwords_are_five_however_many_processes_try_at_once(tmp_path, settings):
    options = {
        "BACKEND": "tournaments.machinery.file_cache.FileCache",
        "LOCATION": str(tmp_path / "cache.sqlite3"),
    }
    limits = json.dumps(settings.ACCOUNT_RATE_LIMITS)
    command = [sys.executable, "-c", TRIES, json.dumps({"default": options}), limits]

    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _process in range(2)]

    passed = [int(one.communicate(timeout=60)[0]) for one in both]
    assert sum(passed) == 5


def test_tries_at_once_are_counted_before_the_password_is_looked_at(rf):
    request = rf.post(reverse("login"))
    for _try in range(5):
        get_adapter(request).pre_authenticate(request, username="dora")

    with pytest.raises(ValidationError, match="Too many failed attempts"):
        get_adapter(request).pre_authenticate(request, username="dora")


def test_an_empty_password_forgets_no_wrong_ones(client):
    for _round in range(5):
        log_in(client, "wrong")
        log_in(client, "")

    assert log_in(client, PASSWORD).status_code == 429


def test_who_is_refused_shuts_nobody_else_out(client, settings):
    elsewhere(settings, "8/15m/key")
    guess(client, 20)

    assert log_in(client, PASSWORD, address="192.0.2.2").status_code == 302


def test_who_logs_in_again_and_again_uses_up_nothing(client, settings):
    elsewhere(settings, "2/15m/ip")

    assert {log_in(client, PASSWORD).status_code for _time in range(4)} == {302}


TRIES = """
import json, sys
import django
from django.conf import settings
settings.configure(
    CACHES=json.loads(sys.argv[1]), ACCOUNT_RATE_LIMITS=json.loads(sys.argv[2]), REST_FRAMEWORK={},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "allauth.account"],
    MIDDLEWARE=["allauth.account.middleware.AccountMiddleware"],
)
django.setup()
from allauth.core.internal import ratelimit
from django.test import RequestFactory
request = RequestFactory().post("/")
passed = 0
for _try in range(20):
    passed += bool(ratelimit.consume(
        request, app="allauth.account", action="login_failed", key="dora"
    ))
print(passed)
"""
