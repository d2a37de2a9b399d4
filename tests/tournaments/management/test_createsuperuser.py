"""`manage.py createsuperuser`, which Django brings along."""

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Player

pytestmark = pytest.mark.django_db


def test_an_administrator_who_looks_like_a_player_is_refused_by_a_sentence():
    Player.objects.create_user("olive")

    with pytest.raises(CommandError, match=str(Player.ALIKE)):
        call_command("createsuperuser", interactive=False, username="0live", email="")


def test_an_administrator_with_a_name_of_their_own_is_made():
    call_command("createsuperuser", interactive=False, username="olive", email="", verbosity=0)

    assert Player.objects.get(username="olive").is_superuser
