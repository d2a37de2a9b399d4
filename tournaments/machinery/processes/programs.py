"""The command lines of the programs that make up the site."""

import sys
from collections.abc import Sequence

PLAY = ("play",)
CASUAL = ("casual",)
BACKGROUND = ("validation", "housekeeping")
TICK = ("tick",)

ANALYSES = 1
"""So many games are analysed at once on a host, beside the casual games."""

HOUSEKEEPERS = 1
"""A nightly job can run while every slot for checks is taken."""

SITE_NICENESS, BACKGROUND_NICENESS = 10, 5
"""How far the site, and what checks, tends or plays with people, give way to rated games.

Whoever reads many pages slows down other readers, not bots. A bot has the niceness of its worker.
"""

# Celery warns root of pickled messages; here they are JSON and say nothing but "wake up".
_QUIET = ("-W", "ignore:You're running the worker with superuser privileges")
_CELERY = (sys.executable, *_QUIET, "-m", "celery", "--quiet", "--app")


def web(*, address: str, port: int) -> list[str]:
    """The site: pages and streams of running games."""
    server = [sys.executable, "-m", "tournaments.machinery.web.webserver"]
    return [*server, "--address", address, "--port", str(port), "tournaments.web.asgi:application"]


def worker(queues: Sequence[str], *, concurrency: int, name: str = "") -> list[str]:
    """A Celery worker for `queues`, with as many processes as it may do tasks at once.

    `name` tells it from others for the same queues on a host.
    """
    # Workers know of each other by the database alone, so they need not talk.
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


def beat(*, schedule: str) -> list[str]:
    """Celery's scheduler, which remembers in the file `schedule` what it has sent."""
    return [
        *_CELERY,
        "tournaments.machinery.processes.beat",
        "beat",
        "--schedule",
        schedule,
        "--pidfile",
        "",
    ]
