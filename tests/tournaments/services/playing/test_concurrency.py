"""Several workers at once, on the real database: nothing lost, nothing counted twice."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from agents import samples
from agents.sandbox import Isolation
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    tournament,
    variant,
)
from tournaments.errors import Invalid
from tournaments.mathematics import openings
from tournaments.models import (
    Game,
    Incident,
    LedgerEntry,
    Match,
    Player,
    Rating,
    Tournament,
    Version,
)
from tournaments.queries.tournaments import ladder_work
from tournaments.services.bots import uploads
from tournaments.services.playing import play, reports, workers
from tournaments.services.ratings import ledger
from tournaments.services.tournaments import create, ladder

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def in_threads(work, items):
    """What `work` returns for each item, done by several threads with connections of their own."""

    def one(item):
        try:
            return work(item)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(one, items))


def test_many_workers_claim_each_match_once():
    tournament([VersionFactory() for _ in range(6)])

    def claim_all(name):
        worker = workers.Worker(
            name=name, isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: NOW
        )
        taken = []
        while match := play.claim(worker, validation=False):
            taken.append(match.pk)
        return taken

    claims = in_threads(claim_all, [f"worker-{n}" for n in range(WORKERS)])

    assert sorted(pk for taken in claims for pk in taken) == sorted(
        Match.objects.values_list("pk", flat=True)
    )
    assert set(Match.objects.values_list("attempt", flat=True)) == {1}


def test_workers_that_claim_at_once_never_go_for_the_same_match(monkeypatch):
    tournament([VersionFactory() for _ in range(9)])
    take, taken = Match.claim, []
    monkeypatch.setattr(
        Match, "claim", lambda *row, **by: taken.append(take(*row, **by)) or taken[-1]
    )
    worker = workers.Worker(name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: NOW)

    in_threads(lambda _number: play.claim(worker, validation=False), range(36))

    assert taken == [True] * 36


def test_of_several_who_sign_up_under_one_name_at_once_the_first_gets_it():
    secret = {"password1": "cowrie-and-wood", "password2": "cowrie-and-wood"}

    def sign_up(name):
        return Client().post(reverse("signup"), secret | {"username": name}).status_code

    assert sorted(in_threads(sign_up, ["dora", "Dora", "DORA", "dora"])) == [200, 200, 200, 302]
    assert Player.objects.count() == 1


def test_reports_at_once_and_twice_count_once_and_keep_the_sum():
    tournament([VersionFactory() for _ in range(5)], games_per_pairing=4)
    work = []
    for match in Match.objects.all():
        claimed(match)
        work += [(match, game, outcome(game, seed=game.pk)) for game in match.games.all()]

    def report(job):
        match, game, result = job
        reports.report(match, game, result, now=NOW, lease=LEASE)

    twice = [job for job in work for _time in range(2)]
    failures = in_threads(report, twice)

    assert Game.objects.filter(ended_at=None).count() == 0
    assert LedgerEntry.objects.exclude(game=None).count() == 2 * len(work)
    assert sum(rating.value - rating.start for rating in Rating.objects.all()) == 0
    assert ledger.check(now=NOW).differences == []
    assert set(failures) == {None}
    assert not Incident.objects.exists()


def test_of_two_different_reports_at_once_one_counts_and_the_other_is_an_alarm():
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=8)
    jobs = []
    for match in Match.objects.all():
        claimed(match)
        game = match.games.get(number=1)
        jobs += [(match, game, outcome(game, seed=seed)) for seed in (1, 2)]

    in_threads(lambda job: reports.report(*job, now=NOW, lease=LEASE), jobs)

    assert Game.objects.exclude(ended_at=None).count() == 4
    assert LedgerEntry.objects.exclude(game=None).count() == 8
    assert list(Incident.objects.values_list("kind", flat=True)) == ["conflicting-report"] * 4
    assert ledger.check(now=NOW).differences == []


def test_several_who_tend_a_ladder_at_once_queue_each_match_once():
    kalah = variant("kalah")
    kalah.ladder = True
    kalah.save()
    for _number in range(6):
        VersionFactory()

    made = in_threads(lambda seed: ladder.tend(now=NOW, rng=Random(seed)), range(8))

    assert sum(made) == ladder_work.WAITING
    assert Tournament.objects.count() == 1
    row = Tournament.objects.get()
    assert row.matches.count() == row.rounds.get().pairings.count() == ladder_work.WAITING
    assert row.entries.count() == 6


def _refused(work):
    """Whether the domain refuses it."""
    try:
        work()
    except Invalid:
        return True
    return False


def test_of_many_tournaments_at_once_a_player_gets_no_more_than_one_after_the_other(monkeypatch):
    monkeypatch.setattr(create, "MAX_OPEN", 2)
    organiser, versions = PlayerFactory(), [VersionFactory(), VersionFactory()]
    variant("kalah")

    def hold(number):
        return _refused(lambda: tournament(versions, organiser=organiser, name=f"Cup {number}"))

    assert sum(in_threads(hold, range(8))) == 6
    assert Tournament.objects.count() == 2


def test_of_many_uploads_at_once_no_more_wait_than_one_after_the_other():
    owner = PlayerFactory()
    bots = [BotFactory(owner=owner) for _ in range(uploads.MAX_UNCHECKED + 3)]
    data = samples.read("random")

    def upload(bot):
        return _refused(
            lambda: uploads.upload(
                bot=bot, player=owner, code=uploads.CodeFile("bot.py", data), now=NOW
            )
        )

    assert sum(in_threads(upload, bots)) == 3
    assert Version.objects.count() == uploads.MAX_UNCHECKED


def test_openings_are_drawn_while_no_transaction_waits(monkeypatch):
    waited = []
    draw = openings.due

    def noted(*args, **kwargs):
        waited.append(connection.in_atomic_block)
        return draw(*args, **kwargs)

    monkeypatch.setattr("tournaments.services.tournaments.pairings.openings.due", noted)

    row = tournament([VersionFactory(), VersionFactory()], games_per_pairing=8)

    assert waited == [False] * 3
    assert row.matches.exclude(opening=[]).count() == 3
