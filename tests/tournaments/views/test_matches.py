"""The pages of matches and of single games."""

import json
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from agents.terms.faults import BotFault, Fault
from agents.words import Sentence
from engine import record
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    fault,
    outcome,
    play_out,
    tournament,
)
from tournaments.models import Game, Match
from tournaments.services.playing import failures, hosts, reports

pytestmark = pytest.mark.django_db

TRACEBACK = "Traceback (most recent call last): ZeroDivisionError"
CRASH = Fault("crash", 4, "It raised ZeroDivisionError.", TRACEBACK)


@pytest.fixture
def match(alice, bob):
    """A queued match of Alice's Anna (seat 0 of its first game) against Bob's Bert."""
    anna = VersionFactory(bot=BotFactory(name="Anna", owner=alice))
    bert = VersionFactory(bot=BotFactory(name="Bert", owner=bob))
    tournament([anna, bert])
    return Match.objects.get()


@pytest.fixture
def first(match):
    return match.games.get(number=1)


def report_crash(match, game):
    """Seat 1 crashes in the game, and the match goes on."""
    report = outcome(game, forfeits=1, fault=CRASH)
    reports.report(claimed(match), game, report, now=NOW, lease=LEASE)


def read(client, row):
    return client.get(row.get_absolute_url()).content.decode()


def test_the_page_of_a_game_says_who_resigned_and_when(client, match, first):
    report = outcome(first, forfeits=1, fault=Fault("resigned", None, ""))
    report = replace(report, faults=(None, None))
    reports.report(claimed(match), first, report, now=NOW, lease=LEASE)

    page = " ".join(read(client, first).split())

    assert "<strong>Bert v1</strong> (orange) resigned at event 1." in page
    assert "forfeits before the game began" not in page


def test_a_queued_match_says_how_many_are_before_it(client, match):
    tournament([VersionFactory(), VersionFactory()])
    later = Match.objects.last()

    hosts.register("box", isolation="bubblewrap", slots=1, speed_index=1, now=timezone.now())

    assert "Waits for a free worker; it is next." in read(client, match)
    assert "Waits for a free worker; 1 match is ahead." in read(client, later)


def test_a_match_shows_who_sits_where_in_each_game(client, match):
    page = client.get(match.get_absolute_url())

    orders = [[str(seat.version) for seat in game.seats.all()] for game, _ in page.context["games"]]
    assert orders == [["Anna v1", "Bert v1"], ["Bert v1", "Anna v1"]]


def test_the_commitment_is_public_at_once_and_the_seed_only_at_the_end(client, match):
    seed = bytes(match.seed).hex()
    page = read(client, match)
    assert match.commitment in page
    assert seed not in page

    play_out(match)

    assert seed in read(client, match)


def test_a_finished_match_tells_results_and_reasons_in_words(client, match):
    play_out(match)

    page = client.get(match.get_absolute_url())

    for game, ending in page.context["games"]:
        winner = game.seats.filter(rank=1)
        said = f"{winner[0].version} wins." if len(winner) == 1 else "A draw."
        assert str(ending.result) == said
        assert str(ending.why) in page.content.decode()


def test_a_running_match_asks_for_news_and_a_finished_one_stops(client, match):
    claimed(match)
    assert 'hx-trigger="news"' in read(client, match)

    for game in match.games.all():
        reports.report(match, game, outcome(game), now=NOW, lease=LEASE)

    assert 'hx-trigger="news"' not in read(client, match)


def test_news_of_a_match_come_without_the_frame_of_the_page(client, match):
    part = client.get(match.get_absolute_url(), headers={"HX-Request": "true"})

    assert part.content.decode().lstrip().startswith('<div id="live"')
    assert "HX-Request" in part["Vary"]


def test_a_failure_of_the_platform_blames_no_bot(client, match):
    reports.fail(claimed(match), reason=fault("Worker worker-1 fell silent."), now=NOW)

    page = read(client, match)

    assert "No bot is to blame" in page
    assert "worker-1" not in page


def test_staff_read_what_failed(client, carol, match):
    claimed(match)
    failures.reap(now=NOW + 2 * LEASE)
    client.force_login(carol)

    assert "Worker worker-1 fell silent." in read(client, match)


def test_a_void_match_says_that_it_does_not_count(client, match):
    for _attempt in range(3):
        reports.fail(claimed(match), reason=fault("The sandbox is gone."), now=NOW)
        match.refresh_from_db()

    page = read(client, match)

    assert f"This match is void.</strong> {GIVEN_UP}" in page
    assert "The sandbox is gone." not in page


def test_a_match_without_isolation_says_so(client, match):
    Match.objects.update(isolation="none")

    assert "None: the bots were trusted." in read(client, match)


def test_a_match_takes_as_many_queries_whatever_its_games(
    client, match, django_assert_max_num_queries
):
    play_out(match)

    with django_assert_max_num_queries(6):
        client.get(match.get_absolute_url())


