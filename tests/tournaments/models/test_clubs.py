"""A club closes once, and calls its members as it has chosen."""

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import Club, ClubMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    return Club.objects.create(name="Course", slug="course", created_at=NOW)


def test_a_club_is_closed_once(club):
    assert list(Club.objects.open()) == [club]
    assert [club.close(now=NOW), club.close(now=NOW)] == [True, False]
    assert not Club.objects.open().exists()


@pytest.mark.parametrize(
    ("names", "display_name", "shown"),
    [
        ("usernames", "Al", "alice"),
        ("display", "Al", "Al"),
        ("display", "", "alice"),
    ],
)
def test_a_member_is_shown_by_the_name_that_the_club_has_chosen(
    club, alice, names, display_name, shown
):
    club.names = names

    assert ClubMember(club=club, player=alice, display_name=display_name).shown_name == shown


@pytest.mark.parametrize("role", ["organiser", "member"])
def test_a_role_says_who_organises(club, alice, role):
    assert ClubMember(club=club, player=alice, role=role).is_organiser == (role == "organiser")
