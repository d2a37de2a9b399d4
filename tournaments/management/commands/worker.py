"""`manage.py worker QUEUE...`: one worker, for a host or container of its own."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.machinery.processes import programs
from tournaments.management import preflight


class Command(BaseCommand):
    help = "Do the tasks of the named queues. On SIGTERM it hands its match back and stops."

    def add_arguments(self, parser: ArgumentParser) -> None:
        queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
        parser.add_argument("queues", nargs="+", choices=queues, metavar="QUEUE",
                            help=", ".join(queues))  # fmt: skip
        parser.add_argument("--concurrency", type=int, default=0,
                            help="tasks at once (default: KAURI_SLOTS; KAURI_CASUAL_SLOTS and one "
                                 "for casual games; KAURI_CHECK_SLOTS and two for "
                                 "validation housekeeping luck; one for the tick)")  # fmt: skip
        parser.add_argument("--name", default="",
                            help="tells apart workers of one host for the same queues")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        preflight.check_database()
        for line in (preflight.check_isolation(), *preflight.check_fairness()):
            self.stdout.write(line)
        self.stdout.flush()
        queues = options["queues"]
        usual = {
            programs.CASUAL: settings.CASUAL_SLOTS + programs.ANALYSES,
            programs.BACKGROUND: programs.background_size(settings.CHECK_SLOTS),
            programs.TICK: 1,
        }
        concurrency = options["concurrency"] or usual.get(tuple(queues), settings.SLOTS)
        command = programs.worker(queues, concurrency=concurrency, name=options["name"])
        os.execv(command[0], command)  # noqa: S606 - our own command