def test_a_check_is_seen_by_the_owner_and_staff_alone(client, alice, bob, carol, match):
    check = check_match(match.games.first().seats.first().version)
    seen = {}
    for player in (alice, bob, carol):
        client.force_login(player)
        seen[player.username] = client.get(check.get_absolute_url()).status_code

    assert seen == {"alice": 200, "bob": 404, "carol": 200}


def test_a_game_not_yet_played_shows_its_seats_and_waits(client, first):
    page = read(client, first)

    assert "Anna v1" in page
    assert "It is in the queue" in page


def test_a_game_of_a_void_match_says_that_it_was_not_played(client, match, first):
    for _attempt in range(3):
        reports.fail(claimed(match), reason=fault("The sandbox is gone."), now=NOW)
        match.refresh_from_db()

    assert f"This game was not played, because its match is void. {GIVEN_UP}" in read(client, first)


def test_everyone_reads_of_a_fault_and_nobody_else_its_traceback(client, alice, match, first):
    report_crash(match, first)
    client.force_login(alice)

    page = read(client, first)

    assert CRASH.summary in page
    assert TRACEBACK not in page
    assert "log of seat 1" not in page


FORGED = Sentence("raised", step="{0.__class__} %s", error="<script>{step}</script>")


@pytest.mark.parametrize(
    ("wrong", "english", "german"),
    [
        (Sentence("ended-by", signal="SIGSEGV"), "Its process was ended by SIGSEGV.",
         "Sein Prozess wurde durch SIGSEGV beendet."),
        (Sentence("empty-bank", seconds=0.5), ": 0.500 s were left", "0,500 s"),
        (Sentence("broken-protocol", how=Sentence("answer-no-text", member="note")),
         "It broke the protocol: &#x27;note&#x27; must be text.",
         "Er hat das Protokoll verletzt: "),
        (FORGED, "{0.__class__} %s raised &lt;script&gt;{step}&lt;/script&gt;.",
         "{0.__class__} %s löste eine Ausnahme aus: &lt;script&gt;{step}&lt;/script&gt;."),
        ("Its own <b>words</b>.", "Its own &lt;b&gt;words&lt;/b&gt;.",
         "Its own &lt;b&gt;words&lt;/b&gt;."),
    ],
)  # fmt: skip
def test_a_fault_is_said_in_the_readers_language(client, first, wrong, english, german):
    report = outcome(first, forfeits=1, fault=BotFault("crash", wrong).fault)
    reports.report(claimed(first.match), first, report, now=NOW, lease=LEASE)

    page = client.get(first.get_absolute_url(), headers={"Accept-Language": "de"})

    assert english in read(client, first)
    assert german in page.content.decode()
    assert english not in page.content.decode() or english == german


@pytest.mark.parametrize("reader", ["bob", "carol"])
def test_its_owner_and_staff_read_traceback_and_log(client, request, match, first, reader):
    report_crash(match, first)
    client.force_login(request.getfixturevalue(reader))

    page = read(client, first)

    assert TRACEBACK in page
    assert "log of seat 1" in page


def test_owners_read_their_own_log_and_not_their_opponents(client, alice, match, first):
    play_out(match)
    client.force_login(alice)

    page = read(client, first)

    assert "log of seat 0" in page
    assert "log of seat 1" not in page


def test_a_visitor_reads_no_log(client, match, first):
    play_out(match)

    assert "log of seat" not in read(client, first)


def test_the_record_holds_the_seed_once_the_match_is_over(client, match, first):
    play_out(match)

    answer = client.get(reverse("game-record", args=[match.pk, 1]))

    document = json.loads(answer.content)
    assert record.verify(document).ok
    assert document["dice"]["seed"] == bytes(match.seed).hex()
    assert f'filename="kauri-match-{match.pk}-game-1.json"' in answer["Content-Disposition"]


def test_the_record_keeps_the_seed_while_the_match_goes_on(client, match, first):
    report_crash(match, first)

    answer = client.get(reverse("game-record", args=[match.pk, 1]))

    assert answer.json()["dice"] == {
        "rule": "kauri-dice-2",
        "game": 1,
        "commitment": match.commitment,
        "seed": None,
    }


def test_there_is_no_record_of_a_game_not_played(client, match):
    assert client.get(reverse("game-record", args=[match.pk, 1])).status_code == 404


def test_a_version_against_itself_wins_by_its_seat(client, alice):
    version = VersionFactory(bot=BotFactory(name="Anna", owner=alice))
    check = claimed(check_match(version))
    reports.plan_checks(check, ["kalah"])
    game = Game.objects.first()
    reports.report(check, game, outcome(game, forfeits=1), now=NOW, lease=LEASE)
    client.force_login(alice)

    assert "Anna v1 (blue) wins." in read(client, check)
