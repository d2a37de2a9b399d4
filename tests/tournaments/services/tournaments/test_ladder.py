"""Ladders as they go on: who is on them, who is paired, what they leave to tournaments."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    FAILING,
    NOW,
    VersionFactory,
    play_out,
    tournament,
    variant,
)
from tests.tournaments.services.tournaments.ladders import (
    MINUTE,
    bots,
    claim_next,
    climbers,
    play,
    sides,
    switched_on,
    tend,
    waiting,
    win,
)
from tournaments.models import Bot, Match, Player, Rating, Tournament, Version
from tournaments.queries.playing import queue
from tournaments.queries.tournaments import ladder_work
from tournaments.queries.tournaments.ladder import NEW_GAMES, open_on, rungs, strengths
from tournaments.services.bots import health
from tournaments.services.playing import hosts
from tournaments.services.tournaments import ladder, lifecycle, rules_versions, withdrawals
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def kalah():
    return switched_on("kalah")


def test_a_ladder_is_one_running_tournament_of_the_house(kalah):
    bots(3)

    row = tend()
    assert tend(now=NOW + MINUTE) == row

    assert Tournament.objects.count() == 1
    assert (row.status, row.organiser, str(row)) == (
        "running",
        Player.objects.house(),
        f"Ladder: {kalah}",
    )
    assert len(waiting(row)) == ladder_work.WAITING
    assert row.matches.first().games.count() == 2


@pytest.mark.parametrize("keys", [(), ("kalah(seeds=4)", "einstein", "pachisi")])
def test_ladders_without_work_are_read_together_however_many_there_are(kalah, keys):
    bots(3)
    for key in keys:
        switched_on(key)
    tend()

    with CaptureQueriesContext(connection) as statements:
        tend(now=NOW + MINUTE)

    assert {one["sql"].split()[0] for one in statements} == {"SELECT"}
    assert len(statements) <= 8


def test_house_bots_that_are_anchors_wait_for_others(kalah):
    house = bots(3, is_house=True)
    row = tend()
    Match.objects.all().delete()
    for version in house:
        fields = {"variant": row.variant, "version": version, "start": 15000}
        Rating.objects.create(**fields, value=15000, games=NEW_GAMES)

    with CaptureQueriesContext(connection) as statements:
        assert tend(now=NOW + MINUTE).matches.count() == 0
    (newcomer,) = bots(1)

    assert {one["sql"].split()[0] for one in statements} == {"SELECT"}
    assert all(newcomer in sides(match) for match in waiting(tend(now=NOW + 2 * MINUTE)))


def test_a_crash_while_a_match_is_made_leaves_nothing_and_the_next_goes_on(kalah, monkeypatch):
    bots(3)

    def crash(*_args):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(ladder.pairings, "_seat", crash)
        with pytest.raises(MemoryError):
            tend()
    assert not Match.objects.exists()

    assert len(waiting(tend())) == ladder_work.WAITING


def test_without_the_switch_there_is_none():
    variant("kalah")
    bots(3)

    assert tend() is None


def test_an_opening_comes_before_every_block_of_two_but_their_first(kalah):
    bots(2)
    row = play(tend(), now=NOW + MINUTE)

    opened = [match.opening for match in row.matches.order_by("pk")]

    assert opened[0] == []
    assert all(len(opening) == 4 for opening in opened[1:])
    assert len(set(map(tuple, opened))) == len(opened)


def test_every_day_has_a_round(kalah):
    bots(4)
    row = play(tend(), now=NOW + MINUTE)

    row = play(row, now=NOW + timedelta(days=1))

    days = list(row.rounds.order_by("number").values_list("number", "name"))
    assert days == [(1, "2026-01-02"), (2, "2026-01-03")]
    assert [one.pairings.count() for one in row.rounds.order_by("number")] == [4, 2]


def test_a_new_version_takes_the_place_of_its_predecessor(kalah):
    old, _other, _third = bots(3)
    row = tend()
    new = VersionFactory(bot=old.bot)

    row = tend()

    assert new in climbers(row)
    assert old not in climbers(row)
    gone = row.entries.get(version=old)
    assert str(gone.withdrawal) == f"{new} has taken its place."
    assert all(old not in sides(match) for match in waiting(row))


def test_a_new_version_is_paired_by_its_predecessors_rating(kalah):
    old, *_others = bots(6)
    Rating.objects.create(variant=kalah, version=old, value=1_900_000, games=50)
    new = VersionFactory(bot=old.bot)

    known = strengths(kalah, [new])[new.pk]

    assert (known.elo, known.games) == (1900, 0)


@pytest.mark.parametrize(
    ("leaves", "reason"),
    [
        (
            lambda version: Bot.objects.filter(pk=version.bot_id).update(on_ladders=False),
            "off-ladders",
        ),
        (lambda version: version.pause(reason=FAILING, now=NOW), "cannot-climb"),
        (lambda version: health.ban(version.bot, reason="It attacks.", now=NOW), "cannot-climb"),
        (
            lambda version: Version.objects.filter(pk=version.pk).update(held_back=True),
            "cannot-climb",
        ),
    ],
)
def test_who_may_not_climb_leaves_and_what_waits_for_it_is_void(kalah, leaves, reason):
    versions = bots(3)
    row = tend()
    left = next(iter(sides(waiting(row)[0])))

    leaves(left)
    row = tend()

    assert climbers(row) == set(versions) - {left}
    assert row.entries.get(version=left).withdrawal.code == reason
    assert all(left not in sides(match) for match in waiting(row))
    assert row.matches.filter(status="void").exists()
    assert len(waiting(row)) == ladder_work.WAITING


def test_who_may_climb_again_comes_back_to_its_place(kalah):
    one, *_others = bots(3)
    row = tend()
    one.pause(reason=FAILING, now=NOW)
    tend()

    one.resume(now=NOW)
    row = tend()

    assert one in climbers(row)
    assert row.entries.filter(version=one).count() == 1


def test_while_its_newest_version_is_paused_a_bot_climbs_with_the_one_before(kalah):
    old, *_others = bots(3)
    new = VersionFactory(bot=old.bot)
    tend()

    new.pause(reason=FAILING, now=NOW)

    assert old in climbers(tend())


def test_only_bots_that_play_the_game_climb(kalah):
    bots(2)
    other = VersionFactory(games=["einstein"])

    assert other not in climbers(tend())


def test_bots_of_one_owner_do_not_meet(kalah, alice):
    bots(3, owner=alice)
    stranger = VersionFactory()
    row = tend()
    for minute in range(5):
        row = play(row, now=NOW + minute * MINUTE)

    assert all(stranger in sides(match) for match in row.matches.all())


def test_where_all_are_of_one_owner_nobody_is_paired(kalah, alice):
    bots(3, owner=alice)

    assert waiting(tend()) == []


@pytest.mark.once
def test_nobody_plays_more_than_its_share_of_the_day(settings):
    settings.LADDER_BOT_GAMES = 6
    switched_on("einstein")
    bots(4)
    row = tend()
    for minute in range(20):
        row = play(row, now=NOW + minute * MINUTE)

    assert max(one.games for one in rungs(row, now=NOW + 20 * MINUTE)) == 6
    assert waiting(row) == []
    assert len(waiting(tend(now=NOW + timedelta(hours=25)))) == ladder_work.WAITING


@pytest.mark.once
def test_an_owner_has_a_share_on_all_ladders_together(settings, alice):
    settings.LADDER_OWNER_GAMES = 8
    switched_on("einstein")
    switched_on("einstein(setup=chosen)")
    mine = bots(2, owner=alice)
    house_bots = bots(2, owner=Player.objects.house(), is_house=True)
    for minute in range(10):
        tend(now=NOW + minute * MINUTE, seed=minute)
        for match in Match.objects.filter(status="queued"):
            win(match, {}, now=NOW + minute * MINUTE)

    games = 2 * Match.objects.filter(pairing__entries__version__in=mine).count()
    assert games == 8
    assert 2 * Match.objects.filter(pairing__entries__version__in=house_bots).count() > 20


def test_with_a_share_of_nothing_ladders_rest(kalah, settings):
    settings.LADDER_BOT_GAMES = 0
    bots(3)

    assert waiting(tend()) == []


@pytest.mark.once
def test_bots_that_are_known_well_spread_their_share_over_the_day():
    einstein = switched_on("einstein")
    for version in bots(4):
        Rating.objects.create(variant=einstein, version=version, games=500)
    row = tend()
    for minute in range(30):
        row = play(row, now=NOW + minute * MINUTE)
    rested = row.matches.count()

    row = play(row, now=NOW + 35 * MINUTE)
    assert row.matches.count() == rested
    assert waiting(tend(now=NOW + 100 * MINUTE))


def test_a_switched_off_ladder_is_over_and_goes_on_when_it_is_switched_on(kalah):
    bots(3)
    row = tend()
    kalah.ladder = False
    kalah.save()

    row = tend(now=NOW + MINUTE)
    assert (row.status, row.ended_at) == ("finished", NOW + MINUTE)
    assert set(row.matches.values_list("status", "void_reason")) == {
        ("void", Sentence("ladder-off"))
    }
    assert open_on(kalah) is None

    kalah.ladder = True
    kalah.save()
    again = tend(now=NOW + 2 * MINUTE)
    assert (again, again.status, again.ended_at) == (row, "running", None)
    assert len(waiting(again)) == ladder_work.WAITING


def test_a_ladder_whose_rules_nobody_plays_is_paused_and_goes_on(kalah, monkeypatch):
    bots(3)
    tend()
    monkeypatch.setattr(queue, "rules_alive", lambda now: frozenset())
    rules_versions.hold(now=NOW)

    assert tend().status == "paused"

    monkeypatch.undo()
    rules_versions.hold(now=NOW)
    assert tend().status == "running"


def test_all_that_looks_after_tournaments_leaves_a_ladder_alone(kalah):
    bots(3)
    row = tend()
    for match in waiting(row):
        play_out(match)

    assert lifecycle.advance(now=NOW) == 0
    assert lifecycle.start_due(now=NOW) == 0
    assert withdrawals.withdraw_absent(now=NOW, patience=timedelta(0)) == 0
    assert tend().status == "running"


def test_nobody_manages_a_ladder(kalah, carol):
    bots(3)

    with pytest.raises(lifecycle.NotAllowed):
        lifecycle.cancel(tend(), player=carol, now=NOW)


def test_tournaments_go_before_ladders(kalah):
    switched_on("einstein")
    bots(3)
    tend()
    cup = tournament(bots(3), name="Cup")
    Tournament.objects.filter(format="ladder").update(last_claim_at=NOW)

    taken = [claim_next(now=NOW + n * timedelta(seconds=1)) for n in range(7)]

    assert taken[:3] == [cup] * 3
    assert [one.variant.key for one in taken[3:]] == ["einstein", "kalah"] * 2


def test_a_ladder_never_stands_still(kalah):
    bots(3)
    row = tend()
    cup = tournament(bots(6), name="Cup")

    taken = [claim_next(now=NOW + n * 4 * MINUTE) for n in range(6)]

    assert taken == [row, cup, cup, row, cup, cup]


def test_what_a_match_of_a_ladder_waits_for_is_said(kalah):
    bots(3)
    row = tend()
    tournament(bots(3), name="Cup")
    first, second = waiting(row)

    assert queue.ahead(first, now=NOW) == 0
    assert queue.ahead(second, now=NOW) == 4
    claim_next(now=NOW)
    assert queue.ahead(second, now=NOW) == 3
    hosts.register("box", isolation="bubblewrap", slots=1, speed_index=1.0, now=NOW)
    assert "tournaments go before ladders" in str(queue.why_waiting(second, now=NOW))
