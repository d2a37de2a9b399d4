"""Authors hear how a check ended, and of failures in rated games, with the way to see them."""

import pytest

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    play_out,
    tournament,
)
from tournaments.models import Match, Notice
from tournaments.services.playing import reports
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

CRASH = Fault("crash", 3, "It raised ValueError.")


@pytest.fixture
def sower(alice):
    return VersionFactory(bot=BotFactory(owner=alice, name="Sower"))


def fails(cup, version):
    """The version fails in every game of the first match of a tournament."""
    match = claimed(cup.matches.first())
    for game in match.games.order_by("number"):
        seat = game.seats.get(version=version).number
        said = outcome(game, forfeits=seat, fault=CRASH)
        reports.report(match, game, said, now=NOW, lease=LEASE)
    return match


def told(player, kind):
    return [str(one) for one in player.notices.filter(kind=kind)]


def test_failures_in_rated_games_are_one_notice_with_the_newest_game(alice, sower):
    match = fails(tournament([sower, VersionFactory()]), sower)

    notice = alice.notices.get(kind=Notice.Kind.FAILURE)
    newest = match.games.get(number=2)
    seat = newest.seats.get(version=sower).number
    assert str(notice) == ("Sower v1 failed in a rated game of kalah for tests: crash. (2 times)")
    assert notice.link == newest.get_absolute_url()
    assert notice.reproduce == f"kauri reproduce {match.pk}/2 sower/1 --seat {seat}"


def test_of_a_game_that_is_not_rated_nobody_hears(alice, sower):
    fails(tournament([sower, VersionFactory()], rated=False), sower)

    assert told(alice, Notice.Kind.FAILURE) == []


def test_the_house_hears_nothing_of_its_bots(sower):
    house = VersionFactory(bot=BotFactory(is_house=True))

    fails(tournament([sower, house]), house)

    assert not house.bot.owner.notices.exists()


def test_an_author_hears_that_a_version_is_accepted(alice, sower):
    new = VersionFactory(bot=sower.bot, status="checking")
    match = claimed(check_match(new))
    reports.plan_checks(match, ["kalah"])
    for game in match.games.order_by("number"):
        reports.report(match, game, outcome(game), now=NOW, lease=LEASE)

    assert told(alice, Notice.Kind.CHECK) == ["Sower v2 is accepted."]


def test_an_author_hears_why_a_version_is_refused(alice, sower):
    new = VersionFactory(bot=sower.bot, status="checking")

    reports.refuse(claimed(check_match(new)), CRASH, now=NOW)

    assert told(alice, Notice.Kind.CHECK) == ["Sower v2 is refused: It raised ValueError."]
    assert alice.notices.get().link == new.get_absolute_url()


def test_each_author_hears_once_that_a_tournament_begins_and_ends(alice, bob, sower):
    other = VersionFactory(bot=BotFactory(owner=alice))
    cup = tournament([sower, other, VersionFactory(bot=BotFactory(owner=bob))])
    while match := Match.objects.queued().first():
        play_out(match)
    lifecycle.advance(now=NOW)

    for player in (alice, bob):
        assert told(player, Notice.Kind.TOURNAMENT) == [
            "Autumn Cup is over.", "Autumn Cup has begun."
        ]  # fmt: skip
    assert {one.link for one in alice.notices.all()} == {cup.get_absolute_url()}


def test_each_author_hears_that_a_tournament_is_cancelled(alice, bob, sower):
    cup = tournament([sower, VersionFactory()], organiser=bob)

    lifecycle.cancel(cup, player=bob, now=NOW)

    assert told(alice, Notice.Kind.TOURNAMENT)[0] == (
        "Autumn Cup is cancelled. Games already played stay."
    )
