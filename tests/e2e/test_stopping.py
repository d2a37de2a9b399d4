"""Stopping and killing: nobody is left behind, and no game is lost or counted twice."""

import os
import signal

import pytest

from tests.e2e.site import Site, alive, eventually, family, stop

UPLOAD = """
from django.utils import timezone
from tests.e2e import bots
from tournaments.services.bots import uploads
# A match of theirs outlasts a look at the database from another process, on a busy machine too.
pause = "time.sleep(0.2 if clock.remaining > 2 else 0.05)"
for owner, name in (("alice", "Patient"), ("bob", "Sedate")):
    code = bots.PATIENT.replace("Patient", name).replace("time.sleep(0.1)", pause)
    uploads.introduce(owner=Player.objects.create_user(owner), name=name, description="",
                      open_to_all=True, code=uploads.CodeFile("bot.py", code.encode()),
                      now=timezone.now())
"""

CUP = """
import uuid
from django.utils import timezone
import engine
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
now = timezone.now()
owner = Player.objects.get(username="alice")
cup = Configuration(name="Cup", game=engine.load_game("kalah"), games_per_pairing=2,
                    time_control="blitz", starts_at=now)
create.create(cup, organiser=owner, versions=Version.objects.filter(bot__is_house=False),
              submission=uuid.uuid4(), now=now)
"""

CUP_MATCHES = "Match.objects.filter(pairing__round__tournament__organiser__username='alice')"
ACCEPTED = "Version.objects.filter(bot__is_house=False, status='accepted').count()"
PLAYING = f"list({CUP_MATCHES}.filter(status='running').values_list('worker', flat=True))"
UNFINISHED = f"{CUP_MATCHES}.exclude(status='finished').count()"


@pytest.fixture(scope="module")
def furnished(tmp_path_factory):
    """A site with two accepted bots that take their time; started and ended by every test."""
    site = Site(tmp_path_factory.mktemp("stopping"), number=2)
    process = site.start()
    site.manage(
        "shell", "--verbosity", "0", "--command", f"from tournaments.models import *{UPLOAD}"
    )
    eventually(lambda: site.query(ACCEPTED) == 2, what=site.story)
    stop(process)
    return site


@pytest.fixture
def running(furnished):
    process = furnished.start()
    yield process
    if process.poll() is None:
        stop(process)


def _start_cup(site):
    """Start a tournament of one match; the pid of the process that has begun to play it."""
    site.manage("shell", "--verbosity", "0", "--command", f"from tournaments.models import *{CUP}")
    (worker,) = eventually(lambda: site.query(PLAYING), what=site.story)
    return int(worker.rpartition(":")[2])


def test_ctrl_c_hands_the_match_back_and_leaves_no_process(furnished, running):
    player = _start_cup(furnished)
    processes = family(running.pid)
    assert player in {pid for pid, _start in processes}

    status = stop(running)

    assert status == 0
    assert alive(processes) == set()
    last = f"{CUP_MATCHES}.latest('pk')"
    assert furnished.query(f"[{last}.status, {last}.failures]") == ["queued", 0]


def test_a_match_that_was_handed_back_is_played_after_the_next_start(furnished, running):
    eventually(lambda: furnished.query(UNFINISHED) == 0, what=furnished.story)

    assert furnished.query(f"{CUP_MATCHES}.latest('pk').attempt") == 2


def test_a_match_whose_worker_is_killed_is_played_again_and_counted_once(furnished, running):
    player = _start_cup(furnished)

    os.kill(player, signal.SIGKILL)

    eventually(lambda: furnished.query(UNFINISHED) == 0, what=furnished.story)
    games = f"Game.objects.filter(match={CUP_MATCHES}.latest('pk'))"
    assert furnished.query(f"{CUP_MATCHES}.latest('pk').attempt") >= 2
    assert furnished.query(f"{games}.filter(ended_at__isnull=False).count()") == 2
    assert furnished.query(f"LedgerEntry.objects.filter(game__in={games}).count()") == 4
    assert "equals the live ratings" in furnished.manage("ratings", "check").stdout


def test_a_killed_supervisor_takes_everybody_with_it(furnished, running):
    processes = family(running.pid)
    assert len(processes) > 5

    running.kill()
    running.wait()

    eventually(lambda: not alive(processes), what=furnished.story)


def test_a_port_in_use_is_said_and_nothing_is_started(furnished, running):
    second = furnished.start_and_fail()

    assert second.returncode == 1
    assert f"Port {furnished.port} of 127.0.0.1 is in use" in second.stderr
    assert "Traceback" not in second.stderr
