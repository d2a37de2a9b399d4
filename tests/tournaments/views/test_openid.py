"""Logging in by a provider of OpenID Connect, which runs on this machine."""

import json
import zipfile
from io import BytesIO

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import NOW, PlayerFactory
from tests.tournaments.provider import configure, providing
from tournaments.models import Player, SignupCode
from tournaments.services.people import closing

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.xdist_group("openid")]

ENTER = "/accounts/openid/home/login/"
BACK = "/accounts/openid/home/back/"
SIGNUP = reverse("socialaccount_signup")
CONNECTIONS = reverse("socialaccount_connections")
CONFIGURATION = "/.well-known/openid-configuration"
ADDRESS = "dora@example.org"


@pytest.fixture(scope="module")
def served():
    with providing() as provider:
        yield provider


@pytest.fixture
def provider(served, settings):
    served.__init__(served.url)
    configure(settings, served.app)
    return served


@pytest.fixture
def dora(db):
    """A player whose address is verified."""
    dora = PlayerFactory(username="dora")
    dora.set_password("cowrie-and-wood")
    dora.save()
    EmailAddress.objects.create(user=dora, email=ADDRESS, primary=True, verified=True)
    return dora


def leave(client, **given):
    """Press the button; return where the browser is sent."""
    page = client.post(ENTER, given)
    assert page.status_code == 200
    return page["Refresh"].removeprefix("0; url=")


def come(client, provider, **given):
    """Press the button, log in at the provider, and come back."""
    return client.get(provider.visit(leave(client, **given)))


def who(client):
    """The name of the player who is logged in; None for a visitor."""
    return getattr(client.get("/").context["user"], "username", "") or None


def test_without_a_provider_there_is_no_button_and_no_page(client, dora):
    assert "Log in with" not in client.get(reverse("login")).content.decode()
    client.force_login(dora)
    assert "Other ways" not in client.get(reverse("account")).content.decode()
    pages = [client.get(one).status_code for one in (SIGNUP, CONNECTIONS, BACK, ENTER)]
    assert [*pages, client.post(ENTER).status_code] == [404, 404, 404, 405, 404]
    assert client.get("/accounts/3rdparty/").status_code == 404


@pytest.mark.parametrize("page", ["login", "signup"])
def test_a_button_names_the_provider(client, provider, page):
    english = client.get(reverse(page), {"next": "/bots/new/"}).content.decode()
    german = client.get(reverse(page), headers={"Accept-Language": "de"}).content.decode()

    assert "Log in with Home &amp; University" in english
    assert english.count('name="next" value="/bots/new/"') == 2
    assert "Mit Home &amp; University anmelden" in german


def test_a_new_player_chooses_a_name_and_no_password(client, provider):
    form = client.get(come(client, provider, next="/clubs/").url)
    taken = client.post(SIGNUP, {"username": "kauri"})
    done = client.post(SIGNUP, {"username": "dora", "email": "other@example.org"})

    assert "Home &amp; University" in form.content.decode()
    assert [*form.context["form"].fields] == ["username"]
    assert "sounds like the site itself" in taken.content.decode()
    assert (done.url, who(client)) == ("/clubs/", "dora")
    dora = Player.objects.get(username="dora")
    assert not dora.has_usable_password()
    address = EmailAddress.objects.get(user=dora)
    assert (address.email, address.verified, address.primary) == (ADDRESS, True, True)


def test_the_same_person_is_known_again_by_number_and_not_by_address(client, provider):
    come(client, provider)
    client.post(SIGNUP, {"username": "dora"})
    provider.person |= {"email": "married@example.org"}
    other = Client()

    answer = come(other, provider)

    assert (answer.url, who(other)) == ("/", "dora")
    assert len(other.get(reverse("usersessions_list")).context["sessions"]) == 2


def test_only_the_code_flow_with_its_proofs_and_the_least_of_a_person_is_asked_for(
    client, provider
):
    leave_at = leave(client, scope="profile", auth_params="response_type=token")
    provider.visit(leave_at)

    asked = provider.asked[0]
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert sorted(asked["scope"].split()) == ["email", "openid"]
    assert len(asked["state"]) == 16


def test_an_address_verified_on_both_sides_opens_the_account(client, provider, dora):
    come(client, provider)

    assert who(client) == "dora"
    row = SocialAccount.objects.get(user=dora)
    assert (row.provider, row.uid) == ("home", "7")
    assert row.extra_data == {"userinfo": {"sub": "7", "email": ADDRESS, "email_verified": True}}
    dora.refresh_from_db()
    assert dora.has_usable_password()


