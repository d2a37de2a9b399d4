"""`manage.py beat`: the scheduler alone. There must be only one of it."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.machinery.processes import programs
from tournaments.management import preflight


class Command(BaseCommand):
    help = "Send the scheduled tasks, such as the tick and the nightly check of the ratings."

    def handle(self, *args: Any, **options: Any) -> None:
        preflight.check_database()
        command = programs.beat(schedule=settings.CELERY_BEAT_SCHEDULE_FILENAME)
        os.execv(command[0], command)  # noqa: S606 - our own command
