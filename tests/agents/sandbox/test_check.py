import os
import subprocess
import sys

from agents.sandbox import check, diagnosis, launch, runtime
from agents.sandbox.errors import SandboxUnavailable


def test_the_check_says_that_this_machine_holds():
    report = check()

    assert (report.ok, report.tier, report.missing) == (True, "A", ())
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

    assert (report.ok, report.tier) == (False, "none")
    assert report.missing == (
        "The program bwrap is missing. On Debian and Ubuntu: apt-get install bubblewrap",
    )


def test_the_check_notices_that_a_good_bot_cannot_work(monkeypatch):
    monkeypatch.setattr(diagnosis, "_GOOD_PROGRAM", "import os\nos.write(4, b'{}\\n')")

    report = check()

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
