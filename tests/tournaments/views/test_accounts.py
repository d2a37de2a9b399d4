"""Signing up, logging in, one's own account, and what others see of a player."""

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments.factories import BotFactory, VersionFactory, as_player, tournament
from tournaments.forms.accounts import AccountAdapter
from tournaments.models import ApiToken, Player

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
DORA = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}


def test_who_signs_up_is_logged_in_and_led_to_a_first_bot(client):
    answer = client.post(reverse("signup"), DORA, follow=True)

    assert answer.redirect_chain == [(reverse("bot-create"), 302)]
    assert answer.context["user"].username == "dora"
    assert "Welcome, dora. Upload your first bot here." in answer.content.decode()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"username": "ALICE"}, str(Player.ALIKE)),
        ({"username": "a b"}, "Enter a valid username."),
        ({"username": ".."}, "A username has at least one letter or digit."),
        ({"password2": "another-one"}, "You must type the same password each time."),
        ({"password1": "12345678", "password2": "12345678"}, "This password is too common."),
    ],
)
def test_a_sign_up_that_cannot_be_is_explained(client, alice, given, message):
    answer = client.post(reverse("signup"), DORA | given)

    assert message in answer.content.decode()
    assert list(Player.objects.all()) == [alice]


def test_a_name_that_another_takes_at_the_same_moment_is_explained(client, alice, monkeypatch):
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _adapter, username: username)

    answer = client.post(reverse("signup"), DORA | {"username": "alice"})

    assert str(Player.ALIKE) in answer.content.decode()


def test_who_is_logged_in_needs_no_sign_up(client, alice):
    client.force_login(alice)

    assert client.get(reverse("signup")).url == reverse("home")


def test_a_log_in_leads_to_where_one_wanted_to_go(client):
    Player.objects.create_user("dora", password=PASSWORD)
    there = reverse("bot-create")

    answer = client.post(reverse("login"), {"login": "dora", "password": PASSWORD, "next": there})

    assert answer.url == there


def test_who_is_to_log_in_and_signs_up_goes_where_they_wanted_to_go(client):
    there = "/workshop/?game=kalah&local=a1"
    page = client.get(reverse("login", query={"next": there})).content.decode()
    sign_up = html.unescape(re.search(r'New here\? <a href="(.+?)"', page)[1])

    form = client.get(sign_up).content.decode()
    assert f'name="next" value="{html.escape(there)}"' in form
    answer = client.post(sign_up, {**DORA, "next": there})

    assert answer.url == there


def test_a_log_in_leads_to_no_other_site(client):
    Player.objects.create_user("dora", password=PASSWORD)

    answer = client.post(
        reverse("login"),
        {"login": "dora", "password": PASSWORD, "next": "https://example.org/"},
    )

    assert answer.url == reverse("home")


def test_a_wrong_password_is_named_as_such(client, alice):
    answer = client.post(reverse("login"), {"login": "alice", "password": "wrong"})

    assert "The username or the password is wrong." in answer.content.decode()


def test_logging_out_takes_a_post(client, alice):
    client.force_login(alice)

    assert "Do you want to log out?" in client.get(reverse("logout")).content.decode()
    assert client.post(reverse("logout")).url == reverse("home")
    assert client.get(reverse("account")).status_code == 302


def test_the_account_page_is_only_for_its_owner(client):
    assert client.get(reverse("account")).url.startswith(reverse("login"))


def test_looking_at_the_account_makes_no_token(client, alice):
    client.force_login(alice)

    page = client.get(reverse("account")).content.decode()

    assert "You have none yet." in page
    assert not ApiToken.objects.exists()


def make_token(client, label="my laptop"):
    """The new token, as its page shows it this once."""
    page = client.post(reverse("token"), {"label": label}).content.decode()
    return re.search(r"<code>(kauri_\S+)</code>", page)[1]


def works(client, token):
    asked = client.get("/api/v1/bots/", headers={"Authorization": f"Token {token}"})
    return asked.status_code == 200


def test_a_token_is_shown_once_and_stored_as_a_hash(client, alice):
    client.force_login(alice)

    token = make_token(client)

    stored = ApiToken.objects.values().get()
    assert works(client, token)
    assert token not in str(stored)
    page = client.get(reverse("account")).content.decode()
    assert token not in page
    assert "my laptop" in page


