"""Clubs: joined by a code, seen by members alone, with boards and tournaments of their own."""

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Club, ClubMember, Notice
from tournaments.services.people import closing, clubs
from tournaments.services.tournaments import lifecycle, registration

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=30)


@pytest.fixture
def club(alice):
    return clubs.create(player=alice, name="Course", description="Hello.", now=NOW)


def join(club, player):
    return clubs.join(Club.objects.get(pk=club.pk).join_code, player=player, now=NOW)


def text(answer):
    return answer.content.decode()


def post(client, name, club, **given):
    return client.post(reverse(name, args=[club.slug]), given, follow=True)


def coming(organiser, **more):
    """A tournament with registration that starts later."""
    opens = {"registration_opens_at": NOW - timedelta(hours=1), "registration_closes_at": LATER}
    return tournament([], organiser=organiser, starts_at=LATER, **opens, **more)


def test_a_player_makes_a_club_and_another_joins_by_its_code(client, alice, bob):
    client.force_login(alice)
    page = text(client.post(reverse("club-create"), {"name": "Course"}, follow=True))
    club = Club.objects.get()
    assert club.join_code in page

    client.force_login(bob)
    assert client.get(club.get_absolute_url()).status_code == 404
    wrong = client.post(reverse("clubs"), {"code": "wrong"})
    assert "No club has this code." in text(wrong)
    page = text(client.post(reverse("clubs"), {"code": club.join_code}, follow=True))

    assert "Only its members see this page." in page
    assert club.join_code not in page
    assert club.members.count() == 2
    assert join(club, bob) == club
    assert club.members.count() == 2


def test_strangers_see_nothing_of_a_club_and_members_organise_nothing(client, club, bob, carol):
    names = ["club", "club-edit", "club-members", "club-results"]
    steps = ["club-remove", "club-appoint", "club-dismiss", "club-code", "club-close"]
    client.force_login(bob)
    for name in names:
        assert client.get(reverse(name, args=[club.slug])).status_code == 404
    for name in [*steps, "club-leave", "club-tournaments"]:
        assert post(client, name, club, player="alice").status_code == 404

    join(club, bob)

    assert client.get(club.get_absolute_url()).status_code == 200
    for name in ("club-edit", "club-results"):
        assert client.get(reverse(name, args=[club.slug])).status_code == 403
    for name in steps:
        assert post(client, name, club, player="alice").status_code == 403
    client.force_login(carol)
    assert client.get(club.get_absolute_url()).status_code == 200


def test_a_new_code_shuts_the_old_one_out(client, alice, bob, club):
    old = club.join_code
    client.force_login(alice)

    post(client, "club-code", club)

    with pytest.raises(Invalid, match="No club has this code"):
        clubs.join(old, player=bob, now=NOW)
    assert join(club, bob)


def test_a_closed_or_full_club_takes_nobody(alice, bob, club, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 1)
    with pytest.raises(Invalid, match="Course has 1 members"):
        join(club, bob)

    assert clubs.close(club, player=alice, now=NOW)
    with pytest.raises(Invalid, match="No club has this code"):
        join(club, bob)


