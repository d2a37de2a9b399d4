"""The web server: uvicorn with a process for each core, for pages and streams alike."""

import argparse
import os
import resource
import tempfile

import uvicorn
from django.conf import settings

from tournaments.machinery.web import figures
from tournaments.machinery.web.connections import Connection
from tournaments.machinery.web.loops import SharingLoop

MOST_PROCESSES = 8
"""The most processes of the site, unless a setting asks for more: each takes some 130 MiB."""

HEAD_BYTES = 64 * 1024
"""The most that the request line and the headers may have together."""

_MOST_FILES = 8192


def main() -> None:
    """Serve the site until a signal says to stop."""
    asked = _parser().parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    _allow_files()
    with tempfile.TemporaryDirectory(prefix="kauri-figures-") as folder:
        figures.share(folder)
        _serve(asked)


def _serve(asked: argparse.Namespace) -> None:
    uvicorn.run(
        asked.application,
        host=asked.address,
        port=asked.port,
        workers=processes(),
        loop=f"{SharingLoop.__module__}:{SharingLoop.__qualname__}",
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=settings.LOGGING,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=15,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


def processes() -> int:
    """Return how many processes the site has: two at least, since one that hangs is replaced."""
    cores = min(len(os.sched_getaffinity(0)), MOST_PROCESSES)
    return max(2, settings.ENVIRONMENT["KAURI_WEB_PROCESSES"] or cores)


def _allow_files() -> None:
    """Raise the limit of open files as far as the site may need and the host allows."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("application")
    return parser


if __name__ == "__main__":
    main()
