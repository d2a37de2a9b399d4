"""Which hosts there are, and how many games each plays at once."""

import os
import subprocess
import sys
import threading
import time
from datetime import timedelta

import pytest

import engine
from agents import sandbox
from agents.sandbox import SandboxUnavailable
from tests.tournaments.factories import NOW
from tournaments import tasks
from tournaments.machinery.processes import slots, vitals
from tournaments.models import Host, Incident
from tournaments.queries.playing import queue
from tournaments.services.playing import hosts

HOLD = """
import sys
from pathlib import Path
from tournaments.machinery.processes import slots
with slots.held(Path(sys.argv[1]), kind="play", number=2) as slot:
    print(slot, flush=True)
    sys.stdin.read()
"""


def hold(place):
    """Another process that holds a slot until it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process, process.stdout.readline().strip()


def test_processes_share_the_slots_of_a_host_and_death_gives_them_back(tmp_path):
    with slots.held(tmp_path, kind="play", number=2) as mine:
        other, second = hold(tmp_path)
        third, none = hold(tmp_path)
        third.communicate()
        other.kill()
        other.communicate()
        again, slot = hold(tmp_path)
        again.communicate()

    assert (mine, second, none, slot) == (1, "2", "None", "2")


def test_a_slot_comes_back_when_it_is_let_go(tmp_path):
    for _time in range(3):
        with slots.held(tmp_path, kind="play", number=1) as slot:
            assert slot == 1


def test_checks_have_slots_of_their_own(tmp_path):
    with (
        slots.held(tmp_path, kind="play", number=1) as game,
        slots.held(tmp_path, kind="check", number=1) as check,
    ):
        assert (game, check) == (1, 1)


def test_the_slots_of_another_machine_are_elsewhere(tmp_path, monkeypatch):
    here = slots.folder(tmp_path)
    boot = tmp_path / "boot_id"
    boot.write_text("another\n")
    monkeypatch.setattr(slots, "_BOOT", boot)

    assert slots.folder(tmp_path) != here


@pytest.mark.django_db
def test_a_worker_tells_of_its_host(settings):
    settings.SLOTS = 3

    vitals.enter(hosts.register, name="box", isolation="bubblewrap", speed_index=1.25)

    host = Host.objects.get()
    assert (host.name, host.slots, host.speed_index) == ("box", 3, 1.25)
    assert (host.isolation, host.engine_version) == ("bubblewrap", engine.__version__)
    assert host.rules["kalah"] == engine.load_game("kalah").rules_version


@pytest.mark.django_db
@pytest.mark.usefixtures("own_slots")
def test_a_host_that_cannot_cage_bots_has_no_slot_and_an_incident(settings, monkeypatch, caplog):
    def refuse(_setting):
        raise SandboxUnavailable("not-root")

    monkeypatch.setattr(sandbox, "choose", refuse)

    vitals.enter(hosts.register, name="box", isolation=vitals.isolation("auto"), speed_index=1.0)
    tasks.play_match()

    assert (Host.objects.get().isolation, Host.objects.get().slots) == ("", 0)
    assert "needs a worker that is root" in str(Incident.objects.get().text)
    assert "this host plays nothing" in caplog.text


def start(isolation, *, is_chosen=False):
    """A worker starts on a host whose bots it isolates so."""
    return hosts.register(
        "box", isolation=isolation, is_chosen=is_chosen, slots=1, speed_index=None, now=NOW
    )


@pytest.mark.django_db
@pytest.mark.parametrize("between", [[], [""], ["chroot"]])
def test_a_host_that_falls_back_to_a_weaker_sandbox_is_an_incident(between):
    for isolation in ["bubblewrap", *between, "chroot"]:
        host = start(isolation)

    incident = Incident.objects.get()
    assert (incident.kind, incident.worker) == (Incident.Kind.WEAKER_SANDBOX, "box")
    assert "box isolates bots by chroot, and by bubblewrap before." in str(incident.text)
    assert host.stronger_before == "bubblewrap"


@pytest.mark.django_db
def test_a_host_that_has_its_sandbox_again_is_as_strong_as_before():
    for isolation in ["bubblewrap", "chroot", "bubblewrap"]:
        host = start(isolation)

    assert (host.stronger_before, Incident.objects.count()) == ("", 1)


@pytest.mark.django_db
def test_a_weaker_sandbox_that_the_operator_has_chosen_is_none_that_fell():
    start("bubblewrap")

    assert start("chroot", is_chosen=True).stronger_before == ""
    assert not Incident.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("setting", "stronger"), [("auto", "bubblewrap"), ("chroot", "")])
def test_a_worker_tells_whether_its_sandbox_was_chosen(settings, setting, stronger):
    start("bubblewrap")
    settings.ISOLATION = setting

    vitals.enter(hosts.register, name="box", isolation="chroot", speed_index=1.0)

    assert Host.objects.get().stronger_before == stronger


@pytest.mark.django_db
def test_a_second_worker_on_the_same_host_is_the_same_host():
    for index in (1.5, None):
        hosts.register("box", isolation="bubblewrap", slots=1, speed_index=index, now=NOW)

    assert Host.objects.get().speed_index == 1.5


@pytest.mark.django_db
def test_a_host_that_falls_silent_counts_no_longer():
    hosts.register("box", isolation="bubblewrap", slots=3, speed_index=1.0, now=NOW)
    hosts.seen("box", now=NOW + timedelta(minutes=5))

    assert queue.slots_alive(now=NOW + timedelta(minutes=5, seconds=59)) == 3
    assert queue.slots_alive(now=NOW + timedelta(minutes=6)) == 1
    assert not Host.objects.alive(now=NOW + timedelta(minutes=6)).exists()


def test_no_process_is_forked_while_the_host_tells_of_itself():
    begun, connections = threading.Event(), []

    def tell():
        with vitals.connected:
            connections.append("open")
            begun.set()
            time.sleep(0.2)
            connections.clear()

    thread = threading.Thread(target=tell)
    thread.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        os._exit(len(connections))
    thread.join()

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
