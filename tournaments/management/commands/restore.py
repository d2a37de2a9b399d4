"""`manage.py restore FILE`: what `backup` has written, in this installation's place or nowhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments import backups


class Command(BaseCommand):
    help = "Check the backup FILE, put it in this installation's place, and check the ratings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` has written")
        parser.add_argument("--replace", action="store_true",
                            help="delete what this installation holds now")  # fmt: skip
        parser.add_argument("--dry-run", action="store_true",
                            help="restore it into nowhere, to prove that it can be")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            self._prove(options["file"])
            return
        try:
            done = backups.restore(options["file"], now=timezone.now(), replace=options["replace"])
        except backups.BackupError as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        self.stdout.write(f"Restored what was backed up at {done.manifest.made_at}.")
        if done.missing:
            raise CommandError(f"These files are missing or damaged: {', '.join(done.missing)}")
        if done.differences:
            raise CommandError("\n".join(["The ratings do not agree:", *done.differences]))
        self.stdout.write("Every file is there, and the ledger equals the live ratings.")

    def _prove(self, path: Path) -> None:
        try:
            proof = backups.prove(path, now=timezone.now())
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        if proof.trouble:
            raise CommandError(proof.trouble)
        self.stdout.write(f"{path} was restored into nowhere, and all of it agreed.")
