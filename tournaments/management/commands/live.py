"""`manage.py live`: the streams of running games, beside the site on the same host."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.machinery.web.webserver import STREAMS
from tournaments.management import preflight
from tournaments.web.live import server


class Command(BaseCommand):
    help = "Serve the streams of running games, for the site on this host."

    def handle(self, *args: Any, **options: Any) -> None:
        preflight.check_database()
        server.run(settings.VAR / STREAMS)
