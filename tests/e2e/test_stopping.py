"""Stopping and killing: nobody is left behind, and no game is lost or counted twice.

These tests are the last ones, in this order: they stop and kill the site of all tests, and start it
once. To start a site takes half a minute of a processor.
"""

import os
import signal

import pytest

from tests.e2e.site import alive, eventually, family, stop

BOTS = """
from django.utils import timezone
from tests.e2e import bots
from tournaments.services.bots import uploads
# A match of theirs outlasts a look at the database from another process, on a busy machine too.
pause = "time.sleep(0.2 if clock.remaining > 2 else 0.05)"
for owner, name in (("steven", "Steady"), ("stella", "Leisurely")):
    code = bots.PATIENT.replace("Patient", name).replace("time.sleep(0.1)", pause)
    bot = uploads.create_bot(owner=Player.objects.create_user(owner), name=name, now=timezone.now())
    uploads.ship(bot=bot, data=code.encode(), games=["kalah"], now=timezone.now())
"""

CUP = """
import uuid
from django.utils import timezone
import engine
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
now = timezone.now()
owner = Player.objects.get(username="steven")
cup = Configuration(name="Cup", game=engine.load_game("kalah"), games_per_pairing=2,
                    time_control="blitz", starts_at=now)
entrants = Version.objects.filter(bot__name__in=("Steady", "Leisurely"))
create.create(cup, organiser=owner, versions=entrants, submission=uuid.uuid4(), now=now)
"""

CUP_MATCHES = "Match.objects.filter(pairing__round__tournament__organiser__username='steven')"
LAST = f"{CUP_MATCHES}.latest('pk')"
PLAYING = f"list({CUP_MATCHES}.filter(status='running').values_list('worker', flat=True))"
UNRATED = "Game.objects.filter(is_waiting=True).count()"
UNFINISHED = f"{CUP_MATCHES}.exclude(status='finished').count() + {UNRATED}"


@pytest.fixture(scope="module")
def furnished(site, people):
    """The site, with two accepted bots that take their time, and nobody at its pages."""
    people.leave()
    site.do(BOTS)
    return site


def _start_cup(site):
    """Start a tournament of one match; the pid of the process that has begun to play it."""
    site.do(CUP)
    (worker,) = eventually(lambda: site.query(PLAYING), what=site.story)
    return int(worker.rpartition(":")[2])


@pytest.mark.on_files
def test_a_port_in_use_is_said_and_nothing_is_started(furnished):
    second = furnished.start_and_fail()

    assert second.returncode == 1
    assert f"Port {furnished.port} of 127.0.0.1 is in use" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_match_whose_worker_is_killed_is_played_again_and_counted_once(furnished):
    player = _start_cup(furnished)

    os.kill(player, signal.SIGKILL)

    eventually(lambda: furnished.query(UNFINISHED) == 0, what=furnished.story)
    games = f"Game.objects.filter(match={LAST})"
    assert furnished.query(f"{LAST}.attempt") >= 2
    assert furnished.query(f"{games}.filter(ended_at__isnull=False).count()") == 2
    assert furnished.query(f"LedgerEntry.objects.filter(game__in={games}).count()") == 4


def test_replayed_the_ledger_equals_the_live_ratings_of_all_that_was_played(furnished):
    assert "equals the live ratings" in furnished.manage("ratings", "check").stdout


def test_ctrl_c_hands_the_match_back_and_leaves_no_process(furnished):
    player = _start_cup(furnished)
    processes = family(furnished.process.pid)
    assert player in {pid for pid, _start in processes}

    status = stop(furnished.process)

    assert status == 0
    assert alive(processes) == set()
    assert furnished.query(f"[{LAST}.status, {LAST}.failures]") == ["queued", 0]


def test_a_match_that_was_handed_back_is_played_after_the_next_start(furnished):
    furnished.start()

    eventually(lambda: furnished.query(UNFINISHED) == 0, what=furnished.story)

    # A fault of a busy host may take another attempt, and is then noted.
    faults = furnished.query(f"Incident.objects.filter(match={LAST}).count()")
    assert furnished.query(f"{LAST}.attempt") == 2 + faults, furnished.story()


def test_a_killed_supervisor_takes_everybody_with_it(furnished):
    processes = family(furnished.process.pid)
    assert len(processes) > 5

    furnished.process.kill()
    furnished.process.wait()

    eventually(lambda: not alive(processes), what=furnished.story)
