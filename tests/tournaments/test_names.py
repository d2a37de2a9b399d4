"""Nobody can sign up under a name that passes for the site or for somebody else."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import PlayerFactory
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def sign_up(client, name):
    """What the form says of a name; None where it was taken."""
    given = {"username": name, "password1": "cowrie-and-wood", "password2": "cowrie-and-wood"}
    answer = client.post(reverse("signup"), given)
    return answer.context["form"].errors["username"] if answer.status_code == 200 else None


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Staff",
        "HOUSE",
        "kauri",
        "root",
        "support",
        "moderator",
        "api",
        "adm1n",
        "R00t",
        "k-a-u-r-i",
        "_admin_",
        "\uff41\uff44\uff4d\uff49\uff4e",
        "\u0430\u0440\u0456",
    ],
)
def test_nobody_speaks_for_the_site(client, name):
    assert "would speak for the site" in sign_up(client, name)[0]
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["\u0430lice", "b\u03bfb", "\u0410\u043b\u0438c\u0430"])
def test_a_name_is_written_in_one_script(client, name):
    assert sign_up(client, name) == ["Write the username in letters of one script only."]


@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("alice", "a1ice"),
        ("alice", "ALICE"),
        ("bob", "b0b"),
        ("cop", "\u0441\u043e\u0440"),
        ("\u0441\u043e\u0440", "cop"),
        ("left_right", "left-right"),
        ("Bill", "bi11"),
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(client, there, name):
    PlayerFactory(username=there)

    assert sign_up(client, name)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["dora", "Алиса", "müller", "x.y+z@example", "administrators9"])
def test_other_names_are_taken(client, name):
    PlayerFactory(username="alice")

    assert sign_up(client, name) is None
    assert Player.objects.filter(username=name).exists()
