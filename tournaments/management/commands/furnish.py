"""`manage.py furnish`: named variants, house bots and their opening tournament."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.management import preflight
from tournaments.services.house import opening


class Command(BaseCommand):
    help = "Create what a new installation needs; what is there already stays as it is."

    def handle(self, *args: Any, **options: Any) -> None:
        everywhere = settings.ENVIRONMENT["KAURI_OPENING_TOURNAMENTS"]
        opening.furnish(preflight.worker(), everywhere=everywhere, now=timezone.now())
