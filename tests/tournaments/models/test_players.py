"""The house has one player, and a closed account tells nobody who it was."""

import pytest
from django.core.exceptions import ValidationError

from tests.tournaments.factories import NOW, PlayerFactory
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def test_the_house_is_one_player_who_cannot_log_in():
    house = Player.objects.house()

    assert not house.has_usable_password()
    assert Player.objects.house() == house


def test_an_administrator_may_not_look_like_another_player():
    PlayerFactory(username="alice")

    with pytest.raises(ValidationError):
        Player.objects.create_superuser("a1ice", password="cowrie-and-wood")
    assert Player.objects.create_superuser("carol", password="cowrie-and-wood").is_superuser


def test_a_player_does_not_look_like_themselves():
    player = PlayerFactory(username="alice")

    assert not player.is_alike()
    assert Player(username="a1ice").is_alike()


def test_a_closed_account_has_a_neutral_name_and_can_do_nothing():
    player = PlayerFactory(
        username="alice", email="a@example.com", first_name="Alice", is_staff=True, last_login=NOW
    )

    assert player.become_neutral(now=NOW)

    player.refresh_from_db()
    assert player.username == f"closed-account-{player.pk}"
    assert (player.email, player.first_name, player.last_login) == ("", "", None)
    assert (player.is_active, player.is_staff, player.closed_at) == (False, False, NOW)
    assert not player.has_usable_password()
    assert not player.become_neutral(now=NOW)
