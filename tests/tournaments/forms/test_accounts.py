"""Guessing passwords: a few wrong ones, then a pause, that others do not notice."""

import json
import re
import subprocess
import sys
from http.cookies import SimpleCookie
from ipaddress import ip_network

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tournaments.models import Player
from tournaments.services.people import devices

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
SENTENCE = "Too many failed attempts to log in. Wait for 15 minutes, then try again."


@pytest.fixture(autouse=True)
def dora(db):
    return Player.objects.create_user("dora", password=PASSWORD, is_staff=True)


def log_in(client, password, *, username="dora", address="192.0.2.1"):
    given = {"login": username, "password": password}
    return client.post(reverse("login"), given, REMOTE_ADDR=address)


def few(settings, most, *, of):
    """So few failures of an account or of a network, in all."""
    few_of = {f"login_failed_{of}": f"{most}/15m/key"}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | few_of


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
    few(settings, 3, of="network")
    for number in range(3):
        log_in(client, "wrong", username=f"player{number}")

    assert log_in(client, PASSWORD).status_code == 429


def test_who_comes_from_many_addresses_is_stopped_by_account(client, settings):
    few(settings, 3, of="account")
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
        "BACKEND": "tournaments.machinery.caches.file_cache.FileCache",
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
    few(settings, 8, of="account")
    guess(client, 20)

    assert log_in(client, PASSWORD, address="192.0.2.2").status_code == 302


def test_who_logs_in_again_and_again_uses_up_nothing(client, settings):
    few(settings, 2, of="network")

    for _time in range(4):
        client.cookies.clear()
        assert log_in(client, PASSWORD).status_code == 302


@pytest.fixture
def shut_out(client, settings):
    """What others may do to an account: far too many wrong passwords, from many addresses."""

    def guess():
        few(settings, 3, of="account")
        for number in range(4):
            log_in(Client(), "wrong", address=f"198.51.100.{number}")

    return guess


def test_a_browser_that_the_account_knows_gets_in_whatever_others_do(client, shut_out):
    log_in(client, PASSWORD)
    device = client.cookies[devices.COOKIE].value
    shut_out()

    assert log_in(Client(), PASSWORD, address="192.0.2.9").status_code == 429
    client.cookies = SimpleCookie({devices.COOKIE: device})
    assert log_in(client, PASSWORD, address="192.0.2.9").status_code == 302


def test_a_known_browser_has_few_guesses_as_well(client):
    log_in(client, PASSWORD)
    client.cookies = SimpleCookie({devices.COOKIE: client.cookies[devices.COOKIE].value})

    answers = [log_in(client, "wrong", address=f"198.51.100.{n}").status_code for n in range(6)]

    assert answers == [200] * 5 + [429]


def test_the_browser_of_somebody_else_or_before_a_new_password_is_not_known(client, dora):
    Player.objects.create_user("eve", password=PASSWORD)
    log_in(client, PASSWORD, username="eve")
    cookie = client.cookies[devices.COOKIE].value
    both = devices.with_player(cookie, dora)

    assert not devices.known(cookie, username="dora")
    assert devices.known(both, username="DORA") == devices.known(cookie, username="eve") != ""
    assert not devices.known(f"{both}x", username="dora")
    dora.set_password("another-long-word")
    dora.save()
    assert not devices.known(both, username="dora")


def test_a_browser_knows_a_few_players(dora):
    cookie = ""
    for name in "abcde":
        cookie = devices.with_player(cookie, Player.objects.create_user(name, password=PASSWORD))
    latest = devices.with_player(cookie, dora)

    named = [name for name in ("a", "b", "e", "dora") if devices.known(latest, username=name)]
    assert named == ["b", "e", "dora"]


def test_a_mailed_link_gets_in_whatever_others_do(client, dora, shut_out):
    EmailAddress.objects.create(user=dora, email="dora@example.org", verified=True, primary=True)
    shut_out()
    client.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    (link,) = re.findall(r"http://\S+", mail.outbox[0].body)
    form = client.get(link).url
    new = "another-cowrie-and-wood"

    client.post(form, {"password1": new, "password2": new})

    assert client.get(reverse("account")).status_code == 200


def test_a_trusted_network_is_no_crowd_of_attackers(client, settings):
    few(settings, 3, of="network")
    settings.TRUSTED_NETWORKS = [ip_network("192.0.2.0/24")]
    for number in range(6):
        log_in(client, "wrong", username=f"player{number}")

    assert log_in(client, PASSWORD).status_code == 302
    guess(Client(), 5, address="192.0.2.3")
    assert log_in(Client(), PASSWORD, address="192.0.2.3").status_code == 429


def test_addresses_of_one_network_of_version_6_are_one(client):
    for number in range(5):
        log_in(client, "wrong", address=f"2001:db8::{number}")

    assert log_in(client, PASSWORD, address="2001:db8::77").status_code == 429
    assert log_in(client, PASSWORD, address="2001:db8:0:1::77").status_code == 302


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
