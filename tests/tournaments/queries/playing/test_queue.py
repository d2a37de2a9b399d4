"""Whose turn it is, and what a match waits for."""

from datetime import timedelta
from random import Random

import pytest

from agents.sandbox import Isolation
from tests.tournaments.factories import (
    FAILING,
    LEASE,
    NO_RULES,
    NOW,
    VersionFactory,
    check_match,
    claimed,
    fault,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Host, Match, Tournament, Variant
from tournaments.queries.playing import queue
from tournaments.services.bots import health
from tournaments.services.playing import hosts, play, reports, workers
from tournaments.services.tournaments import ladder

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def host():
    return hosts.register("box", isolation="bubblewrap", slots=1, speed_index=1.0, now=NOW)


def claim(*, now=NOW):
    worker = workers.Worker(
        name="worker-1", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=lambda: now, host="box"
    )
    return play.claim(worker, validation=False)


def cup(name, *, entrants=3, organiser=None):
    versions = [VersionFactory() for _ in range(entrants)]
    return tournament(versions, name=name, organiser=organiser)


def order(number):
    """The tournaments of the next matches that are claimed, a second apart."""
    return [claim(now=NOW + timedelta(seconds=n)).tournament.name for n in range(number)]


def why(match, *, now=NOW):
    return str(queue.why_waiting(Match.objects.get(pk=match.pk), now=now))


def test_tournaments_of_different_people_take_turns():
    cup("Long", entrants=5)
    cup("Short", entrants=3)

    assert order(5) == ["Long", "Short", "Long", "Short", "Long"]


def test_many_tournaments_of_one_organiser_share_one_turn(alice, bob):
    cup("A1", organiser=alice)
    cup("A2", organiser=alice)
    cup("B", organiser=bob)

    assert order(6) == ["A1", "B", "A2", "B", "A1", "B"]


def test_the_number_ahead_is_what_is_claimed_before():
    cup("Long", entrants=5)
    cup("Short", entrants=3)
    told = {match.pk: queue.ahead(match, now=NOW) for match in Match.objects.all()}

    claims = [claim(now=NOW + timedelta(seconds=n)).pk for n in range(len(told))]

    assert sorted(told, key=told.get) == claims


def test_what_is_next_says_so():
    cup("Cup")
    first, second, third = Match.objects.all()

    assert why(first) == "Waits for a free worker; it is next."
    assert why(second) == "Waits for a free worker; 1 match is ahead."
    assert why(third) == "Waits for a free worker; 2 matches are ahead."


def test_the_time_is_told_by_the_pace_once_there_is_one():
    cup("Cup", entrants=5)
    played = list(Match.objects.all())[:6]
    for number, match in enumerate(played):
        play_out(match, now=NOW + number * timedelta(minutes=1))
    hosts.seen("box", now=NOW + timedelta(minutes=5))

    assert why(Match.objects.last(), now=NOW + timedelta(minutes=5)) == (
        "Waits for a free worker; 3 matches are ahead. "
        "At the pace of the last 10 minutes that takes about 3 minutes."
    )


def pace_of(minutes):
    """Enough matches that have ended, one every so many minutes; now."""
    hosts.seen("box", now=NOW + timedelta(minutes=10))
    for number in range(5):
        played = Match.objects.filter(status="queued").order_by("pk").first()
        play_out(played, now=NOW + timedelta(minutes=10 - minutes * (4 - number)))
    return NOW + timedelta(minutes=10)


def with_ladder(*, last):
    board = variant("einstein")
    board.ladder = True
    board.save()
    for _number in range(3):
        VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))
    rows = Tournament.objects.filter(format="ladder")
    rows.update(last_claim_at=last)
    return rows.get().matches.order_by("pk")