def test_nobody_is_in_more_clubs_than_allowed(alice, club, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_CLUBS", 1)

    with pytest.raises(Invalid, match="You are in 1 clubs"):
        clubs.create(player=alice, name="Another", description="", now=NOW)


def test_organisers_appoint_dismiss_and_remove(client, alice, bob, club):
    join(club, bob)
    client.force_login(alice)

    post(client, "club-appoint", club, player="bob")
    assert club.members.filter(role=ClubMember.Role.ORGANISER).count() == 2
    post(client, "club-dismiss", club, player="bob")
    assert club.members.get(player=bob).role == ClubMember.Role.MEMBER
    post(client, "club-remove", club, player="bob")

    assert not club.members.filter(player=bob).exists()
    assert str(Notice.objects.get(player=bob)) == "You are no longer a member of Course."


def test_a_club_always_has_an_organiser(client, alice, bob, club):
    join(club, bob)
    client.force_login(alice)

    for name in ("club-leave", "club-dismiss", "club-remove"):
        assert "Course needs an organiser." in text(post(client, name, club, player="alice"))

    closing.close(alice, player=alice, now=NOW)
    assert club.members.get().player == bob
    assert club.members.get().is_organiser
    closing.close(bob, player=bob, now=NOW)
    assert Club.objects.get().closed_at == NOW


def test_a_member_leaves(client, bob, club):
    join(club, bob)
    client.force_login(bob)

    assert "You have left Course." in text(post(client, "club-leave", club))
    assert client.get(club.get_absolute_url()).status_code == 404


def test_the_leaderboard_has_the_ratings_of_members_alone(client, alice, bob, club):
    join(club, bob)
    mine, his, other = (
        VersionFactory(bot=BotFactory(owner=owner, name=name))
        for owner, name in ((alice, "Mine"), (bob, "His"), (PlayerFactory(), "Stranger"))
    )
    play_all(tournament([mine, his, other]))
    client.force_login(alice)

    page = text(client.get(club.get_absolute_url()))

    assert "Mine" in page
    assert "His" in page
    assert "Stranger" not in page


def test_members_are_called_as_the_club_wishes(client, alice, bob, club):
    join(club, bob)
    client.force_login(bob)
    post(client, "club-members", club, display_name="Bob B. <b>")
    assert (
        "Bob B." not in text(client.get(reverse("club-members", args=[club.slug]))).split("<h2>")[0]
    )

    client.force_login(alice)
    given = {"name": "Course", "names": "display", "uploads_close_at": ""}
    client.post(reverse("club-edit", args=[club.slug]), given)

    page = text(client.get(reverse("club-members", args=[club.slug])))
    assert "Bob B. &lt;b&gt;" in page.split("<h2>")[0]


def test_only_members_enter_a_tournament_of_the_club(client, alice, bob, carol, club):
    cup = coming(alice)
    join(club, bob)
    client.force_login(alice)

    assert "Only members of Course can enter" in text(
        post(client, "club-tournaments", club, tournament=cup.slug)
    )

    cup.refresh_from_db()
    stranger = VersionFactory()
    with pytest.raises(NotAllowed, match="Autumn Cup is for members of Course"):
        registration.enter(cup, stranger.bot, player=stranger.bot.owner, now=NOW)
    his = VersionFactory(bot=BotFactory(owner=bob))
    assert registration.enter(cup, his.bot, player=bob, now=NOW)


def test_a_club_takes_no_tournament_that_has_begun_or_has_a_stranger(alice, bob, club):
    begun = tournament([VersionFactory(), VersionFactory()], organiser=alice, name="Begun")
    his = coming(bob, name="His Cup")
    strange = tournament(
        [VersionFactory(), VersionFactory()], organiser=alice, starts_at=LATER, name="Strange"
    )

    with pytest.raises(Invalid, match="has begun"):
        clubs.take_in(club, begun, player=alice)
    with pytest.raises(NotAllowed, match="Only the organiser of His Cup"):
        clubs.take_in(club, his, player=alice)
    with pytest.raises(Invalid, match="not in the club"):
        clubs.take_in(club, strange, player=alice)


def test_uploads_after_the_deadline_play_in_no_tournament_of_the_club(alice, bob, club):
    join(club, bob)
    bots = [BotFactory(owner=owner) for owner in (alice, bob)]
    for bot in bots:
        VersionFactory(bot=bot)
    cup = coming(alice)
    clubs.take_in(club, cup, player=alice)
    for bot in bots:
        registration.enter(cup, bot, player=bot.owner, now=NOW)
    VersionFactory(bot=bots[0], created_at=NOW + timedelta(hours=1))
    VersionFactory(bot=bots[1], created_at=NOW + timedelta(hours=3))

    Club.objects.update(uploads_close_at=NOW + timedelta(hours=2))
    cup.refresh_from_db()
    assert lifecycle.start(cup, now=LATER)

    played = {entry.version.bot_id: entry.version.number for entry in cup.entries.all()}
    assert played == {bots[0].pk: 2, bots[1].pk: 1}


def test_an_organiser_takes_the_results_away(client, alice, bob, club):
    join(club, bob)
    ClubMember.objects.filter(player=bob).update(display_name="=Bob")
    Club.objects.update(names="display")
    mine, his = (VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob))
    cup = tournament([mine, his], organiser=alice, starts_at=LATER)
    clubs.take_in(club, cup, player=alice)
    lifecycle.start(cup, now=LATER)
    play_all(cup)
    client.force_login(alice)

    answer = client.get(reverse("club-results", args=[club.slug]))

    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert {(row["Tournament"], row["Name"], row["Owner"]) for row in rows} == {
        ("Autumn Cup", "alice", "alice"),
        ("Autumn Cup", "'=Bob", "bob"),
    }


def test_the_pages_of_a_club_take_as_many_queries_for_many_members(client, alice, club):
    client.force_login(alice)
    addresses = [reverse(name, args=[club.slug]) for name in ("club", "club-members")]

    def fill(count):
        versions = [VersionFactory() for _ in range(count)]
        for version in versions:
            join(club, version.bot.owner)
        play_all(tournament(versions, name=f"Cup of {count}"))

    def queries():
        found = []
        for address in addresses:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            found.append(len(captured))
        return found

    fill(2)
    client.get("/")  # whose answer about hosts every page shares for seconds
    few = queries()
    fill(5)

    assert queries() == few
    assert max(few) <= 19
