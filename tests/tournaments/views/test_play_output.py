"""What authors read of their bots in casual games: output and faults; and the options of a game."""

import pytest
from django.urls import reverse

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import BotFactory, VersionFactory
from tournaments.services.casual.printing import keep_printed

pytestmark = pytest.mark.django_db

FAULT = {"kind": "crash", "ply": 1, "summary": "It crashed.", "detail": "Traceback: [][3]"}


@pytest.fixture
def game(alice, bob):
    """Bob plays a bot of Alice's, which has printed a line at the first event and then failed."""
    version = VersionFactory(bot=BotFactory(name="Anna", slug="anna", owner=alice))
    row = opened(["me", version], who=person(bob))
    keep_printed(row, {1: ("thinking\n", ((0, 9),))}, last=0, size=1000)
    row.seats.filter(number=1).update(fault=FAULT)
    return row


def sent(form):
    """What a browser sends of a form that nobody has touched."""
    return {name: str(field.initial).lower() for name, field in form.fields.items()}


def page(client, address):
    return client.get(address).content.decode()


def test_the_author_and_staff_read_the_output_beside_its_event(client, game, alice, carol):
    address = reverse("play-output", args=[game.key])
    carol.is_staff = True
    carol.save()
    for reader in (alice, carol):
        client.force_login(reader)

        assert client.get(address).json() == {"1": {"0": "thinking\n"}}
        assert f'data-output="{address}"' in page(client, game.get_absolute_url())


def test_nobody_else_reads_it(client, game, bob):
    client.force_login(bob)
    seen = page(client, game.get_absolute_url())

    assert client.get(reverse("play-output", args=[game.key])).status_code == 404
    assert "thinking" not in seen
    assert "data-output" not in seen
    assert "Traceback" not in seen


def test_a_fault_is_told_to_all_and_its_traceback_to_the_author(client, game, alice):
    stranger = page(client, game.get_absolute_url())
    client.force_login(alice)
    author = page(client, game.get_absolute_url())

    assert "forfeits after 1 event: It crashed." in " ".join(stranger.split())
    assert "Traceback: [][3]" in author


def test_the_page_of_a_bot_lists_its_faults_for_its_owner_alone(client, game, alice, bob):
    bot = game.seats.get(number=1).version.bot
    client.force_login(alice)
    assert game.get_absolute_url() in page(client, bot.get_absolute_url())

    client.force_login(bob)
    assert "Failures in casual games" not in page(client, bot.get_absolute_url())


def test_the_options_of_a_game_are_chosen_one_by_one(client):
    form = client.get(reverse("play", query={"game": "kalah"})).context["form"]
    chosen = sent(form) | {"option_seeds": 5}
    query = {"game": "kalah", "bot": "greedy", "choose": "yes"} | chosen

    answer = client.get(reverse("play", query=query))

    assert answer.url == reverse("play", query={"variant": "kalah(seeds=5)", "bot": "greedy"})


def test_a_wrong_option_is_refused_beside_its_field(client):
    answer = client.get(reverse("play", query={"game": "kalah", "choose": "", "option_seeds": 99}))

    assert next(iter(answer.context["form"].errors)) == "option_pits"
    assert "option_seeds" in answer.context["form"].errors


def test_the_options_begin_with_those_of_a_variant_and_lead_to_a_challenge(client, alice):
    client.force_login(alice)
    asked = {"game": "einstein(setup=chosen)"}
    form = client.get(reverse("challenge", query=asked)).context["form"]
    assert form.fields["option_setup"].initial == "chosen"

    chosen = sent(form)
    answer = client.get(reverse("challenge", query=asked | {"choose": "yes"} | chosen))

    assert answer.url == reverse("challenge", query={"variant": "einstein(setup=chosen)"})


def test_an_unknown_game_has_no_options(client):
    assert client.get(reverse("play", query={"game": "chess"})).status_code == 404
