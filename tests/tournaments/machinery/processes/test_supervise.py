import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tournaments.machinery.processes.supervise import Program, Supervisor, describe

pytestmark = pytest.mark.once

# In one piece, since several programs share the pipe.
ENDLESS = "import os, time; os.write(1, b'up\\n'); time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {ENDLESS}"
FORKING = f"import os; os.fork(); {ENDLESS}"

# A supervisor in a process of its own; each line that it says comes out at once.
SUPERVISE = """
import functools, sys
from tournaments.machinery.processes.supervise import Program, Supervisor
programs = [Program(f"Program {n}", [sys.executable, "-c", code])
            for n, code in enumerate(sys.argv[1:])]
Supervisor(programs, say=functools.partial(print, flush=True), grace=1.0).run()
"""


@pytest.fixture
def supervise():
    """Starts a supervisor of the given Python programs, and sees them up."""
    started = []

    def start(*codes, supervisor=SUPERVISE):
        process = subprocess.Popen(
            [sys.executable, "-c", supervisor, *codes],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def _wait_until_up(process, times):
    for _time in range(times):
        assert process.stderr.readline() == "up\n"


def _end_of_output(process):
    """What it still says. It comes to an end only when nobody is left to hold the pipe."""
    return process.communicate(timeout=30)[0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_it_ends_its_programs_and_then_itself(supervise, number):
    process = supervise(ENDLESS, ENDLESS)
    _wait_until_up(process, 2)

    process.send_signal(number)

    assert _end_of_output(process) == "Stopping\n"
    assert process.returncode == 0


SUPERVISE_NICELY = """
import functools, sys
from tournaments.machinery.processes.supervise import Program, Supervisor
programs = [Program("Nice", [sys.executable, "-c", sys.argv[1]], niceness=7)]
Supervisor(programs, say=functools.partial(print, flush=True), grace=1.0).run()
"""
SAYS_NICENESS = """
import os, time
os.write(1, b"%d\\n" % os.nice(0))
if os.fork() == 0:
    os.write(1, b"%d\\n" % os.nice(0))
time.sleep(600)
"""


def test_a_program_gives_way_as_far_as_it_is_told_and_so_does_what_it_starts(supervise):
    process = supervise(SAYS_NICENESS, supervisor=SUPERVISE_NICELY)

    said = {process.stderr.readline() for _process in range(2)}
    process.terminate()
    _end_of_output(process)

    assert said == {f"{os.nice(0) + 7}\n"}


def test_a_program_that_does_not_listen_is_killed_after_the_grace(supervise):
    process = supervise(DEAF)
    _wait_until_up(process, 1)

    process.terminate()

    assert _end_of_output(process) == "Stopping\n"


def test_what_a_program_has_forked_goes_with_it(supervise):
    process = supervise(FORKING)
    _wait_until_up(process, 2)

    process.terminate()

    assert _end_of_output(process) == "Stopping\n"


def test_a_killed_supervisor_takes_its_programs_with_it(supervise):
    process = supervise(ENDLESS, DEAF)
    _wait_until_up(process, 2)

    process.kill()

    assert _end_of_output(process) == ""


def test_a_program_that_ends_is_started_again_after_growing_pauses(supervise):
    process = supervise("print('up', flush=True); raise SystemExit(3)")
    _wait_until_up(process, 3)

    assert process.stdout.readline() == ("Program 0 ended (status 3); it starts again in 1 s\n")
    assert process.stdout.readline() == ("Program 0 ended (status 3); it starts again in 2 s\n")


SUPERVISE_A_BUILD = """
import functools, sys
from tournaments.machinery.processes.supervise import Program, Supervisor
site, build, worker = ([sys.executable, "-c", code] for code in sys.argv[1:])
programs = [Program("Site", site, reloads=True), Program("Worker", worker, after="Build"),
            Program("Build", build, is_build=True)]
Supervisor(programs, say=functools.partial(print, flush=True), grace=1.0).run()
"""
SITE = """
import os, signal, time
signal.signal(signal.SIGHUP, lambda *_signal: os.write(1, b"reloads\\n"))
os.write(1, b"site\\n")
while True: time.sleep(600)
"""
WORKER = "import os, time; os.write(1, b'worker\\n'); time.sleep(600)"


@pytest.mark.parametrize(
    ("status", "news"), [(0, ["reloads\n", "worker\n"]), (3, ["worker\n"]), (1, ["worker\n"])]
)
def test_a_build_runs_once_and_a_worker_waits_for_it(supervise, status, news):
    build = f"import time; time.sleep(1); print('built', flush=True); raise SystemExit({status})"
    process = supervise(SITE, build, WORKER, supervisor=SUPERVISE_A_BUILD)

    said = [process.stderr.readline() for _line in range(2 + len(news))]

    assert sorted(said[:2]) == ["built\n", "site\n"]
    assert sorted(said[2:]) == news
    time.sleep(0.5)
    process.terminate()
    assert _end_of_output(process) == "Stopping\n"


def test_signals_are_as_before_afterwards():
    before = signal.getsignal(signal.SIGTERM)
    said = []

    def say(line):
        said.append(line)

    supervisor = Supervisor(
        [Program("It", [sys.executable, "-c", "import os; os.kill(os.getppid(), 15)"])], say=say
    )
    supervisor.run()

    assert said == ["Stopping"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_it_sleeps_while_its_programs_run(supervise):
    process = supervise(ENDLESS)
    _wait_until_up(process, 1)
    before = _wakes(process.pid)

    time.sleep(1.0)

    assert _wakes(process.pid) - before <= 1


def _wakes(pid):
    """How often a process has gone to sleep so far, which is how often it has woken up."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = [one for one in status.splitlines() if one.startswith("voluntary_ctxt_switches")]
    return int(line.split()[1])


@pytest.mark.parametrize(
    ("status", "words"), [(0, "status 0"), (3, "status 3"), (-9, "killed by SIGKILL")]
)
def test_how_a_program_ended_is_said_in_words(status, words):
    assert describe(status) == words
