"""The command lines of the programs that make up the site."""

import sys
from collections.abc import Sequence

PLAY = ("play",)
CASUAL = ("casual",)
BACKGROUND = ("validation", "housekeeping", "luck")
TICK = ("tick",)

ANALYSES = 1
"""Games that are analysed at once on a host, in addition to the casual games."""

HOUSEKEEPERS = 1
"""Extra processes, so that a nightly job can run while every slot for checks is taken."""

JUDGES = 1
"""Extra processes, so that luck is judged meanwhile, on one core of a host at most."""

SITE_NICENESS, BACKGROUND_NICENESS = 10, 5
"""The niceness of the site, and of workers that do not play rated games.

So a client that reads many pages slows down other readers, not bots. A bot has the niceness of its
worker.
"""

# Celery warns root of pickled messages; here they are JSON and say nothing but "wake up".
_QUIET = ("-W", "ignore:You're running the worker with superuser privileges")
_CELERY = (sys.executable, *_QUIET, "-m", "celery", "--quiet", "--app")


def web(*, address: str, port: int) -> list[str]:
    """Return the command of the site: pages and streams of running games."""
    server = [sys.executable, "-m", "tournaments.machinery.web.webserver"]
    return [*server, "--address", address, "--port", str(port), "tournaments.web.asgi:application"]


def worker(queues: Sequence[str], *, concurrency: int, name: str = "") -> list[str]:
    """Return the command of a Celery worker for `queues`, with `concurrency` processes.

    `name` distinguishes it from others for the same queues on a host.
    """
    # Workers coordinate through the database alone, so they need not send each other messages.
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    size = ["--pool", "prefork", "--concurrency", str(concurrency)]
    node = ["--hostname", f"{name or '-'.join(queues)}@%h"]
    return [
        *_CELERY,
        "tournaments.machinery.messages.celery",
        "worker",
        "--queues",
        ",".join(queues),
        *size,
        *node,
        *alone,
    ]


def background_size(check_slots: int) -> int:
    """Return how many processes the worker of `BACKGROUND` has."""
    return check_slots + HOUSEKEEPERS + JUDGES


def beat(*, schedule: str) -> list[str]:
    """Return the command of Celery's scheduler, which stores in `schedule` what it has sent."""
    return [
        *_CELERY,
        "tournaments.machinery.processes.beat",
        "beat",
        "--schedule",
        schedule,
        "--pidfile",
        "",
    ]
