"""Matches and their games, as programs read them."""

import pytest

from agents.terms.faults import BotFault
from agents.words import Sentence
from engine import record
from tests.tournaments.api.test_reading import three
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    PlayerFactory,
    check_match,
    claimed,
    fault,
    outcome,
    play_all,
    play_out,
    tournament,
)
from tournaments.models import Match
from tournaments.services.playing import reports

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions(alice, bob):
    return three(alice, bob)


def make_once():
    alice, bob = (PlayerFactory(username=name) for name in ("alice", "bob"))
    return play_all(tournament(three(alice, bob), organiser=alice))


@pytest.fixture
def played(made):
    return made


def test_matches_of_a_tournament_come_in_the_order_of_its_rounds(get, played):
    rows = get("tournaments/autumn-cup/matches/")["results"]

    assert [row["round"] for row in rows] == [1, 2, 3]
    assert {row["tournament"] for row in rows} == {"autumn-cup"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?bot=greedy", 2),
        ("?tournament=autumn-cup&status=finished", 3),
        ("?status=void", 0),
        ("?game=kalah", 3),
        ("?game=einstein", 0),
    ],
)
def test_matches_can_be_narrowed(get, played, query, found):
    assert len(get(f"matches/{query}")["results"]) == found


def test_all_matches_are_read_by_asking_for_those_before_the_last(get, played):
    first, *rest = get("matches/")["results"]
    assert get(f"matches/?before={first['id']}")["results"] == rest


def test_a_seed_stays_secret_until_its_match_is_over(get, versions):
    tournament(versions[:2])
    match = Match.objects.get()
    first, _second = match.games.all()

    before = get(f"matches/{match.pk}/")
    reports.report(claimed(match), first, outcome(first), now=NOW, lease=LEASE)
    during = get(f"matches/{match.pk}/")
    game = get(f"matches/{match.pk}/games/1/")

    assert (before["seed"], during["seed"], during["status"]) == (None, None, "running")
    assert before["commitment"] == match.commitment
    assert game["record"]["dice"]["commitment"] == match.commitment
    assert game["record"]["dice"]["seed"] is None
    assert bytes(match.seed).hex() not in str([before, during, game])


def test_the_record_of_a_finished_match_can_be_verified(get, versions):
    tournament(versions[:2], key="einstein")
    match = play_out(Match.objects.get())

    rows = get(f"matches/{match.pk}/games/")["results"]

    assert [row["number"] for row in rows] == [1, 2]
    assert {row["record"]["dice"]["seed"] for row in rows} == {bytes(match.seed).hex()}
    assert all(record.verify(row["record"]).ok for row in rows)


def test_logs_and_tracebacks_are_for_the_owner_of_the_bot_and_staff(get, versions, alice, carol):
    tournament(versions[:2])
    match = Match.objects.get()
    game = match.games.get(number=1)
    crash = BotFault("crash", Sentence("unasked"), "Traceback: secret = 1").fault
    report = outcome(game, forfeits=0, fault=crash)
    reports.report(claimed(match), game, report, now=NOW, lease=LEASE)
    path = f"matches/{match.pk}/games/1/"

    stranger, _other = get(path)["seats"]
    own, others = get(path, player=alice)["seats"]
    seen_by_staff = get(path, player=carol)["seats"]

    assert stranger["fault"]["summary"] == "It answered without being asked, or twice."
    assert (stranger["fault"]["code"], stranger["fault"]["params"]) == ("unasked", {})
    assert (stranger["fault"]["detail"], stranger["log"]) == (None, None)
    assert (own["fault"]["detail"], own["log"]) == ("Traceback: secret = 1", "log of seat 0")
    assert others["log"] is None
    assert [seat["log"] for seat in seen_by_staff] == ["log of seat 0", "log of seat 1"]


def test_the_check_of_a_version_is_for_its_owner_and_staff(get, versions, alice, bob, carol):
    path = f"matches/{check_match(versions[0]).pk}/"

    get(path, status=404)
    get(f"{path}games/", status=404)
    get(path, status=404, player=bob)
    assert get("matches/", player=bob)["results"] == []
    assert get(path, player=alice)["checks"]["bot"] == "greedy"
    assert get(path, player=carol)["tournament"] is None


def test_a_void_match_says_why_and_names_no_machine(get, versions):
    match = tournament(versions[:2]).matches.get()
    reasons = []
    for _attempt in range(3):
        reports.fail(claimed(match), reason=fault("Worker host-7 fell silent."), now=NOW)
        match.refresh_from_db()
        reasons.append(get(f"matches/{match.pk}/")["void_reason"])

    assert reasons == ["", "", str(GIVEN_UP)]
    assert "host-7" not in str(get(f"matches/{match.pk}/"))
