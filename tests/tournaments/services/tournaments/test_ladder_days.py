"""Ladders over days: nobody starves, equals meet, and ratings follow strength."""

from datetime import timedelta
from random import Random

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
)
from tests.tournaments.services.tournaments.ladders import (
    MINUTE,
    bots,
    play,
    switched_on,
    tend,
    waiting,
    win,
)
from tournaments.models import Game
from tournaments.queries.tournaments.ladder import rungs

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def kalah():
    return switched_on("kalah")


def test_on_a_ladder_nobody_starves_equals_meet_and_ratings_follow_strength():
    switched_on("einstein")
    versions = bots(12)
    strengths = {version.pk: 2400 - 100 * place for place, version in enumerate(versions)}
    rng, row = Random(5), tend()
    for step in range(45):
        now = NOW + step * timedelta(minutes=6)
        for match in waiting(row):
            win(match, strengths, now=now, rng=rng)
        row = tend(now=now, seed=step)

    played = row.matches.filter(status="finished")
    counts = [played.filter(pairing__entries__version=one).count() for one in versions]
    assert played.count() >= 84
    assert min(counts) >= 0.8 * 2 * played.count() / 12
    top = played.filter(pairing__entries__version=versions[0])
    assert top.filter(pairing__entries__version__in=versions[1:6]).count() > 0.6 * top.count()
    order = [one.version for one in rungs(row, now=NOW)]
    off = [abs(order.index(version) - place) for place, version in enumerate(versions)]
    assert sum(off) <= 12
    assert order.index(versions[0]) <= 2
    assert order.index(versions[-1]) >= 9


def test_two_owners_meet_no_more_than_rates_a_day_and_house_bots_as_often_as_it_comes(kalah):
    alice, bob = (one.bot.owner for one in bots(2))
    house_bot = VersionFactory(bot=BotFactory(is_house=True))
    row = tend()
    for minute in range(40):
        row = play(row, now=NOW + minute * MINUTE)

    met = Game.objects.filter(ended_at__isnull=False).filter(seats__version__bot__owner=alice)
    between = met.filter(seats__version__bot__owner=bob).distinct()
    assert between.count() == 10
    assert met.filter(seats__version=house_bot).distinct().count() > 10
    assert not Game.objects.exclude(unrated_reason="").exists()


def test_where_all_have_met_enough_the_ladder_waits_for_the_next_day(kalah):
    bots(2)
    row = tend()
    for minute in range(20):
        row = play(row, now=NOW + minute * MINUTE)

    assert row.matches.count() == 5
    assert waiting(row) == []
    assert waiting(tend(now=NOW + timedelta(hours=13))) != []
