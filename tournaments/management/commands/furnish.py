"""`manage.py furnish`: named variants, house bots and their opening tournament."""

import os
import socket
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from agents import sandbox
from tournaments.services import play
from tournaments.services.bots import house


class Command(BaseCommand):
    help = "Create what a new installation needs; what is there already stays as it is."

    def handle(self, *args: Any, **options: Any) -> None:
        worker = play.Worker(
            name=f"{socket.gethostname()}:{os.getpid()}",
            isolation=sandbox.choose(settings.ISOLATION),
            lease=timedelta(seconds=settings.LEASE_SECONDS),
            now=timezone.now,
            limits=settings.LIMITS,
        )
        house.furnish(worker, now=timezone.now())
