"""A tournament of which nothing was played: it says so, and its organiser can have it again."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import GIVEN_UP, NOW, VersionFactory, play_out, tournament
from tournaments.models import Game, Match
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

SAID = "No game of this tournament counts."


@pytest.fixture
def cup(alice):
    return tournament([VersionFactory() for _ in range(3)], organiser=alice)


def end(cup):
    Match.objects.filter(status="queued").update(status="void", void_reason=GIVEN_UP, ended_at=NOW)
    lifecycle.advance(now=NOW)
    cup.refresh_from_db()
    assert cup.is_over


def read(client, cup, viewer=None):
    client.logout()
    if viewer:
        client.force_login(viewer)
    return client.get(cup.get_absolute_url()).content.decode()


def test_a_tournament_of_void_games_alone_says_so_and_has_no_podium(client, cup):
    assert SAID not in read(client, cup)

    end(cup)

    page = read(client, cup)
    assert SAID in page
    assert 'id="podium"' not in page
    assert cup.table.parts["podium"] == 0


def test_its_organiser_and_staff_can_play_it_again_and_others_are_not_asked(
    client, cup, alice, bob, carol
):
    end(cup)
    again = f"{reverse('tournament-create')}?clone={cup.slug}"

    assert [
        f'href="{again}">Play it again' in " ".join(read(client, cup, viewer).split())
        for viewer in (None, bob, alice, carol)
    ] == [False, False, True, True]
    client.force_login(alice)
    assert client.get(again).status_code == 200


def test_one_game_that_was_played_makes_a_winner(client, cup):
    play_out(Match.objects.first())

    end(cup)

    assert SAID not in read(client, cup)
    assert cup.table.parts["podium"] > 0


def test_games_that_staff_void_after_play_are_void_as_well(client, cup, carol):
    for match in Match.objects.all():
        play_out(match)
    end(cup)

    voiding.void(Game.objects.all(), player=carol, reason="A wrong clock.", now=NOW)

    page = " ".join(read(client, cup).split())
    assert SAID in page
    assert "0 of 6 games played" in page
    assert "6 void" in page
