import os
import time
from pathlib import Path

import pytest

from agents.sandbox import cgroups, start
from agents.sandbox.cgroups import Group, Place
from agents.sandbox.polling import has_input
from agents.sizes import MIB
from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits
from tests.agents.sandbox.test_child import BUSY, CAGES, read

EVERY_CAGE = pytest.mark.parametrize("isolation", [one for one in CAGES if one.value != "none"])
TWO_THREADS = (
    f"import threading\nthreading.Thread(target=exec, args=({BUSY!r}, {{}})).start()\n{BUSY}"
)


@pytest.fixture
def needs_groups():
    assert cgroups.place() is not None, "this test needs a control group that it may write"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder with the files of a group: this machine's kernel need not have them all."""
    for name in ("cgroup.controllers", "cgroup.subtree_control", "cgroup.procs"):
        (tmp_path / name).write_text("")
    return tmp_path


def groups():
    return sorted(cgroups.place().folder.glob(f"kauri-{os.getpid()}-*"))


@EVERY_CAGE
def test_a_bot_is_in_a_group_of_its_own_while_it_runs(isolation, needs_groups):
    with start(limits=Limits(), isolation=isolation, program=BUSY) as child:
        read(child.replies)
        (group,) = groups()
        inside = (group / "cgroup.procs").read_text().split()

        assert {str(child.pid), str(child._monitor.pid)} == set(inside)
    assert groups() == []


@EVERY_CAGE
def test_every_thread_stands_still_while_a_bot_is_paused(isolation, needs_groups):
    with start(limits=Limits(processes=4), isolation=isolation, program=TWO_THREADS) as child:
        read(child.replies)
        child.pause()
        paused = child.cpu_seconds()
        time.sleep(0.1)

        assert child.cpu_seconds() == paused
        child.resume()
        while child.cpu_seconds() == paused:
            time.sleep(0.001)


def test_a_kernel_that_does_not_stop_a_bot_is_the_platforms_fault(elsewhere, monkeypatch):
    monkeypatch.setattr(cgroups, "_FREEZE_SECONDS", 0.01)
    (elsewhere / "cgroup.events").write_text("populated 1\nfrozen 0\n")

    with pytest.raises(PlatformFault, match="This host has too much to do"):
        Group(elsewhere).freeze()


@EVERY_CAGE
def test_a_frozen_bot_can_be_ended(isolation, needs_groups):
    child = start(limits=Limits(processes=4), isolation=isolation, program=TWO_THREADS)
    read(child.replies)
    child.pause()
    printed = has_input(child.output) and os.read(child.output, 4096)

    ended = child.close()

    assert not printed, printed
    assert (ended.status, ended.signal, ended.platform_fault) == (None, None, None)
    assert groups() == []


@EVERY_CAGE
def test_without_groups_bots_run_all_the_same(isolation, monkeypatch):
    monkeypatch.setattr(cgroups, "place", lambda: None)

    with start(limits=Limits(processes=4), isolation=isolation, program=BUSY) as child:
        read(child.replies)
        child.pause()
        child.resume()

    assert child.close().platform_fault is None


def test_what_a_killed_worker_left_is_swept_up(needs_groups):
    folder = cgroups.place().folder
    left = folder / "kauri-4194305-0"  # no process has an id this high
    left.mkdir()

    cgroups._place.cache_clear()
    cgroups.place()

    assert not left.exists()


def test_a_group_is_limited_by_what_the_controllers_can(elsewhere):
    limits = Limits(memory_bytes=100 * MIB, scratch_bytes=10 * MIB, processes=3)

    Group(elsewhere).limit(frozenset({"memory", "pids"}), limits, helpers=1)

    written = {path.name: path.read_text() for path in elsewhere.glob("*.max")}
    assert written == {"memory.max": str(110 * MIB), "memory.swap.max": "0", "pids.max": "4"}


@pytest.mark.parametrize(
    ("events", "exceeded"),
    [("low 0\noom 2\noom_kill 1\n", True), ("low 0\noom 2\noom_kill 0\n", False), (None, False)],
)
def test_the_kernels_count_tells_that_memory_ran_out(events, exceeded, elsewhere):
    if events is not None:
        (elsewhere / "memory.events").write_text(events)

    assert Group(elsewhere).memory_exceeded() is exceeded


def test_a_bot_that_the_kernel_ends_for_its_memory_has_exceeded_it(monkeypatch, needs_groups):
    monkeypatch.setattr(Group, "memory_exceeded", lambda self: True)
    with start(limits=Limits(), isolation=CAGES[0], program=BUSY) as child:
        has_input(child.replies, 30)
        os.kill(child.pid, 9)
        ended = child.close()

    assert (ended.signal, ended.memory_exceeded, ended.cpu_exceeded) == (9, True, False)


def test_groups_are_made_in_the_one_that_was_handed_over(elsewhere, monkeypatch):
    own = elsewhere / "service" / "worker"
    own.mkdir(parents=True)
    monkeypatch.setattr(os, "getxattr", lambda path, name: {own.parent: b"1"}.get(path, b""))

    assert cgroups._delegated(elsewhere, own) == own.parent
    assert cgroups._delegated(elsewhere, own.parent) == own.parent
    assert cgroups._delegated(elsewhere, elsewhere) == elsewhere


def test_controllers_that_are_offered_are_asked_for(elsewhere):
    (elsewhere / "cgroup.controllers").write_text("cpu memory\n")

    # The kernel would keep both parts; a plain file keeps the text that was written.
    cgroups._controllers(elsewhere)

    assert (elsewhere / "cgroup.subtree_control").read_text() == "+memory"


def test_the_own_group_and_the_mount_are_read_from_the_kernels_files():
    mounts = "25 20 0:22 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw\n"

    assert cgroups._mount_point(mounts) == Path("/sys/fs/cgroup/unified")
    assert cgroups._own_group("4:memory:/a\n0::/user.slice\n") == "/user.slice"
    assert cgroups._mount_point("") is cgroups._own_group("4:memory:/a\n") is None


def test_a_limit_that_cannot_be_set_leaves_no_group(monkeypatch, needs_groups):
    place = cgroups.place()
    monkeypatch.setattr(cgroups, "place", lambda: Place(place.folder, frozenset({"memory"})))

    with pytest.raises(OSError, match=r"memory\.max"):
        cgroups.make(Limits(), helpers=0)
    assert sorted(place.folder.glob(f"kauri-{os.getpid()}-*")) == []
