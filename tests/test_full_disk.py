"""A disk without room costs no game: nothing is half written, and play goes on with room again."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers, small_disk

PROJECT = Path(__file__).resolve().parents[1]
MIB = 2**20


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def told(request, tmp_path_factory):
    """What tests/full_disk.py has seen, on an installation of its own."""
    folder = tmp_path_factory.mktemp("full")
    disks = [folder]
    clean = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    environment = clean | {"KAURI_VAR": str(folder)}
    with contextlib.ExitStack() as stack:
        if request.param == "postgresql":
            manager = servers.postgresql_on_a_small_disk(size=192 * MIB)
            server, disk = stack.enter_context(manager)
            environment["DATABASE_URL"] = server.url
            disks.append(disk)
        done = subprocess.run(
            small_disk.command(
                folder,
                size=32 * MIB,
                as_root=os.geteuid() == 0,
                then=[sys.executable, "-m", "tests.full_disk", *map(str, disks)],
            ),
            cwd=PROJECT,
            env=environment,
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
