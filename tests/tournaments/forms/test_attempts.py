"""Guessing passwords: a few wrong ones, then a pause, that others do not notice."""

import json
import subprocess
import sys

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tournaments.forms.attempts import ALLOWED, Attempts
from tournaments.models import Player

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
SENTENCE = "Too many failed attempts to log in. Wait for 15 minutes, then try again."


@pytest.fixture(autouse=True)
def dora(db):
    return Player.objects.create_user("dora", password=PASSWORD, is_staff=True)


def log_in(client, password, *, username="dora", address="192.0.2.1", page="login"):
    given = {"username": username, "password": password}
    return client.post(reverse(page), given, REMOTE_ADDR=address)


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


def test_who_tries_many_accounts_is_stopped_by_address(client, monkeypatch):
    monkeypatch.setitem(ALLOWED, "address", 3)
    for number in range(3):
        log_in(client, "wrong", username=f"player{number}")

    assert log_in(client, PASSWORD).status_code == 429


def test_who_comes_from_many_addresses_is_stopped_by_account(client, monkeypatch):
    monkeypatch.setitem(ALLOWED, "account", 3)
    for number in range(3):
        log_in(client, "wrong", address=f"198.51.100.{number}")

    assert log_in(client, PASSWORD, address="198.51.100.9").status_code == 429


def test_an_address_that_a_visitor_makes_up_changes_nothing(client):
    for number in range(5):
        given = {"username": "dora", "password": "wrong"}
        client.post(reverse("login"), given, headers={"X-Forwarded-For": f"203.0.113.{number}"})

    answer = client.post(reverse("login"), {"username": "dora", "password": PASSWORD})

    assert answer.status_code == 429


def test_the_administration_has_the_same_lock(client):
    guess(client, 5, page="admin:login")

    answer = log_in(client, PASSWORD, page="admin:login")

    assert SENTENCE in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated


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
    assert asked[0].json() == {"detail": SENTENCE}
    assert page.status_code == 429


def test_five_wrong_passwords_are_five_however_many_processes_try_at_once(tmp_path):
    options = {
        "BACKEND": "tournaments.machinery.file_cache.FileCache",
        "LOCATION": str(tmp_path / "cache.sqlite3"),
    }
    command = [sys.executable, "-c", TRIES, json.dumps({"default": options})]

    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _process in range(2)]

    passed = [int(one.communicate(timeout=60)[0]) for one in both]
    assert sum(passed) == ALLOWED["account and address"]


def test_tries_at_once_are_counted_before_the_password_is_looked_at(rf):
    request = rf.post(reverse("login"))
    at_once = [Attempts(request, "dora") for _try in range(ALLOWED["account and address"])]
    for one in at_once:
        one.begin()

    with pytest.raises(ValidationError, match="Too many failed attempts"):
        Attempts(request, "dora").begin()


def test_an_empty_password_forgets_no_wrong_ones(client):
    for _round in range(5):
        log_in(client, "wrong")
        log_in(client, "")

    assert log_in(client, PASSWORD).status_code == 429


def test_who_is_refused_shuts_nobody_else_out(client, monkeypatch):
    monkeypatch.setitem(ALLOWED, "account", 8)
    guess(client, 20)

    assert log_in(client, PASSWORD, address="192.0.2.2").status_code == 302


def test_who_logs_in_again_and_again_uses_up_nothing(client, monkeypatch):
    monkeypatch.setitem(ALLOWED, "address", 2)

    assert {log_in(client, PASSWORD).status_code for _time in range(4)} == {302}


TRIES = """
import json, sys
import django
from django.conf import settings
settings.configure(CACHES=json.loads(sys.argv[1]), INSTALLED_APPS=[], REST_FRAMEWORK={})
django.setup()
from django.core.exceptions import ValidationError
from django.test import RequestFactory
from tournaments.forms.attempts import Attempts
passed = 0
for _try in range(50):
    try:
        Attempts(RequestFactory().get("/"), "dora").begin()
        passed += 1
    except ValidationError:
        pass
print(passed)
"""
