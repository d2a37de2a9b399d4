"""Nobody can take a name that passes for the site, for somebody else or for another bot."""

import unicodedata

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, BotFactory, PlayerFactory
from tournaments.errors import Invalid
from tournaments.models import Bot, Player
from tournaments.queries import shipped
from tournaments.services.bots import uploads
from tournaments.services.house import opening

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
    assert "sounds like the site itself" in sign_up(client, name)[0]
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


def test_of_two_sign_ups_at_once_with_names_that_look_alike_one_is_refused(client, monkeypatch):
    PlayerFactory(username="alice")
    monkeypatch.setattr(Player, "clean", lambda _player: None)  # neither saw the other

    assert sign_up(client, "a1ice") == [Player.ALIKE]
    assert Player.objects.count() == 1


def test_the_administration_says_that_a_name_looks_like_anothers(client):
    PlayerFactory(username="alice")
    client.force_login(PlayerFactory(username="carol", is_staff=True, is_superuser=True))
    given = {"username": "a1ice", "password1": "cowrie-and-wood", "password2": "cowrie-and-wood"}

    answer = client.post(reverse("admin:tournaments_player_add"), given)

    assert answer.status_code == 200
    assert str(Player.ALIKE) in answer.content.decode()


def test_a_player_who_is_changed_still_looks_like_nobody_else(client):
    player = PlayerFactory(username="alice")
    player.username = "dora"
    player.save()

    assert sign_up(client, "d0ra")
    assert sign_up(client, "a1ice") is None


def create(name, owner):
    return uploads.create_bot(owner=owner, name=name, now=NOW)


@pytest.mark.parametrize("name", ["Tide pool", "T1DE P00L", "Tide-pool", "Tide_pool", "T.ide pool"])
def test_a_bot_that_looks_like_another_is_refused(alice, name):
    BotFactory(name="Tide pool")

    with pytest.raises(Invalid, match=f"There is a bot named like “{name}” already"):
        create(name, alice)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Jürgens Öl", "jurgens-ol"),
        ("Ju\u0308rgens O\u0308l", "jurgens-ol"),
        ("Straße 7", "strasse-7"),
        ("Алиса", "alisa"),
        ("Κάουρι", "kaoyri"),
        ("宝贝", "baobei"),
    ],
)
def test_a_bot_has_letters_of_any_script_and_an_address_of_ascii(alice, name, slug):
    bot = create(name, alice)

    bot.full_clean()
    assert (bot.name, bot.slug) == (unicodedata.normalize("NFKC", name), slug)


def test_names_of_two_scripts_with_the_same_address_get_a_number(alice):
    assert [create(name, alice).slug for name in ("Лина", "Lina", "Lína")] == [
        "lina",
        "lina-2",
        "lina-3",
    ]


def test_a_long_transliteration_is_cut_in_the_address_alone(alice):
    bot = create("宝" * 40, alice)

    assert (len(bot.name), len(bot.slug)) == (40, 32)


@pytest.mark.parametrize("name", ["Tide \u043f\u0443\u043b", "\u043aauri"])
def test_a_bot_named_in_two_scripts_is_refused(alice, name):
    with pytest.raises(Invalid, match="letters of one script only"):
        create(name, alice)


def test_of_two_bots_at_once_that_look_alike_one_is_refused(alice, monkeypatch):
    BotFactory(name="Tide pool")
    monkeypatch.setattr(Bot.objects, "filter", lambda **_look: Bot.objects.none())

    with pytest.raises(Invalid, match="There is a bot named like"):
        create("T1de pool", alice)


@pytest.mark.parametrize("name", ["Random", "Rand0m", "GREEDY", "5earch", "Рандом"])
def test_only_the_house_names_bots_like_its_own(alice, name):
    with pytest.raises(Invalid, match=f"“{name}” looks like a house bot"):
        create(name, alice)
    assert len(opening.ensure_bots(now=NOW)) == len(shipped.HOUSE_BOTS)
