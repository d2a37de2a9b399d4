"""Every page and API route on a site of a million games, and how each grows from a tenth of that.

`python -m benchmarks.pages`, from the repository's root, starts a PostgreSQL and a Redis of its
own, writes both data sets, and asks for everything as anonymous, owner and staff. It prints what
takes more than 100 ms of CPU time or 20 queries, and what grows with the data, and exits with 1
where anything does, or where a route has no example. `benchmarks.pages.dataset` and
`benchmarks.pages.measure` do the two halves on a database that stays, and
`benchmarks.pages.verdict` compares what was measured on two.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.pages import verdict
from tests.servers import servers

TENTH = 0.1


def main(arguments: Sequence[str]) -> int:
    """Run it as the command line says; 0 when every answer is within the limits, and none grows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="1 is a million games")
    options = parser.parse_args(arguments)
    subprocess.run(["tools/build-kit"], check=True)  # the site has a page for each of its files
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kauri-pages-") as name, servers() as pair:
        answers = [
            _answers(Path(name) / part, pair.environment(), part, scale)
            for part, scale in (("tenth", TENTH * options.scale), ("whole", options.scale))
        ]
    (missing, tenth), (_same, whole) = answers
    text, status = verdict.told(tenth, whole)
    print(f"{text}\n\n{(time.monotonic() - begun) / 60:.0f} minutes")
    return max(missing, status)


def _answers(
    folder: Path, addresses: Mapping[str, str], part: str, scale: float
) -> tuple[int, list[dict[str, Any]]]:
    """Write a data set into a database of its own, and ask for everything there."""
    with psycopg.connect(addresses["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {part}")
    url = addresses["DATABASE_URL"].rpartition("/")[0] + f"/{part}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KAURI_")}
    environment = {**kept, **addresses, "DATABASE_URL": url, "KAURI_VAR": str(folder / "var")}
    told = folder / "answers.json"
    (folder / "var").mkdir(parents=True)

    def run(module: str, *more: str) -> int:
        command = [sys.executable, "-m", f"benchmarks.pages.{module}", *more]
        return subprocess.run(command, env=environment, check=False).returncode

    print(f"\n{part}: scale {scale:g}", flush=True)
    if run("dataset", "--scale", str(scale)):
        raise SystemExit("The data set could not be written.")
    status = run("measure", "--json", str(told))
    return status, json.loads(told.read_text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
