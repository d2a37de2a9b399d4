"""What is left after some minutes of random kills, restarts and repeated messages.

`python -m benchmarks.chaos` starts a PostgreSQL and a Redis of its own, four workers, a background
worker and the scheduler, plays tournaments of house bots in parallel, and meanwhile kills and
repeats all that it can. It prints what was survived, and exits with 1 if a game was lost, counted
twice or blamed on a bot, or if anything is left behind. See docs/52-load-and-chaos.md.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.servers import servers

LEASE_SECONDS = 3


def main(arguments: Sequence[str]) -> int:
    """Run it as the command line says; 0 when every law held."""
    options = _options(arguments)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kauri-chaos-")))
        pair = None if options.sqlite else stack.enter_context(servers(durable=True))
        os.environ.update(_environment(folder, pair.environment() if pair else {}))
        # Only now can Django be told of its database.
        from benchmarks.chaos import run  # noqa: PLC0415

        log = options.log or folder / "log"
        plan = run.Plan(seconds=60 * options.minutes, seed=options.seed, log=log)
        return run.run(plan, servers=pair)


def _environment(folder: Path, addresses: Mapping[str, str]) -> dict[str, str]:
    """What the workers and this process are told; what an operator may have set counts no more."""
    for name in [*os.environ]:
        if name.startswith("KAURI_") or name in {"DATABASE_URL", "REDIS_URL"}:
            del os.environ[name]
    return {
        **addresses,
        "DJANGO_SETTINGS_MODULE": "tournaments.settings",
        "KAURI_VAR": str(folder / "var"),
        # Two at once even where there is one processor to spare: the four workers queue for them.
        "KAURI_SLOTS": "2",
        "KAURI_LEASE_SECONDS": str(LEASE_SECONDS),
        "KAURI_TICK_SECONDS": "1",
        # Ladders would never come to an end.
        "KAURI_LADDER_BOT_GAMES": "0",
        "PYTHONUNBUFFERED": "1",
    }


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Kill at random what plays, and count the games.")
    parser.add_argument("--minutes", type=float, default=5.0, help="of trouble (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of troubles")
    parser.add_argument("--sqlite", action="store_true", help="on SQLite and message files")
    parser.add_argument("--log", type=Path, help="where the workers' log lines are added")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
