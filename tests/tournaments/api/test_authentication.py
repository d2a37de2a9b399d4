"""A token in the header says who asks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.factories import as_player
from tournaments.api.authentication import TokenAuthentication

pytestmark = pytest.mark.django_db


def test_a_token_is_looked_up_by_one_query(rf, alice, django_assert_num_queries):
    request = rf.get("/", headers=as_player(alice))

    TokenAuthentication().authenticate(request)

    with django_assert_num_queries(1):
        player, _token = TokenAuthentication().authenticate(request)

    assert player == alice


def test_the_last_use_is_noted_once_a_minute_with_its_address(rf, alice, monkeypatch):
    request = rf.get("/", headers=as_player(alice), REMOTE_ADDR="192.0.2.7")
    token, begin, noted = alice.api_tokens.get(), timezone.now(), []

    for seconds in (0, 59, 60):
        now = begin + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        TokenAuthentication().authenticate(request)
        token.refresh_from_db()
        noted.append((token.last_used_at - begin).seconds)

    assert (noted, token.last_used_from) == ([0, 0, 60], "192.0.2.7")


@pytest.mark.parametrize("change", ["ended_at", "expires_at"])
def test_a_token_that_has_ended_or_expired_is_refused(client, alice, change):
    header = as_player(alice)
    now = timezone.now()
    alice.api_tokens.update(created_at=now - timedelta(days=1), **{change: now})

    assert client.get("/api/v1/bots/", headers=header).status_code == 401


@pytest.mark.parametrize("token", ["nonsense", "\xe9", "a\0b", "two words"])
def test_what_is_no_token_is_refused(client, alice, token):
    as_player(alice)

    assert (
        client.get("/api/v1/bots/", headers={"Authorization": f"Token {token}"}).status_code == 401
    )


def test_the_token_of_a_player_who_left_is_refused(client, alice):
    header = as_player(alice)
    alice.is_active = False
    alice.save()

    assert client.get("/api/v1/bots/", headers=header).status_code == 401
