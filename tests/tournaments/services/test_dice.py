"""What begins anew has new dice: bots of a game that was broken off may have seen its throws."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from agents.sandbox import Isolation, SandboxUnavailable
from agents.table import referee
from agents.table.referee import bot_seeds_from
from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits
from engine import record
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    fault,
    outcome,
    play_out,
    tournament,
)
from tournaments.errors import Interrupted, StaleAttempt
from tournaments.models import Game, Match, ReplacedSeed
from tournaments.queries.games import matches
from tournaments.queries.playing import verification
from tournaments.services import dice
from tournaments.services.analysis import luck
from tournaments.services.playing import failures, play, reports, reruns, workers
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db):
    tournament([VersionFactory(), VersionFactory()], key="einstein")
    return Match.objects.get()


def worker():
    return workers.Worker(name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: NOW)


def report(match, number):
    game = match.games.get(number=number)
    reports.report(match, game, outcome(game, seed=number), now=NOW, lease=LEASE)


def played_twice(match):
    """Its first game under its first seed, and the second under a second one."""
    report(claimed(match), 1)
    match.hand_back(now=NOW)
    report(claimed(match), 2)
    return Match.objects.get()


def break_off(monkeypatch, error):
    """Let the referee fail with this once a game has begun."""

    def fail(*_args, watch, **_kwargs):
        watch()
        raise error

    monkeypatch.setattr(referee, "play_game", fail)
    play.play_next(worker(), validation=False)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (Interrupted("worker-stops", worker="w"), "the worker was stopped"),
        (PlatformFault("killed-from-outside"), "the platform failed"),
        (ZeroDivisionError("a mistake"), "the platform failed"),
        (SandboxUnavailable("folder-stays", why="it is busy"), "the worker was stopped"),
    ],
)
def test_a_game_that_is_broken_off_is_played_again_with_a_new_seed(monkeypatch, match, error, why):
    first = bytes(match.seed)

    break_off(monkeypatch, error)

    match.refresh_from_db()
    replaced = match.replaced_seeds.get()
    assert match.status == Match.Status.QUEUED
    assert bytes(match.seed) != first
    assert len(bytes(match.seed)) == 32
    assert (bytes(replaced.seed), replaced.number, replaced.replaced_at) == (first, 1, NOW)
    assert replaced.get_why_display() == why


def test_a_worker_that_falls_silent_costs_the_match_its_seed(match):
    first = bytes(claimed(match).seed)

    failures.reap(now=NOW + 2 * LEASE)

    match.refresh_from_db()
    replaced = match.replaced_seeds.get()
    assert bytes(match.seed) != first == bytes(replaced.seed)
    assert replaced.get_why_display() == "the worker fell silent"


def test_where_no_game_could_begin_the_seed_stays(monkeypatch, match):
    def refuse(*_args, **_kwargs):
        raise SandboxUnavailable("not-root")

    monkeypatch.setattr(referee, "play_game", refuse)

    play.play_next(worker(), validation=False)

    assert Match.objects.get().status == Match.Status.QUEUED
    assert bytes(Match.objects.get().seed) == bytes(match.seed)
    assert not ReplacedSeed.objects.exists()


def test_every_time_costs_another_one(match):
    had = [bytes(match.seed)]
    for attempt in (1, 2):
        reports.fail(claimed(match), reason=fault("no memory"), now=NOW)
        match.refresh_from_db()
        had.append(bytes(match.seed))
        assert [one.number for one in match.replaced_seeds.all()] == list(range(1, attempt + 1))

    assert match.seeds == had
    assert len(set(had)) == 3


def test_a_match_that_is_void_keeps_its_last_seed(match):
    for _attempt in range(3):
        reports.fail(claimed(match), reason=fault("no memory"), now=NOW)

    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert match.replaced_seeds.count() == 2
    assert all(one.revealed_seed for one in match.replaced_seeds.all())


def test_a_lost_attempt_replaces_nothing(match):
    lost = claimed(match)
    failures.reap(now=NOW + 2 * LEASE)
    claimed(Match.objects.get(), now=NOW + 2 * LEASE)
    now = Match.objects.get()

    assert not lost.hand_back(now=NOW)
    assert not reports.fail(lost, reason=fault("too late"), now=NOW)

    assert Match.objects.get().seeds == now.seeds


def test_a_game_of_a_lost_attempt_with_the_old_seed_is_refused(match):
    lost = claimed(match)
    failures.reap(now=NOW + 2 * LEASE)
    claimed(Match.objects.get(), now=NOW + 2 * LEASE)

    with pytest.raises(StaleAttempt):
        report(lost, 1)

    assert not Game.objects.exclude(ended_at=None).exists()


def test_a_match_has_one_replaced_seed_a_number(match):
    claimed(match).hand_back(now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        match.replaced_seeds.create(number=1, seed=bytes(32), replaced_at=NOW, why="failed")


def test_games_of_one_match_can_have_different_seeds_and_all_is_found_to_hold(match):
    match = played_twice(match)
    luck.judge(match, now=NOW)

    first, second = match.games.all()
    commitments = [game.record["dice"]["commitment"] for game in (first, second)]
    assert commitments == [match.replaced_seeds.get().commitment, match.commitment]
    assert [one.detail for one in verification.findings(match) if one.holds is not True] == []
    told = [matches.public_record(game)["dice"]["seed"] for game in (first, second)]
    assert told == [seed.hex() for seed in match.seeds]
    assert all(record.verify(matches.public_record(game)).ok for game in (first, second))


def test_what_bots_draw_from_follows_the_new_seed(match):
    match = played_twice(match)
    for game, seed in zip(match.games.all(), match.seeds, strict=True):
        due = bot_seeds_from(seed, game_number=game.number, seats=2)
        assert [seat["seed"] for seat in game.record["seats"]] == list(due)


def test_a_seed_that_the_match_never_had_is_found(match):
    match = played_twice(match)
    ReplacedSeed.objects.update(seed=bytes(32))

    found = verification.findings(Match.objects.get())

    assert found[0].holds is False
    assert [one.holds for one in found if one.what == Sentence("game-replayed", game=1)] == [False]


def test_dice_that_are_keyed_with_the_number_of_another_game_are_found(match):
    match = played_twice(match)
    game = match.games.get(number=2)
    game.record["dice"]["game"] = 1
    game.save()

    found = verification.findings(Match.objects.get())

    assert [one.holds for one in found if one.what.code == "game-own-dice"] == [True, False]


def test_any_of_its_commitments_can_have_been_noted(match):
    match = played_twice(match)
    noted = [match.replaced_seeds.get().commitment, match.commitment]
    assert [verification.findings(match, noted=one)[0].holds for one in noted] == [True, True]


def test_the_opening_stays_that_of_the_first_seed():
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=4)
    match = Match.objects.latest("pk")
    opening = match.opening
    claimed(match).hand_back(now=NOW)

    match = play_out(Match.objects.get(pk=match.pk))

    assert match.opening == opening != []
    assert [one.detail for one in verification.findings(match) if one.holds is False] == []
    assert match.seeds[0].hex() in verification.opening_command(match)


def test_commitments_are_public_at_once_and_seeds_when_the_match_is_over(client, match):
    claimed(match).hand_back(now=NOW)
    match = Match.objects.get()
    pages = [match.get_absolute_url(), reverse("api:match", args=[match.pk])]

    def read():
        return [client.get(page).content.decode() for page in pages]

    for page in read():
        assert match.commitment in page
        assert match.replaced_seeds.get().commitment in page
        assert "the worker was stopped" in page
        assert not any(seed.hex() in page for seed in match.seeds)

    match = play_out(match)

    for page in [*read(), client.get(reverse("match-verify", args=[match.pk])).content.decode()]:
        assert all(seed.hex() in page for seed in match.seeds)


def test_a_match_is_played_again_from_its_records_whatever_seeds_it_had(match, monkeypatch):
    match = played_twice(match)
    asked = []

    def again(document, _archives, _conditions, *, seed):
        asked.append(record.reveal(document, seed)["dice"]["seed"])

    monkeypatch.setattr(reruns, "play_again", again)
    list(reruns.rerun(match, limits=Limits(), isolation=Isolation.NONE))

    assert asked == [seed.hex() for seed in match.seeds]


def test_what_waits_when_a_backup_is_restored_has_new_dice(match):
    claimed(match).hand_back(now=NOW)
    before = Match.objects.get().seeds

    assert dice.replace_waiting(now=NOW + timedelta(days=1)) == 1

    match = Match.objects.get()
    assert match.seeds[:2] == before
    assert match.seeds[2] not in before
    restored = match.replaced_seeds.get(number=2)
    assert restored.get_why_display() == "the site was restored from a backup"
    assert restored.replaced_at == NOW + timedelta(days=1)


def test_what_is_over_keeps_its_seed_when_a_backup_is_restored(match):
    match = play_out(match)
    assert dice.replace_waiting(now=NOW) == 0
    assert Match.objects.get().seeds == match.seeds


def test_the_dice_of_a_seat_in_one_game_tell_nothing_of_the_other():
    tournament([VersionFactory(), VersionFactory()], key="einstein(setup=fixed)")
    play.play_next(worker(), validation=False)

    first, second = [
        [[e["throw"] for e in game.record["events"] if "throw" in e and e["seat"] == seat]
         for seat in (0, 1)]
        for game in Game.objects.order_by("number")
    ]  # fmt: skip

    for one, other in zip(first, second, strict=True):
        assert min(len(one), len(other)) > 2
        assert one[: len(other)] != other[: len(one)]