@pytest.mark.parametrize(("ticked", "scopes"), [([], ["read"]), (["upload"], ["read", "upload"])])
def test_a_token_has_the_scopes_that_were_ticked(client, alice, ticked, scopes):
    client.force_login(alice)

    page = client.post(reverse("token"), {"label": "ci", **dict.fromkeys(ticked, "on")})

    assert alice.api_tokens.get().scopes == scopes
    assert ("May read, upload" in page.content.decode()) == ("upload" in ticked)


def test_the_account_shows_when_and_where_a_token_was_used_and_what_it_did(client, alice):
    client.force_login(alice)
    header = as_player(alice)
    client.post(
        "/api/v1/bots/",
        {"name": "Sower"},
        "application/json",
        headers=header,
        REMOTE_ADDR="192.0.2.7",
    )

    page = client.get(reverse("account")).content.decode()

    assert "from 192.0.2.7" in " ".join(page.split())
    assert "<code>POST /api/v1/bots/</code>" in page


def test_a_token_works_for_as_long_as_was_chosen(client, alice):
    client.force_login(alice)

    for days in (30, 365):
        client.post(reverse("token"), {"label": "ci", "days": days})

    rows = alice.api_tokens.order_by("pk")
    assert [(row.expires_at - row.created_at).days for row in rows] == [30, 365]


def test_no_token_works_for_ever(client, alice):
    client.force_login(alice)

    client.post(reverse("token"), {"label": "ci", "days": 9999})

    assert not ApiToken.objects.exists()


def test_a_token_wants_to_be_named(client, alice):
    client.force_login(alice)

    page = client.post(reverse("token"), {"label": ""}).content.decode()

    assert "This field is required." in page
    assert not ApiToken.objects.exists()


def test_one_token_ends_and_the_others_stay(client, alice):
    client.force_login(alice)
    first, second = make_token(client, "first"), make_token(client, "second")

    client.post(reverse("token-end", args=[alice.api_tokens.get(label="first").pk]))

    assert (works(client, first), works(client, second)) == (False, True)


def test_all_tokens_end_at_once(client, alice):
    client.force_login(alice)
    tokens = [make_token(client), make_token(client)]

    client.post(reverse("tokens-end"))

    assert not any(works(client, token) for token in tokens)


def test_nobody_ends_the_token_of_another(client, alice, bob):
    client.force_login(alice)
    token = make_token(client)
    client.force_login(bob)

    answer = client.post(reverse("token-end", args=[alice.api_tokens.get().pk]))

    assert answer.status_code == 404
    assert works(client, token)


def test_a_page_with_a_token_is_kept_by_no_cache(client, alice):
    client.force_login(alice)

    assert "no-store" in client.post(reverse("token"), {"label": "x"})["Cache-Control"]


def test_a_token_is_not_made_by_following_a_link(client, alice):
    client.force_login(alice)

    assert client.get(reverse("token")).status_code == 405
    assert not ApiToken.objects.exists()


def test_the_example_of_the_account_page_uploads_for_its_owner(client, alice):
    BotFactory(owner=alice, name="Tide pool", slug="tide-pool")
    client.force_login(alice)

    page = client.post(reverse("token"), {"label": "x"}).content.decode()

    assert f"http://testserver{reverse('api:versions', args=['tide-pool'])}" in page


def test_a_player_is_shown_with_bots_and_tournaments_and_without_a_token(client, alice):
    as_player(alice)
    versions = [VersionFactory(bot__owner=alice, bot__name=name) for name in ("Anna", "Bert")]
    tournament(versions, organiser=alice, name="Spring Cup")

    page = client.get(alice.get_absolute_url()).content.decode()

    assert "Anna" in page
    assert "Spring Cup" in page
    assert "Token" not in page


def test_nobody_has_a_name_with_a_nul(client, db):
    assert client.get("/players/a%00b/").status_code == 404


def test_a_player_who_left_has_no_page(client, alice):
    alice.is_active = False
    alice.save()

    assert client.get(alice.get_absolute_url()).status_code == 404
