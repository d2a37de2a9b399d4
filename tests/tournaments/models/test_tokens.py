"""Who holds a token, what it may do, and when its last use is written."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import ApiToken
from tournaments.models.tokens import Scope

pytestmark = pytest.mark.django_db
END = NOW + timedelta(days=90)


def token(player, key="key", **facts):
    return ApiToken.objects.create(
        player=player,
        digest=ApiToken.hashed(key),
        created_at=NOW,
        **{"expires_at": END} | facts,
    )


def test_a_key_finds_its_token_until_it_expires(alice):
    row = token(alice)

    assert ApiToken.objects.holder("key", now=END - timedelta(seconds=1)) == row
    assert ApiToken.objects.holder("key", now=END) is None
    assert ApiToken.objects.holder("other", now=NOW) is None


def test_a_token_that_has_ended_finds_nobody(alice):
    token(alice, ended_at=NOW)

    assert ApiToken.objects.holder("key", now=NOW) is None


def test_a_token_of_a_player_who_may_not_log_in_finds_nobody(alice):
    token(alice)
    alice.is_active = False
    alice.save()

    assert ApiToken.objects.holder("key", now=NOW) is None


def test_a_token_reads_and_does_what_it_was_given(alice):
    assert token(alice).scopes == [Scope.READ]
    assert token(alice, "2", may_upload=True, may_organise=True).scopes == [
        Scope.READ,
        Scope.UPLOAD,
        Scope.ORGANISE,
    ]


def test_the_last_use_is_written_once_a_minute(alice):
    row = token(alice)

    row.note_use("192.0.2.1", now=NOW)
    row.refresh_from_db()
    assert (row.last_used_at, row.last_used_from) == (NOW, "192.0.2.1")

    row.note_use("192.0.2.2", now=NOW + timedelta(seconds=59))
    row.refresh_from_db()
    assert row.last_used_from == "192.0.2.1"

    row.note_use("2" * 70, now=NOW + timedelta(minutes=1))
    row.refresh_from_db()
    assert (row.last_used_at, row.last_used_from) == (NOW + timedelta(minutes=1), "2" * 64)
