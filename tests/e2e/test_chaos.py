"""Seconds of what `benchmarks.chaos` does for minutes: the same kills, the same laws."""

import os
import subprocess
import sys

from tests.e2e.site import PATIENCE, PROJECT


def test_whatever_is_killed_no_game_is_lost_counted_twice_or_blamed_on_a_bot(tmp_path):
    log = tmp_path / "log"
    # Once on SQLite and files, and once where the suite runs with servers, on some of its own.
    installation = [] if "DATABASE_URL" in os.environ else ["--sqlite"]
    command = [sys.executable, "-m", "benchmarks.chaos", "--minutes", "0.2", "--seed", "11"]

    done = subprocess.run(
        [*command, *installation, "--log", str(log)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )

    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{log.read_text()}"
    assert "Every law held." in done.stdout
