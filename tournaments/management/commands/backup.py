"""`manage.py backup FILE`: the database and the archives in one file, while Kauri runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments import backups
from tournaments.models import LastDone


class Command(BaseCommand):
    help = "Write the database and the bots' archives into the new file FILE."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="like kauri-2026-01-31.tar.gz")
        parser.add_argument("--with-secret-key", action="store_true",
                            help="also the key that signs sessions")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        try:
            made = backups.write(options["file"], now=now, secret_key=options["with_secret_key"])
        except backups.BackupError as error:
            raise CommandError(f"No backup was written. {error}") from error
        LastDone.note(LastDone.Name.BACKUP, now=now)
        size = sum(part.size for part in made.parts.values())
        self.stdout.write(
            f"{options['file']}: the database ({made.database}) and "
            f"{sum(name.startswith('uploads/') for name in made.parts)} archives, "
            f"{size / 1e6:.1f} MB before compression."
        )
        self.stdout.write(
            "The secret key is in it: keep the file secret."
            if options["with_secret_key"]
            else "The secret key is not in it. Without the key everybody has to log in again, "
            "and nothing else is lost."
        )
        if made.missing:
            names = ", ".join(made.missing)
            raise CommandError(
                f"The backup is written, but these archives are missing or damaged: {names}"
            )
