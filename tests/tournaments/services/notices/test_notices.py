"""Notices reach players by the ways that they have chosen, and what happens again is counted."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from tests.tournaments.factories import NOW, PlayerFactory
from tournaments.models import Delivery
from tournaments.services.notices import hearing_changes, notices
from tournaments.services.notices.notices import Kind
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

URL = "https://hook.example.org/kauri"
LATER = NOW + timedelta(minutes=1)


def reached(player):
    """The player with a confirmed address and a webhook."""
    EmailAddress.objects.create(user=player, email=f"{player}@example.org", verified=True)
    hearing_changes.set_webhook(player, URL, now=NOW)
    return player


def choose(player, kind, **ways):
    silent = {"site": False, "mail": False, "webhook": False, "feed": False}
    hearing_changes.choose(player, {kind: silent | ways})


def failed(player, *, number=1, name="Sower", now=NOW):
    notices.tell(
        player,
        Sentence("version-failed", version=f"{name} v{number}", variant="Kalah", fault="crash"),
        kind=Kind.FAILURE,
        link=f"/matches/{number}/games/1/",
        now=now,
        group="failure 1 crash",
        reproduce=f"kauri reproduce {number}/1 sower/3 --seat 0",
    )


def ways(player):
    return sorted(player.deliveries.values_list("way", flat=True))


def test_without_a_choice_a_notice_stands_on_the_site_and_in_the_feed_alone(alice):
    failed(reached(alice))

    row = alice.notices.get()
    assert (row.is_on_site, row.is_in_feed, ways(alice)) == (True, True, [])


def test_a_notice_goes_out_by_each_way_that_is_chosen_and_set_up(alice, bob, sent):
    for player in (reached(alice), bob):
        choose(player, Kind.FAILURE, mail=True, webhook=True)
        failed(player)

    assert (ways(alice), ways(bob)) == (["mail", "webhook"], [])
    assert not alice.notices.get().is_on_site


def test_an_address_that_is_not_confirmed_gets_no_mail(alice):
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=False)
    choose(alice, Kind.FAILURE, mail=True)

    failed(alice)

    assert ways(alice) == []


def test_who_wants_to_hear_nothing_of_a_kind_gets_no_notice_of_it(alice):
    choose(alice, Kind.FAILURE)

    failed(alice)

    assert not alice.notices.exists()


def test_failures_are_counted_in_one_notice_with_the_newest_game_until_it_is_read(alice):
    failed(alice, number=1)
    failed(alice, number=2, now=LATER)

    row = alice.notices.get()
    assert (row.count, row.at, row.link) == (2, LATER, "/matches/2/games/1/")
    assert row.reproduce == "kauri reproduce 2/1 sower/3 --seat 0"
    assert str(row) == "Sower v2 failed in a rated game of Kalah: crash. (2 times)"

    notices.mark_read(alice, now=LATER)
    failed(alice, number=3, now=LATER)
    assert list(alice.notices.order_by("pk").values_list("count", flat=True)) == [2, 1]


def test_the_same_invitation_again_is_not_counted_and_is_not_sent_again(alice):
    choose(reached(alice), Kind.PEOPLE, site=True, webhook=True)
    text = Sentence("invited", by="bob", tournament="Cup")
    for moment in (NOW, LATER):
        notices.tell(alice, text, kind=Kind.PEOPLE, link="/tournaments/cup/", now=moment)
        alice.deliveries.update(done_at=moment)

    row = alice.notices.get()
    assert (row.count, row.at, ways(alice)) == (1, LATER, ["webhook"])


def test_what_waits_is_not_queued_twice_and_what_was_sent_comes_again_after_a_while(alice):
    choose(reached(alice), Kind.FAILURE, site=True, mail=True, webhook=True)
    failed(alice)
    failed(alice, number=2)
    assert ways(alice) == ["mail", "webhook"]

    alice.deliveries.update(done_at=NOW)
    failed(alice, number=3, now=LATER)

    again = {one.way: one.not_before - NOW for one in alice.deliveries.filter(done_at=None)}
    assert again == {"mail": timedelta(days=1), "webhook": timedelta(minutes=10)}


def test_a_tournament_that_ends_again_is_told_once_until_it_is_read(alice):
    text, later = Sentence("tournament-ended", tournament="Cup"), NOW + timedelta(hours=1)
    about = {"kind": Kind.TOURNAMENT, "link": "/tournaments/cup/"}
    for now in (NOW, later):
        notices.tell_all([alice], text, **about, now=now)
    notices.mark_read(alice, now=later)
    notices.tell_all([alice], text, **about, now=later)

    assert [(one.at, one.read_at) for one in alice.notices.order_by("pk")] == [
        (later, later), (later, None),
    ]  # fmt: skip


def test_many_players_are_told_in_as_many_statements_as_one(alice, bob, django_assert_num_queries):
    many = [reached(alice), reached(bob), *(PlayerFactory() for _ in range(20))]
    choose(alice, Kind.TOURNAMENT, site=True, webhook=True)
    choose(bob, Kind.TOURNAMENT)
    text = Sentence("tournament-began", tournament="Cup")

    with django_assert_num_queries(9):  # two begin and end a transaction
        notices.tell_all(many, text, kind=Kind.TOURNAMENT, link="/tournaments/cup/", now=NOW)

    told = sum(player.notices.count() for player in many)
    assert (told, bob.notices.count()) == (21, 0)
    assert Delivery.objects.get().player == alice


def test_a_player_reads_one_notice_alone(alice):
    failed(alice)
    text = Sentence("invited", by="bob", tournament="Cup")
    notices.tell(alice, text, kind=Kind.PEOPLE, link="/tournaments/cup/", now=NOW)
    first = alice.notices.get(kind=Kind.FAILURE)

    assert notices.mark_read(alice, now=LATER, only=[first.pk]) == 1
    assert alice.notices.unread().get().kind == Kind.PEOPLE
