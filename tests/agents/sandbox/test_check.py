import importlib
import os
import subprocess
import sys

import pytest

from agents.sandbox import Isolation, cgroups, check, diagnosis, landlock, launch, runtime
from agents.sandbox.errors import SandboxUnavailable

FIND = launch.find_program


def test_the_check_says_that_this_machine_holds():
    report = check()

    assert (report.ok, report.tier, report.missing) == (True, "A", ())
    assert report.passed_over is None
    assert all("escaped" not in line for line in report.lines)


def test_the_command_says_so_and_ends_well():
    command = [sys.executable, "-W", "error", "-m", "agents.sandbox.check"]
    done = subprocess.run(command, cwd=runtime.PROJECT, capture_output=True, text=True, check=False)

    assert done.stdout.splitlines()[-1] == "Strangers' bots may run here (tier A)."
    assert (done.returncode, done.stderr) == (0, "")


def test_an_ordinary_users_check_says_so_too(as_user):
    printed = as_user("-m", "agents.sandbox.check").splitlines()

    assert printed[0] == "Bots run in bubblewrap, under the worker's own user id."
    assert printed[-1] == "Strangers' bots may run here (tier A)."


def test_the_check_says_what_is_missing_and_how_to_get_it(monkeypatch):
    monkeypatch.setattr(launch, "_SYSTEM_PATH", "/nowhere")

    report = check()

    assert (report.ok, report.tier, report.isolation) == (False, "none", None)
    assert report.missing[0] == (
        "The program bwrap is missing. On Debian and Ubuntu: apt-get install bubblewrap"
    )
    assert len(report.missing) == 2


def test_the_check_notices_that_a_good_bot_cannot_work(monkeypatch):
    monkeypatch.setattr(diagnosis, "_GOOD_PROGRAM", "import os\nos.write(4, b'{}\\n')")

    report = check(Isolation.BUBBLEWRAP)

    assert not report.ok
    assert report.missing == ("A good bot could not work in the sandbox: it answered {}.",)


def test_the_check_shows_what_a_program_that_did_not_answer_printed(monkeypatch):
    monkeypatch.setattr(diagnosis, "_GOOD_PROGRAM", "print('no such module')")

    assert "no such module" in check().missing[0]


def test_programs_are_not_looked_for_where_the_worker_happens_to_look(monkeypatch, tmp_path):
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    assert launch.find_program("bwrap", package="bubblewrap") != str(fake)


def test_a_sandbox_that_is_unavailable_is_an_error_of_its_own():
    assert not issubclass(SandboxUnavailable, OSError)


def test_where_bubblewrap_fails_root_gets_the_next_layer_and_hears_why(monkeypatch):
    monkeypatch.setattr(launch, "find_program", without("bwrap"))

    report = check()

    assert (report.ok, report.tier, report.isolation) == (True, "C", Isolation.CHROOT)
    assert report.passed_over is Isolation.BUBBLEWRAP
    assert report.notes[0].startswith("The program bwrap is missing.")


def test_an_ordinary_user_cannot_have_a_root_folder(as_user):
    program = "from agents.sandbox import Isolation, check; print(check(Isolation.CHROOT).missing)"

    assert "needs a worker that is root" in as_user("-c", program)


def test_no_isolation_is_nothing_to_check():
    with pytest.raises(ValueError, match="guarantees nothing"):
        check(Isolation.NONE)


def test_automatic_means_the_strongest_that_holds():
    assert diagnosis.choose.__wrapped__("auto") is Isolation.BUBBLEWRAP


def test_a_named_isolation_is_taken_at_its_word():
    assert [diagnosis.choose(name) for name in ("chroot", "none")] == [
        Isolation.CHROOT,
        Isolation.NONE,
    ]


def test_automatic_never_means_none(monkeypatch):
    monkeypatch.setattr(launch, "_SYSTEM_PATH", "/nowhere")

    with pytest.raises(SandboxUnavailable, match="The program bwrap is missing"):
        diagnosis.choose.__wrapped__("auto")


def test_the_check_names_the_layers_that_this_machine_lacks(monkeypatch):
    monkeypatch.setattr(landlock, "version", lambda: 0)
    monkeypatch.setattr(cgroups, "place", lambda: None)

    report = check()

    assert report.ok
    assert [note.partition(",")[0].partition(":")[0] for note in report.notes] == [
        "Landlock is missing",
        "Bots have no control groups",
    ]


def test_the_command_can_be_asked_for_one_layer():
    command = [sys.executable, "-m", "agents.sandbox.check", "--isolation", "chroot"]
    done = subprocess.run(command, cwd=runtime.PROJECT, capture_output=True, text=True, check=False)

    assert done.stdout.splitlines()[-1] == "Strangers' bots may run here (tier C)."


def test_the_command_cannot_take_the_functions_place():
    with pytest.raises(ImportError, match="is a command; the function is"):
        importlib.import_module("agents.sandbox.check")


def without(program):
    """A stand-in for `find_program` on a machine without this one."""

    def find(name, *, package):
        if name == program:
            raise SandboxUnavailable("no-program", name=name, package="this")
        return FIND(name, package=package)

    return find
