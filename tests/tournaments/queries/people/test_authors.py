"""What an author's first page tells of their bots."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    claimed,
    outcome,
    play_all,
    play_out,
    tournament,
)
from tournaments.models import Match, Rating, Version
from tournaments.queries.people import authors
from tournaments.services.playing import reports
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def own(alice):
    return VersionFactory(bot=BotFactory(name="Own", owner=alice))


@pytest.fixture
def other(bob):
    return VersionFactory(bot=BotFactory(name="Another", owner=bob))


def test_a_rating_comes_with_what_the_last_day_changed(alice, own, other):
    play_all(tournament([own, other]), now=NOW - timedelta(days=3))
    before = Rating.objects.get(version=own).value
    play_all(tournament([own, other], name="Today's Cup"), now=NOW)

    found = authors.desk(alice, now=NOW + timedelta(hours=1))["ratings"]

    assert [rating.version for rating in found] == [own]
    assert found[0].change * 1000 == pytest.approx(found[0].value - before)


def test_all_of_a_new_rating_is_the_change_of_the_day(alice, own, other):
    play_all(tournament([own, other]))

    [rating] = authors.desk(alice, now=NOW)["ratings"]

    assert rating.change * 1000 == pytest.approx(rating.value - rating.start)


def test_what_is_played_comes_before_what_waits(alice, own, other):
    tournament([own, other, VersionFactory()])
    mine = list(Match.objects.filter(pairing__sides__entry__version=own))
    claimed(mine[-1])

    assert authors.desk(alice, now=NOW)["matches"] == [mine[-1], *mine[:-1]]


def test_a_failure_is_told_for_a_week(alice, own, other):
    tournament([own, other])
    match = claimed(Match.objects.get())
    for game in match.games.all():
        seat = game.seats.get(version=own).number
        crash = Fault("crash", ply=0, summary="choose() raised KeyError.", detail="")
        report = outcome(game, forfeits=seat, fault=crash)
        reports.report(match, game, report, now=NOW, lease=LEASE)

    soon = authors.desk(alice, now=NOW + timedelta(days=1))["failures"]
    late = authors.desk(alice, now=NOW + timedelta(days=8))["failures"]

    assert [seat.version for seat in soon] == [own, own]
    assert soon[0].fault["summary"] == "choose() raised KeyError."
    assert late == []


def test_of_others_nothing_is_told(bob, own):
    play_out(Match.objects.filter(tournament=tournament([own, VersionFactory()])).get())
    refused = {"status": Version.Status.REFUSED, "refusal": Sentence("given-up", failures=3)}
    VersionFactory(bot=own.bot, created_at=NOW, **refused)

    found = authors.desk(bob, now=NOW)

    assert not any(found[name] for name in ("ratings", "matches", "failures", "checks", "trials"))


def test_the_page_shows_all_of_it(client, alice, own, other):
    play_all(tournament([own, other]), now=NOW)
    tournament([own, other], name="Running Cup")
    refused = {"status": Version.Status.REFUSED, "refusal": Sentence("given-up", failures=3)}
    VersionFactory(bot=own.bot, created_at=timezone.now(), **refused)
    client.force_login(alice)

    page = client.get(reverse("home")).content.decode()

    assert "Your bots" in page
    assert "Running Cup" in page
    assert str(Sentence("given-up", failures=3)) in page
