"""What `manage.py run` keeps running, who gives way to whom, and what it becomes meanwhile."""

import json
import signal
import subprocess
import sys

import pytest

from tournaments.machinery.processes import foreground
from tournaments.machinery.processes.supervise import STOP_SIGNALS

GIVEN = {
    "address": "127.0.0.1",
    "port": 8000,
    "slots": 1,
    "check_slots": 2,
    "casual_slots": 2,
    "schedule": "schedule",
    "log_format": "line",
    "log_level": "INFO",
    "builds": 1,
}

# Ends as soon as it has begun, since somebody asked it to before it could listen.
STOPPED_MEANWHILE = """
import os, signal, sys
from tournaments.machinery.processes import foreground, supervise
signal.pthread_sigmask(signal.SIG_BLOCK, supervise.STOP_SIGNALS)
os.kill(os.getpid(), int(sys.argv[1]))
foreground.become(address="127.0.0.1", port=1, slots=1, check_slots=1, casual_slots=1,
                  schedule=sys.argv[2], log_format=sys.argv[3], log_level="INFO", builds=0)
"""

PROGRAMS_LOAD = """
import sys, django
django.setup()
import tournaments.machinery.messages.celery, tournaments.tasks, tournaments.urls
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.once
def test_programs_load_what_only_a_fit_takes_when_they_compute_one():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAMS_LOAD], capture_output=True, text=True, check=True
    )

    loaded = set(done.stdout.split())
    assert {"celery", "tournaments"} <= loaded
    assert loaded.isdisjoint({"numpy", "scipy"})


def test_games_come_before_checks_and_checks_before_pages():
    every = foreground.all_programs(
        "127.0.0.1", 8000, slots=1, check_slots=2, casual_slots=2, schedule="schedule", builds=1
    )

    assert {one.name: one.niceness for one in every} == {
        "The compilation of the engine": 5,
        "The build of the kit": 10,
        "The worker that plays": 0,
        "The worker that validates": 5,
        "The worker of the tick": 5,
        "The scheduler": 5,
        "The site": 10,
        "The worker that plays with people": 5,
    }


def test_workers_wait_for_the_compiled_engine_and_the_site_does_not():
    every = foreground.all_programs(
        "127.0.0.1", 8000, slots=1, check_slots=2, casual_slots=2, schedule="schedule", builds=1
    )

    free = [one.name for one in every if not one.after]
    assert free == ["The site", "The compilation of the engine"]
    assert {one.after for one in every} == {"", "The compilation of the engine"}


def _become(tmp_path, number, form):
    return subprocess.run(
        [sys.executable, "-c", STOPPED_MEANWHILE, str(number.value), str(tmp_path / "x"), form],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_who_stops_it_while_it_becomes_the_supervisor_is_heard(tmp_path, number):
    done = _become(tmp_path, number, "line")

    assert (done.returncode, done.stdout, done.stderr) == (0, "Stopping\n", "")


def test_what_it_says_is_an_entry_of_the_log_where_that_is_of_json(tmp_path):
    done = _become(tmp_path, signal.SIGTERM, "json")

    assert json.loads(done.stderr)["message"] == "Stopping"
    assert done.stdout == ""


def test_it_runs_what_it_was_given(monkeypatch):
    became = []
    monkeypatch.setattr(foreground.os, "execv", lambda _program, command: became.append(command))
    monkeypatch.setattr(foreground.signal, "pthread_sigmask", lambda *_signals: None)

    foreground.become(**GIVEN)

    (command,) = became
    assert vars(foreground._parser().parse_args(command[3:])) == GIVEN


@pytest.mark.parametrize(
    "load",
    [
        "import tournaments.machinery.processes.foreground",
        "from tournaments.machinery.processes.beat import app",
    ],
)
def test_what_only_waits_loads_neither_the_models_nor_numpy(load):
    heavy = {"tournaments.models", "tournaments.tasks", "numpy"}
    code = f"{load}; import sys; print({heavy} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "set()\n"
