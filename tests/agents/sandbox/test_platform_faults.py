import os
import shutil
from dataclasses import replace

import pytest

from agents.sandbox import Isolation, SandboxUnavailable, cgroups, launch, runtime, start
from agents.terms.limits import Limits


def run(program="import time\ntime.sleep(60)"):
    return start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program)


@pytest.fixture
def in_place_of_bubblewrap(monkeypatch):
    """Has another program started in its place."""
    find = launch.find_program

    def replace_by(path):
        def found(name, *, package):
            return path if name == "bwrap" else find(name, package=package)

        monkeypatch.setattr(launch, "find_program", found)

    return replace_by


def wait(child):
    while child.alive():
        pass


def test_a_bubblewrap_that_fails_at_once_is_no_bots_fault(in_place_of_bubblewrap):
    in_place_of_bubblewrap(shutil.which("false"))

    with pytest.raises(SandboxUnavailable, match=r"cannot make a sandbox here: it gave no reason"):
        run()


def test_what_bubblewrap_complains_of_is_passed_on(in_place_of_bubblewrap):
    in_place_of_bubblewrap(shutil.which("ls"))

    with pytest.raises(SandboxUnavailable, match="unrecognized option '--unshare-all'"):
        run()


def test_a_program_that_is_not_there_is_no_bots_fault(in_place_of_bubblewrap):
    in_place_of_bubblewrap("/no/such/program")

    with pytest.raises(SandboxUnavailable, match=r"/no/such/program: (No such file|not found)"):
        run()


def test_a_process_that_cannot_be_started_is_no_bots_fault(monkeypatch):
    monkeypatch.setattr(launch, "find_program", lambda name, package: "/no/such/program")
    monkeypatch.setattr(cgroups, "place", lambda: None)

    with pytest.raises(SandboxUnavailable, match=r"cannot be started here: .*No such file"):
        run()


def test_a_failed_start_leaves_no_descriptor_open(in_place_of_bubblewrap):
    in_place_of_bubblewrap(shutil.which("false"))
    before = os.listdir("/proc/self/fd")

    with pytest.raises(SandboxUnavailable):
        run()
    assert len(os.listdir("/proc/self/fd")) == len(before)


@pytest.fixture(params=["at once", "once it is gone"])
def looked_at(request, monkeypatch):
    """When the starter looks at the first process in the sandbox."""
    find = launch._wait_for_namespaces

    def late(monitor, status):
        pid = find(monitor, status)
        while request.param == "once it is gone" and os.path.exists(f"/proc/{pid}"):
            pass
        return pid

    monkeypatch.setattr(launch, "_wait_for_namespaces", late)


@pytest.mark.usefixtures("looked_at")
def test_a_sandbox_that_fails_after_its_namespaces_exist_is_no_bots_fault(monkeypatch):
    folders = runtime.prepare()
    broken = replace(folders, root=folders.project, project=folders.root)
    monkeypatch.setattr(runtime, "prepare", lambda: broken)

    with run() as child:
        wait(child)
        ended = child.close()

    assert str(ended.platform_fault) == "bubblewrap ended with status 1 before it started the bot."
    assert (ended.status, ended.signal) == (None, None)


def test_a_bot_cannot_pretend_that_the_sandbox_failed():
    with run("import os, sys\nsys.stderr.write('bwrap: no such thing')\nos._exit(1)") as child:
        wait(child)
        ended = child.close()

    assert (ended.status, ended.platform_fault) == (1, None)
