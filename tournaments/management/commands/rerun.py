"""`manage.py rerun MATCH [GAME]`: play finished games again, and compare every event."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from agents.desk.rerun import NotRepeatable
from agents.sandbox import choose
from engine import EngineError
from tournaments.models import Match
from tournaments.services.playing import reruns


class Command(BaseCommand):
    help = "Play finished games of a match again with the same seeds, and compare every event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", type=int, help="the number of the match")
        parser.add_argument("game", type=int, nargs="?", help="only this game of it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match = Match.objects.get(pk=options["match"])
            different = sum(self._told(match, options["game"]))
        except Match.DoesNotExist:
            raise CommandError(f"There is no match {options['match']}.") from None
        except (NotRepeatable, EngineError) as error:
            raise CommandError(str(error)) from None
        if different:
            raise CommandError(f"{different} of the games went another way.")

    def _told(self, match: Match, number: int | None) -> list[bool]:
        """Print each comparison, and return those that differ."""
        different = []
        for game, comparison in reruns.rerun(
            match,
            number=number,
            limits=settings.LIMITS,
            isolation=choose(settings.ISOLATION),
        ):
            self.stdout.write(f"Game {game.number}: {comparison}")
            different.append(not comparison.identical)
        return different
