"""`manage.py run`: the whole platform on this machine, in the foreground."""

import contextlib
import logging
import multiprocessing
import signal
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tournaments.machinery.processes import foreground
from tournaments.management import preflight
from tournaments.web import static

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Prepare and run the site, its workers and its scheduler. Ctrl-C stops all of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--build",
            action="store_true",
            help="build what the first page does not need while the site is up already",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        address = settings.ENVIRONMENT["KAURI_ADDRESS"]
        port = settings.ENVIRONMENT["KAURI_PORT"]
        preflight.check_port(address, port)
        try:
            self._prepare()
        except KeyboardInterrupt:
            raise CommandError("Stopped before it was ready.", returncode=130) from None
        prefix = settings.PATH_PREFIX
        self._say(f"Kauri is at http://{_host(address)}:{port}{prefix}/ (Ctrl-C stops it)")
        self._say("Its first administrator: .venv/bin/python manage.py createsuperuser")
        foreground.become(
            address=address,
            port=port,
            slots=settings.SLOTS,
            check_slots=settings.CHECK_SLOTS,
            casual_slots=settings.CASUAL_SLOTS,
            schedule=settings.CELERY_BEAT_SCHEDULE_FILENAME,
            log_format=settings.ENVIRONMENT["KAURI_LOG_FORMAT"],
            log_level=settings.ENVIRONMENT["KAURI_LOG_LEVEL"],
            builds=int(options["build"]),
        )

    def _say(self, line: str) -> None:
        if settings.ENVIRONMENT["KAURI_LOG_FORMAT"] == "json":
            logger.info("%s", line)
            return
        self.stdout.write(line)
        self.stdout.flush()

    def _prepare(self) -> None:
        self._say(preflight.check_isolation())
        if preflight.check_fairness():
            self._say("Clocks may be unfair on this machine: manage.py doctor says why.")
        self._say("Preparing. At the first start the house bots play their opening tournament.")
        with _beside(static.collect):
            call_command("migrate", verbosity=0, interactive=False)
            call_command("furnish")
        # The programs open their own.
        connections.close_all()


@contextlib.contextmanager
def _beside(task: Callable[[], object]) -> Iterator[None]:
    """Do a task without the database on another processor. Raises CommandError if it fails."""
    process = multiprocessing.get_context("fork").Process(
        target=_uninterrupted, args=(task,), daemon=True
    )
    process.start()
    yield
    process.join()
    if process.exitcode:
        raise CommandError("Not all could be prepared.")


def _uninterrupted(task: Callable[[], object]) -> None:
    """Do a task. Ctrl-C reaches its process too, which the other one then ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    task()


def _host(address: str) -> str:
    """The address to open in a browser."""
    if address in {"", "0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return str(settings.ALLOWED_HOSTS[0])
    return f"[{address}]" if ":" in address else address
