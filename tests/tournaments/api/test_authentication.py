"""A token in the header says who asks."""

import pytest

from tests.tournaments.factories import as_player
from tournaments.api.authentication import TokenAuthentication

pytestmark = pytest.mark.django_db


def test_a_token_is_looked_up_by_one_query(rf, alice, django_assert_num_queries):
    request = rf.get("/", headers=as_player(alice))

    with django_assert_num_queries(1):
        player, _token = TokenAuthentication().authenticate(request)

    assert player == alice


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
