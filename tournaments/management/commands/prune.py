"""`manage.py prune`: remove what is kept no longer, as the scheduler does every night."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services.upkeep import retention


class Command(BaseCommand):
    help = "Remove old logs and records, and files that nobody uses. Results and ratings stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true",
                            help="say what would be removed, and remove nothing")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        dry_run = options["dry_run"]
        verb = "Would remove" if dry_run else "Removed"
        for removal in retention.prune(now=timezone.now(), dry_run=dry_run):
            self.stdout.write(f"{verb} {removal.count} {removal.what}.")
