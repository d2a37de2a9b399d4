"""Hints of the judge on the page of a casual game."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import BotFactory, VersionFactory
from tests.tournaments.views.test_play import play, send
from tournaments.models import CasualGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def greedy():
    return VersionFactory(bot=BotFactory(name="Greedy", slug="greedy"))


def test_a_hint_is_asked_for_at_the_board_and_told_in_words(client, greedy):
    game = play(client)
    assert "What would you do?" in client.get(game.get_absolute_url()).content.decode()

    news = client.get(send(client, "play-hint", game).url)
    assert "The judge thinks." in news.content.decode()
    asked = CasualGame.objects.get()
    asked.change(hints=[asked.hint | {"action": "D"}])

    page = client.get(game.get_absolute_url()).content.decode()
    assert "The judge advises:" in page
    assert client.get(reverse("play-news", args=[game.key])).json()["hint"] == "D"


def test_nobody_else_sees_the_hint(client, greedy):
    game = play(client)
    game.change(hints=[{"seat": 0, "ply": 0, "rewinds": 0, "action": "D"}])
    client.logout()

    page = client.get(game.get_absolute_url()).content.decode()
    assert "The judge advises" not in page
    assert client.get(reverse("play-news", args=[game.key])).json()["hint"] is None


def test_the_page_of_a_finished_game_says_how_many_hints_were_taken(client, greedy):
    game = play(client)
    game.change(hints=[{"seat": 0, "ply": 0, "rewinds": 0, "action": "D"}])
    send(client, "play-resign", game, seat=0)

    page = client.get(game.get_absolute_url()).content.decode()
    assert "Hints of the judge for Guest: 1." in page
