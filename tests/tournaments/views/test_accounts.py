"""Signing up, logging in, one's own account, and what others see of a player."""

import pytest
from django.urls import reverse
from rest_framework.authtoken.models import Token

from tests.tournaments.factories import BotFactory, VersionFactory, tournament
from tournaments.forms.accounts import SignupForm
from tournaments.models import Player

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
DORA = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}


def test_who_signs_up_is_logged_in_and_led_to_a_first_bot(client):
    answer = client.post(reverse("signup"), DORA, follow=True)

    assert answer.redirect_chain == [(reverse("bot-create"), 302)]
    assert answer.context["user"].username == "dora"
    assert "Welcome, dora. Here you upload your first bot." in answer.content.decode()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"username": "ALICE"}, "A user with that username already exists."),
        ({"username": "a b"}, "Enter a valid username."),
        ({"username": ".."}, "A username has at least one letter or digit."),
        ({"password2": "another-one"}, "The two password fields"),
        ({"password1": "12345678", "password2": "12345678"}, "This password is too common."),
    ],
)
def test_a_sign_up_that_cannot_be_is_explained(client, alice, given, message):
    answer = client.post(reverse("signup"), DORA | given)

    assert message in answer.content.decode()
    assert list(Player.objects.all()) == [alice]


def test_a_name_that_another_takes_at_the_same_moment_is_explained(client, alice, monkeypatch):
    monkeypatch.setattr(SignupForm, "clean_username", lambda form: form.cleaned_data["username"])
    monkeypatch.setattr(SignupForm, "validate_unique", lambda _form: None)
    monkeypatch.setattr(Player, "clean", lambda _player: None)

    answer = client.post(reverse("signup"), DORA | {"username": "alice"})

    assert Player.ALIKE in answer.content.decode()


def test_who_is_logged_in_needs_no_sign_up(client, alice):
    client.force_login(alice)

    assert client.get(reverse("signup")).url == reverse("home")


def test_a_log_in_leads_to_where_one_wanted_to_go(client):
    Player.objects.create_user("dora", password=PASSWORD)
    there = reverse("bot-create")

    answer = client.post(
        reverse("login"), {"username": "dora", "password": PASSWORD, "next": there}
    )

    assert answer.url == there


def test_a_log_in_leads_to_no_other_site(client):
    Player.objects.create_user("dora", password=PASSWORD)

    answer = client.post(
        reverse("login"),
        {"username": "dora", "password": PASSWORD, "next": "https://example.org/"},
    )

    assert answer.url == reverse("home")


def test_a_wrong_password_is_named_as_such(client, alice):
    answer = client.post(reverse("login"), {"username": "alice", "password": "wrong"})

    assert "Please enter a correct username and password." in answer.content.decode()


def test_logging_out_takes_a_post(client, alice):
    client.force_login(alice)

    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).url == reverse("home")
    assert client.get(reverse("account")).status_code == 302


def test_the_account_page_is_only_for_its_owner(client):
    assert client.get(reverse("account")).url.startswith(reverse("login"))


def test_looking_at_the_account_makes_no_token(client, alice):
    client.force_login(alice)

    page = client.get(reverse("account")).content.decode()

    assert "Make a token" in page
    assert not Token.objects.exists()


def test_a_token_is_made_shown_and_replaced_on_request(client, alice):
    client.force_login(alice)
    client.post(reverse("token"))
    old = Token.objects.get(user=alice).key

    page = client.post(reverse("token"), follow=True).content.decode()

    new = Token.objects.get(user=alice).key
    assert new != old
    assert new in page
    assert old not in page


def test_a_page_with_a_token_is_kept_by_no_cache(client, alice):
    client.force_login(alice)

    assert "no-store" in client.get(reverse("account"))["Cache-Control"]


def test_a_token_is_not_made_by_following_a_link(client, alice):
    client.force_login(alice)

    assert client.get(reverse("token")).status_code == 405
    assert not Token.objects.exists()


def test_the_example_of_the_account_page_uploads_for_its_owner(client, alice):
    BotFactory(owner=alice, name="Tide pool", slug="tide-pool")
    client.force_login(alice)
    client.post(reverse("token"))

    page = client.get(reverse("account")).content.decode()

    assert f"http://testserver{reverse('api:versions', args=['tide-pool'])}" in page


def test_a_player_is_shown_with_bots_and_tournaments_and_without_a_token(client, alice):
    Token.objects.create(user=alice)
    versions = [VersionFactory(bot__owner=alice, bot__name=name) for name in ("Anna", "Bert")]
    tournament(versions, organiser=alice, name="Spring Cup")

    page = client.get(alice.get_absolute_url()).content.decode()

    assert "Anna" in page
    assert "Spring Cup" in page
    assert alice.auth_token.key not in page


def test_nobody_has_a_name_with_a_nul(client, db):
    assert client.get("/players/a%00b/").status_code == 404


def test_a_player_who_left_has_no_page(client, alice):
    alice.is_active = False
    alice.save()

    assert client.get(alice.get_absolute_url()).status_code == 404
