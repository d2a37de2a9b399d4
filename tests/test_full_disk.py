"""A disk without room costs no game: nothing is half written, and play goes on with room again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What tests/full_disk.py has seen, on an installation of its own."""
    clean = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "-m", "tests.full_disk"],
        cwd=PROJECT,
        env={**clean, "KAURI_VAR": str(tmp_path_factory.mktemp("full"))},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_report_that_cannot_be_written_leaves_nothing_half_written(told):
    assert told["raised by play"] == "OperationalError"
    seen = told["after play"]
    assert (seen["match"], seen["ended"], seen["ranked"]) == (["running", 1, ""], 0, 0)
    assert (seen["entries"], seen["faults"], seen["differences"]) == (0, 0, [])


def test_an_upload_that_cannot_be_written_leaves_no_version_and_can_be_repeated(told):
    assert told["raised by upload"] in {"OperationalError", "OSError"}
    assert told["after upload"]["versions"] == told["after play"]["versions"]
    assert told["whole"]


def test_with_room_again_every_game_is_played_and_counted_once(told):
    seen = told["with room"]
    assert (seen["match"], seen["ended"], seen["ranked"]) == (["finished", 2, ""], 2, 4)
    assert (seen["entries"], seen["faults"], seen["differences"]) == (4, 0, [])
