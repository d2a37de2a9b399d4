"""A disk without room costs no game: nothing is half written, and play goes on with room again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import small_disk

pytestmark = pytest.mark.xdist_group("full-disk")

PROJECT = Path(__file__).resolve().parents[1]
MIB = 2**20


PLAY = [sys.executable, "-m", "tests.full_disk"]
PROGRAMS = {
    "sqlite": PLAY,
    "postgresql": [sys.executable, "-m", "tests.servers", "--small-disk", *PLAY],
}


@pytest.fixture(scope="module", params=PROGRAMS)
def told(request, tmp_path_factory):
    """What tests/full_disk.py has seen, on an installation of its own."""
    folder = tmp_path_factory.mktemp("full")
    clean = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    program = [*PROGRAMS[request.param], str(folder)]
    done = subprocess.run(
        small_disk.command(folder, size=32 * MIB, as_root=os.geteuid() == 0, then=program),
        cwd=PROJECT,
        env=clean | {"KAURI_VAR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["database"] == request.param
    return seen


def test_a_report_that_cannot_be_written_leaves_nothing_half_written(told):
    assert told["raised by play"] == ""  # the worker goes on
    seen = told["after play"]
    assert (seen["match"], seen["ended"], seen["ranked"]) == (["running", 1, ""], 0, 0)
    assert (seen["entries"], seen["faults"], seen["differences"]) == (0, 0, [])


def test_an_upload_that_cannot_be_written_leaves_no_version_and_can_be_repeated(told):
    assert told["raised by upload"] in {"OperationalError", "StorageUnavailable"}
    assert told["after upload"]["versions"] == told["after play"]["versions"]
    assert told["whole"]


def test_with_room_again_every_game_is_played_and_counted_once(told):
    seen = told["with room"]
    assert (seen["match"], seen["ended"], seen["ranked"]) == (["finished", 2, ""], 2, 4)
    assert (seen["entries"], seen["faults"], seen["differences"]) == (4, 0, [])
