"""`manage.py ratings check`: replay the ledger and compare it with the live ratings."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.queries.ratings import leaderboards
from tournaments.services.ratings import ledger


class Command(BaseCommand):
    help = "Replay the ledger from the results and compare it with the live ratings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=["check"])
        parser.add_argument(
            "--full", action="store_true", help="begin with the first entry, and look at all"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        differences = ledger.check(now=timezone.now(), full=options["full"]).sentences
        if differences:
            raise CommandError("\n".join(differences))
        count = leaderboards.leaderboards().count()
        self.stdout.write(f"{count} leaderboards: the ledger, replayed, equals the live ratings.")
