"""Authors hear once a day whom others have passed on a leaderboard."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, variant
from tournaments.models import Fit, FittedPlace
from tournaments.services.bots import ownership
from tournaments.services.ratings import passing

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def bot(owner, name):
    return VersionFactory(bot=BotFactory(owner=owner, name=name))


def stand(*versions, component=0):
    """Let the leaderboard have these lines, best first."""
    fit, _new = Fit.objects.update_or_create(
        variant=variant(), defaults={"computed_at": NOW, "games": 9, "component": 0}
    )
    fit.places.all().delete()
    FittedPlace.objects.bulk_create(
        FittedPlace(
            fit=fit, number=number, version=version, component=component, place=number + 1,
            rating=1500 - number, error=30, games=9, best=1, worst=9,
        )
        for number, version in enumerate(versions)
    )  # fmt: skip


def told(player):
    return [str(one) for one in player.notices.order_by("pk")]


def test_who_was_passed_is_told_by_whom_and_where(alice, bob):
    anna, otto = bot(alice, "Anna"), bot(bob, "Otto")
    stand(anna, otto)
    passing.look(now=NOW)
    stand(otto, anna)

    assert passing.look(now=NOW + DAY) == 1

    assert told(alice) == ["Otto has passed Anna on kalah for tests."]
    assert alice.notices.get().link == variant().get_absolute_url()
    assert told(bob) == []


def test_a_newer_version_passes_for_its_bot_and_the_days_are_counted(alice, bob):
    anna, otto, third = bot(alice, "Anna"), bot(bob, "Otto"), bot(bob, "Theo")
    stand(anna, otto, third)
    passing.look(now=NOW)
    stand(VersionFactory(bot=otto.bot), anna, third)
    passing.look(now=NOW + DAY)
    stand(third, otto, anna)
    passing.look(now=NOW + 2 * DAY)

    assert told(alice) == ["Theo has passed Anna on kalah for tests. (2 times)"]


def test_the_first_look_and_lines_apart_tell_nobody(alice, bob):
    anna, otto = bot(alice, "Anna"), bot(bob, "Otto")
    stand(anna, otto, component=1)
    passing.look(now=NOW)
    stand(otto, anna, component=1)
    passing.look(now=NOW + DAY)
    stand(anna, otto)
    passing.look(now=NOW + 2 * DAY)

    assert told(alice) + told(bob) == []


def test_a_deleted_bot_has_passed_under_its_neutral_name(alice, bob):
    anna, otto = bot(alice, "Anna"), bot(bob, "Otto")
    stand(anna, otto)
    passing.look(now=NOW)
    stand(otto, anna)
    passing.look(now=NOW + DAY)

    ownership.delete_bot(otto.bot, player=bob, now=NOW)
    assert told(alice) == [f"Deleted bot {otto.bot.pk} has passed Anna on kalah for tests."]

    ownership.delete_bot(anna.bot, player=alice, now=NOW)
    assert told(alice) == []