def test_an_address_that_the_provider_has_not_verified_opens_nothing(client, provider, dora):
    for told in (False, "false", None, 0, [True]):
        provider.person["email_verified"] = told
        assert (come(client, provider).url, who(client)) == (SIGNUP, None)

    client.post(SIGNUP, {"username": "mallory"})
    assert not EmailAddress.objects.filter(user__username="mallory").exists()


def test_an_address_that_somebody_has_only_claimed_here_opens_nothing(client, provider, dora):
    EmailAddress.objects.update(verified=False)

    come(client, provider)
    client.post(SIGNUP, {"username": "doris"})

    assert who(client) == "doris"
    assert EmailAddress.objects.get().user == dora


def test_a_second_factor_is_still_asked_for(client, provider, dora):
    auth.TOTP.activate(dora, auth.generate_totp_secret())

    answer = come(client, provider)

    assert (answer.url, who(client)) == (reverse("mfa_authenticate"), None)
    assert Authenticator.objects.filter(user=dora).exists()


def test_an_account_that_is_shut_stays_shut(client, provider, dora):
    Player.objects.update(is_active=False)

    assert come(client, provider).url == reverse("account_inactive")
    assert who(client) is None


def test_by_invitation_the_code_is_asked_for_here_too(client, provider, settings):
    settings.SIGNUP = "invited"
    code = SignupCode.objects.create(label="Course", created_at=NOW)

    come(client, provider)
    refused = client.post(SIGNUP, {"username": "dora", "code": "wrong"})
    client.post(SIGNUP, {"username": "dora", "code": code.code})

    assert "This code lets nobody in now." in refused.content.decode()
    code.refresh_from_db()
    assert (who(client), code.used) == ("dora", 1)


def test_after_a_late_refusal_the_form_can_be_sent_again(client, provider, monkeypatch):
    come(client, provider)
    with monkeypatch.context() as patch:
        patch.setattr(
            Player, "save", lambda *_args, **_names: (_ for _ in ()).throw(IntegrityError)
        )
        refused = client.post(SIGNUP, {"username": "dora"})
    client.post(SIGNUP, {"username": "dorothy"})

    assert str(Player.ALIKE) in refused.content.decode()
    assert who(client) == "dorothy"


def test_a_player_connects_a_provider_and_removes_it(client, provider, dora):
    provider.person = {"sub": "7"}
    client.post(reverse("login"), {"login": "dora", "password": "cowrie-and-wood"})
    client.post(reverse("account_reauthenticate"), {"password": "cowrie-and-wood"})

    before = client.get(CONNECTIONS).content.decode()
    page = client.get(come(client, provider, process="connect").url).content.decode()
    row = SocialAccount.objects.get(user=dora)
    again = client.post(CONNECTIONS, {"account": row.pk}, follow=True).content.decode()

    assert ("Connect Home" in before, "Connect Home" in page) == (True, False)
    assert "Remove<span" in page
    assert "You no longer log in that way." in again
    assert not SocialAccount.objects.exists()


def test_the_last_way_in_is_not_removed_and_no_row_of_others(client, provider, dora):
    come(client, provider)
    row = SocialAccount.objects.get(user=dora)
    dora.set_unusable_password()
    dora.save()
    client.force_login(dora)
    bob = PlayerFactory(username="bob")
    other = SocialAccount.objects.create(user=bob, provider="home", uid="8")

    page = client.post(CONNECTIONS, {"account": row.pk}).content.decode()
    client.post(CONNECTIONS, {"account": other.pk})

    assert "Set a password first." in page
    assert "__all__" not in page
    assert SocialAccount.objects.count() == 2


def test_a_provider_of_another_player_is_not_connected(client, provider, dora):
    SocialAccount.objects.create(user=dora, provider="home", uid="7")
    client.force_login(PlayerFactory(username="bob", password="!"))

    page = client.get(come(client, provider, process="connect").url).content.decode()

    assert "Another player logs in that way already." in page
    assert SocialAccount.objects.get().user == dora


def test_the_zip_has_the_connection_and_a_closed_account_has_none(client, provider, dora):
    come(client, provider)

    sent = b"".join(client.get(reverse("account-download")).streaming_content)
    told = json.loads(zipfile.ZipFile(BytesIO(sent)).read("account.json"))
    closing.close(dora, player=dora, now=timezone.now())

    assert [(one["provider"], one["uid"]) for one in told["log_ins"]] == [("home", "7")]
    assert "another provider" in client.get(reverse("stored")).content.decode()
    assert not SocialAccount.objects.exists()


