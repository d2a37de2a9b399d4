"""Ways into an account: verified addresses, a forgotten password, and the second factor."""

import re
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import as_player
from tests.tournaments.problems import told
from tournaments.models import Player

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
NEW = "kauri-and-shells-42"
NEW_TWICE = {"password1": NEW, "password2": NEW}
DORA = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}
ADDRESS = "dora@example.org"


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def dora(db):
    return Player.objects.create_user("dora", password=PASSWORD, is_staff=True)


@pytest.fixture
def with_second_factor(dora):
    """Dora, whose log-in also wants a code."""
    auth.TOTP.activate(dora, auth.generate_totp_secret())
    RecoveryCodes.activate(dora)
    return dora


def give_address(player, *, verified=True):
    EmailAddress.objects.create(user=player, email=ADDRESS, primary=True, verified=verified)


def log_in(client, password=PASSWORD, **given):
    return client.post(reverse("login"), {"login": "dora", "password": password} | given)


def is_logged_in(client):
    return client.get(reverse("account")).status_code == 200


def path_in(message):
    return re.search(r"http://testserver(/\S+)", message.body)[1]


def text_of(answer):
    return " ".join(answer.content.decode().split())


def code_of(secret):
    counter = next(auth.yield_hotp_counters_from_time())
    return auth.format_hotp_value(auth.hotp_value(secret, counter))


def code_now(player):
    return code_of(Authenticator.objects.get(user=player, type="totp").data["secret"])


def test_a_forgotten_password_is_replaced_by_a_mail(client, dora, mailoutbox):
    give_address(dora)
    header = as_player(dora)

    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    form = client.get(path_in(mailoutbox[0]), follow=True)
    done = client.post(form.request["PATH_INFO"], NEW_TWICE, follow=True)

    assert mailoutbox[0].to == [ADDRESS]
    assert "account dora" in mailoutbox[0].body
    assert "Your password is changed" in text_of(done)
    assert log_in(client, NEW).status_code == 302
    assert client.get("/api/v1/bots/", headers=header).status_code == 401


def test_a_link_to_a_new_password_works_once(client, dora, mailoutbox):
    give_address(dora)
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    link = path_in(mailoutbox[0])
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], NEW_TWICE)
    client.logout()

    assert "This link no longer works" in text_of(client.get(link, follow=True))


@pytest.mark.parametrize("address", [None, ADDRESS])
def test_only_a_verified_address_gets_a_link_and_nobody_learns_which_is(
    client, dora, mailoutbox, address
):
    if address:
        give_address(dora, verified=False)

    answer = client.post(reverse("account_reset_password"), {"email": ADDRESS}, follow=True)

    assert "the site has sent a link to it" in text_of(answer)
    assert mailoutbox == []


def test_who_signs_up_with_an_address_verifies_it_by_a_mail(client, mailoutbox):
    client.post(reverse("signup"), DORA | {"email": ADDRESS})
    before = EmailAddress.objects.get()

    link = path_in(mailoutbox[0])
    page = client.get(link)
    client.post(link)

    assert is_logged_in(client)
    assert not before.verified
    assert f"<strong>{ADDRESS}</strong> belong to the player dora?" in text_of(page)
    assert EmailAddress.objects.get().verified


def test_who_signs_up_without_an_address_is_told_what_that_means(client, mailoutbox):
    page = text_of(client.get(reverse("signup")))
    client.post(reverse("signup"), DORA)

    assert "Without an address you cannot reset a forgotten password." in page
    assert mailoutbox == []
    assert "a forgotten password cannot be reset" in text_of(client.get(reverse("account")))


def test_only_a_new_password_is_said_to_end_tokens(client, alice):
    assert "ends all tokens" not in client.get("/accounts/signup/").content.decode()

    client.force_login(alice)
    assert "ends all tokens" in client.get("/accounts/password/change/").content.decode()


def test_a_mail_server_that_is_away_stops_nobody_from_signing_up(client, monkeypatch, caplog):
    def fail(*_args):
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(DefaultAccountAdapter, "send_mail", fail)

    answer = client.post(reverse("signup"), DORA | {"email": ADDRESS}, follow=True)

    assert is_logged_in(client)
    assert "The mail could not be sent. Try again later." in text_of(answer)
    assert "mail could not be sent" in caplog.text