def test_a_ladders_match_that_is_due_counts_among_those_ahead():
    cup("Cup")
    with_ladder(last=NOW - timedelta(minutes=11))
    Tournament.objects.filter(name="Cup").update(last_claim_at=NOW - timedelta(minutes=1))
    first = Match.objects.filter(tournament__name="Cup").first()

    assert why(first) == "Waits for a free worker; 1 match is ahead."
    assert claim().tournament.is_ladder
    assert why(first) == "Waits for a free worker; it is next."


def test_the_time_counts_what_ladders_will_take_meanwhile():
    row = cup("Cup", entrants=6)
    now = pace_of(2)
    last = row.matches.last()
    assert why(last, now=now).endswith("9 matches are ahead. " + takes(18))

    with_ladder(last=now)

    # One of a ladder's every ten minutes, which is every fifth: two more.
    assert why(last, now=now).endswith("9 matches are ahead. " + takes(22))


def takes(minutes):
    return f"At the pace of the last 10 minutes that takes about {minutes} minutes."


def test_a_ladders_match_waits_for_its_turn_among_ladders_at_the_most():
    cup("Cup", entrants=8)
    now = pace_of(2)
    first, second = with_ladder(last=now)

    assert why(first, now=now) == (
        "Waits for a free worker; 23 matches are ahead, and tournaments go before ladders. "
        + takes(10)
    )
    assert why(second, now=now).endswith(takes(20))


def test_a_tournament_says_how_long_its_line_is(client):
    row = cup("Cup", entrants=4)

    assert str(queue.line(row, now=NOW)) == "6 matches wait. 5 matches are ahead of the last one."
    claimed(Match.objects.first())
    for match in Match.objects.filter(status="queued")[1:]:
        claimed(match)
    assert str(queue.line(row, now=NOW)) == "1 match waits. Nothing is ahead of the last one."
    claimed(Match.objects.get(status="queued"))
    assert not queue.line(row, now=NOW)


def test_a_tournament_says_nothing_of_its_line_while_no_host_is_active():
    row = cup("Cup")

    assert not queue.line(row, now=NOW + timedelta(minutes=2))


def test_after_a_platform_fault_the_time_is_told():
    cup("Cup")
    match = claimed(Match.objects.first())
    reports.fail(match, reason=fault("no memory"), now=NOW)

    assert why(match) == "Waits until 12:00:05 after a platform fault."


def test_without_a_worker_nothing_is_promised():
    cup("Cup")
    Host.objects.update(seen_at=NOW - timedelta(minutes=2))

    assert why(Match.objects.first()) == "Waits for a worker: none is at work now."


def test_a_paused_version_takes_no_share_of_the_queue():
    row = cup("Cup")
    paused = row.entries.first().version
    paused.pause(reason=FAILING, now=NOW)

    only = claim()

    assert paused not in {seat.version for seat in only.games.first().seats.all()}
    assert claim() is None
    assert play.waiting(now=NOW, most=9)["kauri.play"] == 0
    waits = Match.objects.filter(status="queued").first()
    assert why(waits) == f"{paused} is paused: {FAILING}"


def test_a_banned_bot_is_not_claimed_either():
    row = cup("Cup", entrants=2)
    bot = row.entries.first().version.bot

    health.ban(bot, reason="It attacks others.", now=NOW)

    assert claim() is None
    assert why(Match.objects.get()) == f"{bot} is banned, so this match will be void."


def test_only_a_worker_with_the_rules_claims():
    cup("Cup")
    Variant.objects.update(rules_version=99)

    assert claim() is None


def test_checks_wait_for_checks_alone():
    cup("Cup")
    first, second = check_match(VersionFactory()), check_match(VersionFactory())

    assert why(first) == "Waits for a free worker; it is next."
    assert why(second) == "Waits for a free worker; 1 check is ahead."


def test_a_paused_tournament_says_why():
    row = cup("Cup")
    row.move(
        from_status="running",
        to_status=Tournament.Status.PAUSED,
        pause_reason=NO_RULES,
    )

    assert why(Match.objects.first()) == f"Cup is paused: {NO_RULES}"
