"""The queue over hours: whoever waits gets a turn, whatever others bring, however long it takes."""

import heapq
from collections import defaultdict
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from agents.sandbox import Isolation
from tests.tournaments.factories import (
    FAILING,
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    outcome,
    tournament,
    variant,
)
from tournaments.models import Match, Tournament
from tournaments.queries.playing import queue
from tournaments.services.bots import trials
from tournaments.services.playing import hosts, play, reports, workers
from tournaments.services.tournaments import ladder, lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def host():
    return hosts.register("box", isolation="bubblewrap", slots=2, speed_index=1.0, now=NOW)


class World:
    """Workers that claim, take their time and report, by a clock of their own.

    `claims` has for each claim its time, the tournament, and which tournaments had a match that
    waited for nothing else, as they were before it.
    """

    def __init__(self, *, workers, minutes, seed):
        self.minutes, self.rng, self.claims = minutes, Random(seed), []
        self._free = [(NOW, number, None) for number in range(workers)]

    def run(self, claims):
        """Go on for so many claims; without a match a worker looks again after a while."""
        while len(self.claims) < claims:
            now, worker, match = heapq.heappop(self._free)
            if match is not None:
                self._report(match, now)
            heapq.heappush(self._free, self._next(now, worker))

    def _next(self, now, worker):
        hosts.seen("box", now=now)
        ladder.tend(now=now, rng=self.rng)
        waits = queue.ready(now=now).filter(tournament__status="running")
        waiting = set(waits.values_list("tournament", flat=True))
        match = play.claim(_worker(now), validation=False)
        if match is None:
            return now + MINUTE, worker, None
        self.claims.append((now, match, waiting))
        low, high = self.minutes(match.tournament)
        return now + MINUTE * self.rng.uniform(low, high), worker, match

    def _report(self, match, now):
        for game in match.games.order_by("number"):
            report = outcome(game, seed=game.pk, forfeits=self.rng.randrange(2))
            reports.report(match, game, report, now=now, lease=LEASE)
        lifecycle.advance(now=now)
        trials.advance(now=now)


def _worker(now):
    return workers.Worker(
        name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: now, host="box"
    )


def cup(name, organiser, entrants):
    return tournament(
        [VersionFactory() for _ in range(entrants)], name=name, organiser=organiser, rated=False
    )


def passed_over(claims, kinds):
    """How often others of a kind were claimed while one of it waited, at the worst, by kind."""
    since, worst = defaultdict(lambda: defaultdict(int)), defaultdict(int)
    for _now, match, waiting in claims:
        taken = kinds[match.tournament_id]
        for one in {kinds[row] for row in waiting} - {taken}:
            since[one][taken] += 1
            worst[one] = max(worst[one], since[one][taken])
        since[taken].clear()
    return worst


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_is_passed_over_twice_by_the_same_however_much_they_bring(seed, alice, bob):
    carla = PlayerFactory()
    rows = [cup(f"Alice's {number}", alice, 4) for number in range(4)]
    rows += [cup("Bob's", bob, 4), cup("Carla's", carla, 3)]
    world = World(workers=2, minutes=lambda _row: (0.1, 9), seed=seed)

    world.run(sum(row.matches.count() for row in rows))

    owners = {row.pk: row.organiser_id for row in rows}
    assert max(passed_over(world.claims, owners).values()) == 1
    hers = [one for one in world.claims if one[1].tournament.organiser_id == alice.pk]
    theirs = [(now, match, waiting & {row.pk for row in rows[:4]}) for now, match, waiting in hers]
    assert max(passed_over(theirs, {row.pk: row.pk for row in rows}).values()) == 1
    assert not Match.objects.filter(status="queued").exists()


def test_within_a_tournament_the_longest_wait_comes_first(alice, bob):
    rows = [cup("Alice's", alice, 6), cup("Bob's", bob, 6)]
    world = World(workers=3, minutes=lambda _row: (0.1, 9), seed=4)

    world.run(30)

    for row in rows:
        taken = [match for _now, match, _w in world.claims if match.tournament_id == row.pk]
        assert taken == sorted(taken, key=lambda match: (match.queued_at, match.pk))


@pytest.mark.parametrize(("workers", "minutes"), [(1, 1), (1, 25), (3, 2), (3, 40)])
def test_ladders_and_tournaments_leave_each_other_room(workers, minutes, alice):
    board = variant("einstein")
    board.ladder = True
    board.save()
    row = cup("Cup", alice, 12)
    world = World(workers=workers, minutes=lambda _row: (minutes, minutes + 0.1), seed=5)

    world.run(36)

    kinds = defaultdict(lambda: "ladder", {row.pk: "cup"})
    assert passed_over(world.claims, kinds)["cup"] == 1
    taken = [now for now, match, _waiting in world.claims if kinds[match.tournament_id] == "ladder"]
    gaps = [later - earlier for earlier, later in pairwise(taken)]
    assert max(gaps) <= queue.LADDER_PATIENCE + 2 * MINUTE * (minutes + 0.1)


def test_a_trial_and_a_tournament_of_one_player_share_its_turn(alice, bob):
    mine = BotFactory(owner=alice)
    old, new = VersionFactory(bot=mine), VersionFactory(bot=mine)
    config = trials.TrialConfiguration(variant=variant("einstein"), most_pairs=10)
    trials.start(challenger=new, incumbent=old, player=alice, now=NOW, config=config)
    rows = [cup("Alice's", alice, 4), cup("Bob's", bob, 5)]
    world = World(workers=1, minutes=lambda _row: (1, 2), seed=6)

    world.run(18)

    owners = dict(Tournament.objects.values_list("pk", "organiser"))
    assert max(passed_over(world.claims, owners).values()) == 1
    trial = Tournament.objects.exclude(pk__in=[row.pk for row in rows]).get()
    assert {match.tournament_id for _n, match, _w in world.claims[:4]} > {trial.pk}


def test_a_failing_bot_takes_no_turn_of_the_others(alice):
    row = cup("Cup", alice, 6)
    failing = row.entries.first()
    failing.version.pause(reason=FAILING, now=NOW)
    world = World(workers=2, minutes=lambda _row: (1, 2), seed=7)

    world.run(10)

    played = {side.entry_id for _n, match, _w in world.claims for side in match.pairing.sides.all()}
    assert failing.pk not in played
    assert len(played) == 5
    assert play.claim(_worker(NOW + timedelta(hours=1)), validation=False) is None
