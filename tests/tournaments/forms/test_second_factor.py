"""A code of the account's app gets past the wrong passwords that others send for the account."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.test import Client
from django.urls import reverse

from tests.tournaments.forms.test_accounts import PASSWORD, SENTENCE, few
from tests.tournaments.views.test_account_access import code_now, is_logged_in
from tournaments.models import Player
from tournaments.services.people import devices

pytestmark = pytest.mark.django_db

WAY_OUT = "If you use a second factor, write its code too."


def with_app(name):
    player = Player.objects.create_user(name, password=PASSWORD)
    auth.TOTP.activate(player, auth.generate_totp_secret())
    return player


@pytest.fixture
def dora(db, settings):
    """Dora has an app; others have just sent more wrong passwords than her account may have."""
    with_app("ann")
    player = with_app("dora")
    few(settings, 3, of="account")
    for number in range(4):
        log_in(Client(), password="wrong", address=f"198.51.100.{number}")
    return player


def log_in(client, *, address="192.0.2.1", **given):
    given = {"login": "dora", "password": PASSWORD} | given
    return client.post(reverse("login"), given, REMOTE_ADDR=address)


def test_a_code_of_the_app_gets_past_the_wrong_passwords_of_others(client, dora):
    answer = log_in(client, code=code_now(dora))

    assert answer.url == reverse("home")
    assert is_logged_in(client)
    assert devices.known(client.cookies[devices.COOKIE].value, username="dora")
    assert Authenticator.objects.get(user=dora).last_used_at is not None


def test_the_page_asks_for_the_code_once_there_were_too_many_failures(client, dora):
    before = client.get(reverse("login")).content.decode()
    answer = log_in(client)

    page = answer.content.decode()
    assert answer.status_code == 429
    assert WAY_OUT in page
    assert 'name="code"' in page
    assert 'name="code"' not in before
    assert "The code is wrong" not in page


@pytest.mark.parametrize("code", ["000000x", "\u0661\u0662\u0663", "", "{row}", "1\x002"])
def test_a_wrong_code_gets_past_nothing(client, dora, code):
    answer = log_in(client, code=code)

    assert answer.status_code == (200 if "\x00" in code else 429)
    assert 'name="code"' in answer.content.decode()
    assert not is_logged_in(client)


def test_a_code_that_is_wrong_is_called_so(client, dora):
    page = log_in(client, code="000000x").content.decode()

    assert "The code is wrong, or its time is over." in page
    assert WAY_OUT in page


def test_a_code_is_worth_one_try_of_a_password(client, dora):
    code = code_now(dora)

    tries = [
        log_in(Client(), code=code, password=password, address=f"192.0.2.{end}").status_code
        for end, password in enumerate(["wrong", "wrong", PASSWORD])
    ]

    assert tries == [200, 429, 429]


def test_the_app_of_somebody_else_gets_past_nothing(client, dora):
    assert log_in(client, code=code_now(with_app("eve"))).status_code == 429


def test_an_account_without_a_second_factor_has_no_code_to_send(client, dora):
    Authenticator.objects.all().delete()

    assert log_in(client, code="123456").status_code == 429


def test_a_recovery_code_is_kept_for_the_second_factor_itself(client, dora):
    Authenticator.objects.all().delete()
    row = Authenticator.objects.create(
        user=dora, type="recovery_codes", data={"migrated_codes": ["12345678"]}
    )

    assert log_in(client, code="12345678").status_code == 429
    assert row.wrap().get_unused_codes() == ["12345678"]


def test_codes_can_be_guessed_as_rarely_as_passwords(client, dora):
    for number in range(5):
        log_in(Client(), code=f"{number}x")

    answer = log_in(client, code=code_now(dora))

    assert answer.status_code == 429
    assert SENTENCE in answer.content.decode()
    assert log_in(client, code=code_now(dora), address="192.0.2.2").status_code == 302


def test_a_network_has_no_more_guesses_at_codes_than_at_passwords(client, dora, settings):
    few(settings, 2, of="network")
    for name in ("ann", "eve"):
        log_in(Client(), login=name, password="wrong")

    assert log_in(client, code=code_now(dora)).status_code == 429


def test_log_ins_by_code_use_up_nothing(dora, settings):
    few(settings, 1, of="network")
    log_in(Client(), code=code_now(dora))

    assert log_in(Client(), login="eve", password="wrong").status_code == 200


def test_while_the_account_has_attempts_left_the_code_is_asked_for_afterwards(client):
    dora = with_app("dora")
    code = code_now(dora)

    assert log_in(client, code=code).url == reverse("mfa_authenticate")
    assert not is_logged_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code})
    assert is_logged_in(client)


def test_a_token_by_password_has_no_such_way_since_it_takes_no_second_factor(client, dora):
    given = {"username": "dora", "password": PASSWORD}

    answer = client.post(reverse("api:token"), given, "application/json")
    with_code = client.post(
        reverse("api:token"), given | {"code": code_now(dora)}, "application/json"
    )

    assert (answer.status_code, answer.json()["detail"]) == (429, SENTENCE)
    assert with_code.status_code == 400
