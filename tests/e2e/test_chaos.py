"""Seconds of what `benchmarks.chaos` does for minutes: the same kills, the same laws."""

import subprocess
import sys

import pytest

from tests.e2e.site import PATIENCE, PROJECT


@pytest.mark.parametrize("installation", [["--sqlite"], []], ids=["files", "servers"])
def test_whatever_is_killed_no_game_is_lost_counted_twice_or_blamed_on_a_bot(
    tmp_path, installation
):
    log = tmp_path / "log"
    command = [sys.executable, "-m", "benchmarks.chaos", "--minutes", "0.2", "--seed", "11"]

    done = subprocess.run(
        [*command, *installation, "--log", str(log)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=3 * PATIENCE,
    )

    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{log.read_text()}"
    assert "Every law held." in done.stdout
