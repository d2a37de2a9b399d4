"""A club always has an organiser, and nobody else decides who is in it."""

import pytest

from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory, tournament
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Club, Tournament
from tournaments.services.people import clubs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(alice):
    return clubs.create(player=alice, name="Course of 2026", description="We learn.", now=NOW)


def roles(club):
    """The role of each member, by name."""
    return dict(club.members.values_list("player__username", "role"))


def join(club, player):
    return clubs.join(club.join_code, player=player, now=NOW)


def test_who_makes_a_club_organises_it(club):
    assert roles(club) == {"alice": "organiser"}
    assert club.slug.startswith("course-of-2026-")
    assert (club.description, club.created_at) == ("We learn.", NOW)


def test_a_player_joins_by_the_code_once(club, bob):
    assert join(club, bob) == join(club, bob) == club
    assert roles(club) == {"alice": "organiser", "bob": "member"}


def test_nobody_joins_by_an_old_code_or_a_closed_club(club, bob):
    old = club.join_code
    clubs.renew_code(club, player=club.members.get().player)
    with pytest.raises(Invalid):
        clubs.join(old, player=bob, now=NOW)

    club.refresh_from_db()
    club.close(now=NOW)
    with pytest.raises(Invalid):
        join(club, bob)


def test_a_full_club_takes_nobody(club, bob, carol, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 2)
    join(club, bob)

    with pytest.raises(Invalid):
        join(club, carol)
    assert join(club, bob) == club


def test_a_player_is_in_a_few_clubs_only(club, bob, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_CLUBS", 1)
    join(club, bob)

    with pytest.raises(Invalid):
        clubs.create(player=bob, name="Another", description="", now=NOW)


def test_a_member_chooses_the_name_that_the_club_may_show(club, alice, bob):
    join(club, bob)

    clubs.rename_oneself(club, player=bob, display_name=" Bobby ")

    names = dict(club.members.values_list("player__username", "display_name"))
    assert names == {"alice": "", "bob": "Bobby"}


def test_the_last_organiser_stays(club, alice, bob):
    join(club, bob)
    steps = [
        lambda: clubs.leave(club, player=alice),
        lambda: clubs.remove(club, alice, player=alice, now=NOW),
        lambda: clubs.appoint(club, alice, role="member", player=alice),
    ]
    for step in steps:
        with pytest.raises(Invalid):
            step()

    assert clubs.appoint(club, bob, role="organiser", player=alice)
    assert clubs.leave(club, player=alice)
    assert not clubs.leave(club, player=alice)
    assert roles(club) == {"bob": "organiser"}


def test_an_organiser_can_become_a_member_where_there_is_another(club, alice, bob):
    join(club, bob)
    clubs.appoint(club, bob, role="organiser", player=alice)

    assert clubs.appoint(club, alice, role="member", player=bob)
    assert roles(club) == {"alice": "member", "bob": "organiser"}


def test_who_is_removed_is_told(club, alice, bob, carol):
    join(club, bob)

    assert clubs.remove(club, bob, player=alice, now=NOW)

    assert not clubs.remove(club, bob, player=alice, now=NOW)
    assert not clubs.appoint(club, carol, role="member", player=alice)
    assert bob.notices.get().text.code == "club-removed-you"


def test_members_decide_nothing(club, alice, bob):
    join(club, bob)
    steps = [
        lambda: clubs.remove(club, alice, player=bob, now=NOW),
        lambda: clubs.appoint(club, bob, role="organiser", player=bob),
        lambda: clubs.renew_code(club, player=bob),
        lambda: clubs.close(club, player=bob, now=NOW),
        lambda: clubs.take_in(club, Tournament(), player=bob),
    ]
    for step in steps:
        with pytest.raises(NotAllowed):
            step()


def test_a_club_is_closed_once(club, alice):
    assert clubs.close(club, player=alice, now=NOW)
    assert not clubs.close(club, player=alice, now=NOW)


def test_a_club_takes_in_a_tournament_of_its_members_and_of_house_bots(club, alice, bob):
    join(club, bob)
    versions = [
        VersionFactory(bot=BotFactory(owner=bob)),
        VersionFactory(bot=BotFactory(is_house=True)),
    ]
    cup = tournament(versions, organiser=alice, starts_at=NOW.replace(year=2027))

    clubs.take_in(club, cup, player=alice)

    assert Tournament.objects.get(pk=cup.pk).club == club


def test_a_club_takes_in_no_tournament_of_strangers_nor_one_that_has_begun(club, alice, bob):
    strange = [VersionFactory(), VersionFactory()]
    later = NOW.replace(year=2027)
    of_strangers = tournament(strange, organiser=alice, starts_at=later)
    of_bob = tournament(strange, organiser=bob, starts_at=later)
    begun = tournament([VersionFactory(bot__owner=alice) for _ in range(2)], organiser=alice)

    with pytest.raises(Invalid):
        clubs.take_in(club, of_strangers, player=alice)
    with pytest.raises(NotAllowed):
        clubs.take_in(club, of_bob, player=alice)
    with pytest.raises(Invalid):
        clubs.take_in(club, begun, player=alice)


def test_the_oldest_member_follows_the_last_organiser_whose_account_closes(club, alice, bob, carol):
    join(club, bob)
    join(club, carol)

    clubs.let_go(alice, now=NOW)
    assert roles(club) == {"bob": "organiser", "carol": "member"}

    clubs.let_go(carol, now=NOW)
    assert roles(club) == {"bob": "organiser"}

    clubs.let_go(bob, now=NOW)
    assert Club.objects.get().closed_at == NOW


def test_no_member_follows_where_another_organises(club, alice, bob):
    join(club, bob)
    other = PlayerFactory()
    join(club, other)
    clubs.appoint(club, other, role="organiser", player=alice)

    clubs.let_go(alice, now=NOW)

    assert set(roles(club).values()) == {"member", "organiser"}
