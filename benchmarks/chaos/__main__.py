"""What is left after some minutes of random kills, restarts and repeated messages.

`python -m benchmarks.chaos` starts a PostgreSQL, a Redis and a bucket of its own, and two hosts
with a site and two workers each, a background worker and the scheduler. It plays tournaments of
house bots in parallel while people read, and meanwhile kills and repeats all that it can. It prints
what was survived, and exits with 1 if a game was lost, counted twice or blamed on a bot, or if
anything is left behind. See docs/52-load-and-chaos.md.
"""

import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.common import parser, settle_environment
from tests.object_server import bucket, object_server
from tests.servers import servers

LEASE_SECONDS = 3


def main(arguments: Sequence[str]) -> int:
    """Run it as the command line says; 0 when every law held."""
    asked = parser(__doc__, minutes=5.0, seed=1)
    asked.add_argument("--sqlite", action="store_true", help="on SQLite and message files")
    asked.add_argument("--log", type=Path, help="where the workers' log lines are added")
    options = asked.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kauri-chaos-")))
        pair = None if options.sqlite else stack.enter_context(servers(durable=True))
        shared = {}
        if pair:
            shared = pair.environment() | bucket(stack.enter_context(object_server()))
        settle_environment(
            folder,
            shared,
            # Two at once even where there is one processor to spare: the four workers queue.
            KAURI_SLOTS="2",
            KAURI_LEASE_SECONDS=str(LEASE_SECONDS),
            KAURI_TICK_SECONDS="1",
            KAURI_SECRET_KEY="chaos" * 12,
            KAURI_HOSTS="localhost",
            KAURI_VIEWS_A_MINUTE="0",
            PYTHONUNBUFFERED="1",
        )
        # Only now can Django be told of its database.
        from benchmarks.chaos import run  # noqa: PLC0415

        log = options.log or folder / "log"
        plan = run.Plan(seconds=60 * options.minutes, seed=options.seed, log=log)
        return run.run(plan, servers=pair)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
