"""A token that ends takes along what it has set; what it uploaded stays."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, as_player
from tournaments.models import ApiToken, Bot, NoticeFeed, TokenAct, Version, Webhook
from tournaments.queries.people import players
from tournaments.services.bots import ownership
from tournaments.services.notices import hearing_changes
from tournaments.services.people import accounts
from tournaments.services.upkeep import retention

pytestmark = pytest.mark.django_db

HOOK = "https://hook.example.org/"


@pytest.fixture
def version(alice):
    return VersionFactory(bot=BotFactory(owner=alice, slug="sower"), number=1)


@pytest.fixture
def leaked(alice, version, client):
    """A token that has set all that a token can set, by the API."""
    header = as_player(alice)
    for path, body in (
        ("notices/webhook/", {"url": HOOK}),
        ("notices/webhook/test/", {}),
        ("notices/feed/", {}),
        ("bots/sower/versions/1/publish/", {}),
        ("bots/", {"name": "Planted"}),
    ):
        answer = client.post(f"/api/v1/{path}", body, "application/json", headers=header)
        assert answer.status_code < 300, answer.content
    return alice.api_tokens.get()


def left(player):
    """What of it is still there: webhook, deliveries, feed, public code."""
    return (
        Webhook.objects.filter(player=player).exists(),
        player.deliveries.exists(),
        NoticeFeed.objects.filter(player=player).exists(),
        Version.objects.filter(source_is_public=True).exists(),
    )


def by_hand(client, player, token):
    client.force_login(player)
    client.post(f"/accounts/token/{token.pk}/end/")


def all_by_hand(client, player, _token):
    client.force_login(player)
    client.post("/accounts/tokens/end/")


def by_password(_client, player, _token):
    player.set_password("cowrie shells 9")
    player.save()
    accounts.TokensEnd().password_changed("cowrie shells 9", player)


def by_twenty_more(_client, player, _token):
    for _ in range(accounts.MOST_TOKENS):
        as_player(player)


@pytest.mark.parametrize("end", [by_hand, all_by_hand, by_password, by_twenty_more])
def test_what_a_token_has_set_ends_with_it(client, alice, leaked, end):
    assert left(alice) == (True, True, True, True)

    end(client, alice, leaked)

    leaked.refresh_from_db()
    assert leaked.ended_at is not None
    assert left(alice) == (False, False, False, False)
    assert Bot.objects.filter(name="Planted").exists()


def test_an_expired_token_sends_nothing_out_and_its_code_stays_public(alice, leaked):
    now = leaked.expires_at

    retention.prune(now=now - timedelta(seconds=1))
    assert left(alice)[0]
    retention.prune(now=now)

    assert left(alice) == (False, False, False, True)


def test_what_its_player_has_set_stays(alice, version):
    as_player(alice)
    hearing_changes.set_webhook(alice, HOOK, now=NOW)
    hearing_changes.make_feed(alice, now=NOW)
    ownership.publish(version, public=True, player=alice)

    accounts.end_tokens(alice.api_tokens.all(), now=NOW)

    assert left(alice) == (True, False, True, True)


def test_one_token_leaves_what_another_has_set(alice, leaked):
    as_player(alice)

    accounts.end_tokens(alice.api_tokens.exclude(pk=leaked.pk), now=NOW)

    assert left(alice) == (True, True, True, True)


def test_a_key_that_a_token_knows_ends_with_the_token(alice):
    as_player(alice)
    token = alice.api_tokens.get()
    hearing_changes.set_webhook(alice, HOOK, now=NOW)

    hearing_changes.renew_secret(alice, token=token)
    accounts.end_tokens(alice.api_tokens.all(), now=NOW)

    assert not left(alice)[0]


def test_who_sets_the_webhook_of_another_hand_gets_a_new_key(alice):
    as_player(alice)
    token = alice.api_tokens.get()
    keys = [
        hearing_changes.set_webhook(alice, HOOK, now=NOW, token=hand).secret
        for hand in (None, None, token, token, None)
    ]

    assert [one == other for one, other in pairwise(keys)] == [
        True, False, True, False,
    ]  # fmt: skip


def test_what_a_token_did_is_listed_without_what_it_read(client, alice, leaked):
    header = as_player(alice)
    client.get("/api/v1/bots/", headers=header)
    client.post("/api/v1/bots/none/hide/", headers=header)

    newest, old = players.tokens(alice, now=timezone.now())

    assert newest.latest_acts == []
    assert [(one.method, one.path) for one in old.latest_acts][-1:] == [
        ("POST", "/api/v1/notices/webhook/")
    ]
    assert len(old.latest_acts) == 5


def test_so_many_acts_are_kept_and_for_so_long(alice):
    as_player(alice)
    token = alice.api_tokens.get()
    for number in range(accounts.MOST_ACTS + 3):
        accounts.note_act(token, method="POST", path=f"/{number}", now=NOW)

    assert token.acts.count() == accounts.MOST_ACTS
    assert token.acts.last().path == "/3"
    retention.prune(now=NOW + accounts.ACTS_KEPT)
    assert TokenAct.objects.exists()
    retention.prune(now=NOW + accounts.ACTS_KEPT + timedelta(seconds=1))
    assert not TokenAct.objects.exists()


def test_an_ended_token_is_listed_until_its_acts_are_forgotten(alice):
    as_player(alice)
    now = timezone.now()
    accounts.end_tokens(alice.api_tokens.all(), now=now)

    assert not players.tokens(alice, now=now)
    assert len(players.ended_tokens(alice, now=now)) == 1
    retention.prune(now=now + accounts.ACTS_KEPT + timedelta(seconds=1))
    assert not ApiToken.objects.exists()