@pytest.mark.parametrize("is_staff", [True, False])
def test_pages_say_when_the_site_sends_no_mail_and_tell_staff_why(client, dora, is_staff):
    dora.is_staff = is_staff
    dora.save()
    client.force_login(dora)

    page = text_of(client.get(reverse("account_email")))

    assert "This site sends no mail yet." in page
    assert ("KAURI_EMAIL_HOST" in page) == is_staff


def test_an_address_is_changed_only_with_the_password_once_more(client, dora, mailoutbox):
    client.force_login(dora)
    given = {"email": ADDRESS, "action_add": "1"}

    asked = client.post(reverse("account_email"), given)
    client.post(asked.url, {"password": PASSWORD}, follow=True)

    assert asked.url.startswith(reverse("account_reauthenticate"))
    assert mailoutbox[0].to == [ADDRESS]


def test_a_changed_password_ends_tokens_and_other_sessions(client, dora):
    header = as_player(dora)
    other_browser = Client()
    other_browser.force_login(dora)
    client.force_login(dora)

    given = {"oldpassword": PASSWORD} | NEW_TWICE
    answer = client.post(reverse("account_change_password"), given, follow=True)

    assert "Your password is changed." in text_of(answer)
    assert is_logged_in(client)
    assert not is_logged_in(other_browser)
    assert client.get("/api/v1/bots/", headers=header).status_code == 401


def test_a_password_that_staff_change_ends_tokens_too(dora):
    as_player(dora)

    dora.set_password(NEW)
    dora.save()

    assert not dora.api_tokens.valid(now=timezone.now())


def test_a_password_that_is_only_hashed_better_ends_no_tokens(client, dora, settings):
    as_player(dora)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher", *settings.PASSWORD_HASHERS
    ]  # fmt: skip

    log_in(client)

    dora.refresh_from_db()
    assert dora.password.startswith("scrypt")
    assert dora.api_tokens.valid(now=timezone.now())


def test_a_second_factor_is_switched_on_by_a_code(client, dora):
    client.force_login(dora)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})

    page = client.get(reverse("mfa_activate_totp"))
    code = code_of(page.context["form"].secret)
    answer = client.post(reverse("mfa_activate_totp"), {"code": code}, follow=True)

    assert 'src="data:image/svg+xml;base64,' in text_of(page)
    assert len(re.findall(r"<code>\d{8}</code>", text_of(answer))) == 10


def test_with_a_second_factor_the_password_alone_opens_nothing(client, with_second_factor):
    answer = log_in(client)

    assert answer.url == reverse("mfa_authenticate")
    assert not is_logged_in(client)
    assert client.get(reverse("admin:index")).status_code == 302


def test_the_code_of_the_app_opens_the_account_and_the_administration(client, with_second_factor):
    log_in(client, next=reverse("admin:index"))

    answer = client.post(reverse("mfa_authenticate"), {"code": code_now(with_second_factor)})

    assert answer.url == reverse("admin:index")
    assert client.get(answer.url).status_code == 200


def test_a_recovery_code_opens_the_account_once(client, with_second_factor):
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]

    opened = []
    for _time in range(2):
        log_in(client)
        client.post(reverse("mfa_authenticate"), {"code": code})
        opened.append(is_logged_in(client))
        client.logout()

    assert opened == [True, False]


def test_codes_cannot_be_tried_without_end(client, with_second_factor):
    log_in(client)
    for number in range(5):
        client.post(reverse("mfa_authenticate"), {"code": f"00000{number}"})

    answer = client.post(reverse("mfa_authenticate"), {"code": code_now(with_second_factor)})

    assert "Too many failed attempts" in text_of(answer)
    assert not is_logged_in(client)


def test_with_a_second_factor_the_password_alone_gets_no_token(client, with_second_factor):
    given = {"username": "dora", "password": PASSWORD}

    answer = client.post("/api/v1/token/", given, "application/json")

    sentence = "This account has a second factor. Make a token on its page."
    assert (answer.status_code, told(answer.json())) == (400, {"password": [sentence]})


@pytest.mark.parametrize("name", ["account_email", "account_change_password", "mfa_index"])
def test_pages_of_an_account_are_only_for_its_player(client, name):
    assert client.get(reverse(name)).url.startswith(reverse("login"))


def test_administrators_see_no_key_of_a_second_factor(client, with_second_factor):
    with_second_factor.is_superuser = True
    with_second_factor.save()
    client.force_login(with_second_factor)
    row = Authenticator.objects.get(type="totp")

    page = client.get(reverse("admin:mfa_authenticator_change", args=[row.pk]))

    assert page.status_code == 200
    assert row.data["secret"] not in page.content.decode()
