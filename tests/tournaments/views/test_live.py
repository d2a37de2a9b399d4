"""Boards of running games on pages: only what everybody may see, and drawn once for all."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    PlayerFactory,
    VersionFactory,
    check_match,
    claimed,
    play_out,
    tournament,
)
from tournaments.models import Match, Tournament
from tournaments.queries import live

pytestmark = pytest.mark.django_db

BOARD = b'data-board="%d"'


def play(**chosen):
    """A match that is being played, of a tournament of its own."""
    row = tournament([VersionFactory(), VersionFactory()], **chosen)
    return claimed(Match.objects.get(tournament=row))


def boards(client, **asked):
    return client.get(reverse("boards"), asked)


def test_the_home_page_shows_at_most_three_games(client):
    matches = [play(name=f"Cup {number}") for number in range(4)]

    page = client.get(reverse("home")).content

    assert [BOARD % match.pk in page for match in matches] == [False, True, True, True]


def test_a_page_without_games_has_room_for_them(client):
    page = client.get(reverse("home")).content

    assert b'id="boards"' in page
    assert b"Being played now" not in page


def test_private_matches_and_checks_are_on_no_common_page(client):
    private = play(access=Tournament.Access.PRIVATE)
    check = claimed(check_match(VersionFactory()))

    page = client.get(reverse("home")).content

    assert BOARD % private.pk not in page
    assert BOARD % check.pk not in page


def test_a_tournament_shows_its_own_games(client):
    own, other = play(name="Own"), play(name="Other")

    page = client.get(own.tournament.get_absolute_url()).content

    assert BOARD % own.pk in page
    assert BOARD % other.pk not in page


def test_the_games_of_a_private_tournament_are_for_who_may_see_it(client):
    organiser = PlayerFactory()
    match = play(organiser=organiser, access=Tournament.Access.PRIVATE)
    slug = match.tournament.slug
    assert boards(client, tournament=slug).status_code == 404

    client.force_login(organiser)

    assert BOARD % match.pk in boards(client, tournament=slug).content


def test_who_has_the_boards_already_gets_none(client):
    match = play()

    assert boards(client, seen=str(match.pk)).status_code == 204
    assert boards(client, seen="").status_code == 200


def test_boards_are_made_once_for_all_who_look(client, django_assert_max_num_queries):
    for number in range(3):
        play(name=f"Cup {number}")
    boards(client)

    with django_assert_max_num_queries(3):
        boards(client)


def test_the_pages_of_a_running_match_and_of_its_game_show_the_board(client):
    match = play()
    game = match.games.first()

    assert BOARD % match.pk in client.get(match.get_absolute_url()).content
    assert BOARD % match.pk in client.get(game.get_absolute_url()).content


def test_the_end_of_a_game_is_told_with_its_record():
    row = tournament([VersionFactory(), VersionFactory()])
    match = Match.objects.get(tournament=row)
    assert live.look({match.pk: 1, 999: None}) == {match.pk: live.Look("queued", 0)}

    play_out(match)

    (look,) = live.look({match.pk: 1}).values()
    assert (look.status, look.attempt) == ("finished", 1)
    assert look.record == match.games.get(number=1).record