def refused(client, address):
    """Whether a log-in fails with a clear page, and nobody is let in."""
    page = client.get(address)
    assert (page.status_code, who(client)) == (401, None)
    assert "The log-in failed" in page.content.decode()
    assert not SocialAccount.objects.exists()
    return True


def test_only_the_browser_that_left_comes_back_and_once(client, provider, dora):
    back = provider.visit(leave(client))

    assert refused(Client(), back)
    assert refused(client, back.replace("state=", "state=x"))
    assert refused(client, f"{BACK}?code=1")
    client.get(back)
    assert who(client) == "dora"
    client.logout()
    assert client.get(back).status_code == 401


def test_who_changes_their_mind_is_back_at_the_log_in(client, provider):
    leave_at = leave(client)
    provider.visit(leave_at)
    state = provider.asked[0]["state"]

    page = client.get(BACK, {"error": "access_denied", "state": state}, follow=True)

    assert "You did not log in." in page.content.decode()


CONFIGURATIONS = (
    b"", b"<html>", b"[]", b"null", b'{"issuer": 1}', b"\xff" * 99, {"issuer": None},
    {"authorization_endpoint": 7}, {"authorization_endpoint": "javascript:alert(1)"},
    {"token_endpoint": "http://example.org/"}, {"userinfo_endpoint": "https://[x/"},
    {"token_endpoint_auth_methods_supported": 1},
)  # fmt: skip


def test_a_configuration_of_any_shape_is_a_clear_page(client, provider):
    for answer in CONFIGURATIONS:
        provider.changes[CONFIGURATION] = answer
        page = client.post(ENTER)
        assert page.status_code == 401, answer
        assert "Home &amp; University did not answer" in page.content.decode()


def test_a_provider_that_is_away_is_a_clear_page_and_a_line_in_the_log(
    client, provider, settings, caplog
):
    configure(settings, provider.app | {"settings": {"server_url": "http://127.0.0.1:1"}})

    assert client.post(ENTER).status_code == 401
    assert "no log-in by home: ConnectionError" in caplog.text


ANSWERS = {
    "/token_endpoint": [
        b"", b"[]", b"null", b'{"access_token": "a"}', {"access_token": None}, {"id_token": None},
        {"id_token": "a.b.c"}, {"id_token": 7}, {"access_token": ["\n"]},
    ],
    "/userinfo_endpoint": [b"", b"[]", b"null", b"{}", {"sub": "8"}, {"sub": 7}],
    CONFIGURATION: [{"issuer": "https://other.example.org"}],
}  # fmt: skip


def test_tokens_and_people_of_any_shape_are_a_clear_page(client, provider, dora):
    for path, answers in ANSWERS.items():
        for answer in answers:
            back = provider.visit(leave(client))
            provider.changes = {path: answer}
            assert refused(client, back), (path, answer)
            provider.changes = {}


CLAIMS = (
    {"sub": "8"}, {"aud": "other"}, {"iss": "https://other.example.org"}, {"exp": 1},
    {"exp": "soon"}, {"exp": None}, {"exp": 10**400},
)  # fmt: skip


def test_a_token_for_others_of_others_or_of_old_opens_nothing(client, provider, dora):
    for claims in CLAIMS:
        provider.claims = claims
        assert refused(client, provider.visit(leave(client))), claims


def test_a_subject_of_any_shape_is_a_clear_page(client, provider, dora):
    for sub in ("", "\0", "x" * 192, 7, None, ["7"], "\ud800"):
        provider.claims, provider.person["sub"] = {"sub": sub}, sub
        assert refused(client, provider.visit(leave(client))), sub


def test_an_address_of_any_shape_is_none(client, provider):
    for email in ("", "\0@x.org", "no address", 7, None, ["a@b.org"], "a@\ud800.org"):
        provider.person["email"] = email
        assert come(client, provider).url == SIGNUP
        assert "email" in client.get(SIGNUP).context["form"].fields

    client.post(SIGNUP, {"username": "dora"})
    assert who(client) == "dora"
    assert not EmailAddress.objects.exists()


def test_nobody_is_sent_on_to_another_site(client, provider, dora):
    for place in ("https://evil.example.org/", "//evil.example.org", "/\\evil"):
        assert come(client, provider, next=place).url == "/"


def test_a_link_cannot_begin_a_log_in(provider):
    client = Client(enforce_csrf_checks=True)

    assert client.get(ENTER, {"auth_params": "redirect_uri=https://evil"}).status_code == 405
    assert client.post(ENTER).status_code == 403
