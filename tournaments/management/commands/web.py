"""`manage.py web`: the site alone, where other hosts or containers do the rest."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.machinery.processes import programs
from tournaments.management import preflight
from tournaments.web import static


class Command(BaseCommand):
    help = "Serve the site on KAURI_ADDRESS and KAURI_PORT."

    def handle(self, *args: Any, **options: Any) -> None:
        if trouble := preflight.database_trouble():
            self.stderr.write(f"WARNING: {trouble} Until then every page is a 503 that says so.")
        static.collect()
        environment = settings.ENVIRONMENT
        command = programs.web(address=environment["KAURI_ADDRESS"], port=environment["KAURI_PORT"])
        os.execv(command[0], command)  # noqa: S606 - our own command
