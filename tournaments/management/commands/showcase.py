"""`manage.py showcase`: a tournament of each format, played to its end by house bots."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

import engine
from agents.terms.clock import PRESETS
from tournaments.errors import Invalid
from tournaments.management import preflight
from tournaments.mathematics import formats
from tournaments.models import Player, Tournament
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.house import opening, showcase
from tournaments.services.tournaments import tables

SECONDS = 0.5
"""The time between two checks of what other workers play."""


class Command(BaseCommand):
    help = "Play a tournament of each format to its end with house bots, and print the standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=list(formats.FORMATS), help="only this format")
        parser.add_argument("--game", metavar="VARIANT", help='for example "kalah(seeds=4)"')
        parser.add_argument(
            "--time", choices=list(PRESETS), default="blitz", help="time control; default: blitz"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        opening.ensure_variants()
        try:
            shows = showcase.chosen(format_id=options["format"], variant=options["game"])
            for show in shows:
                self._show(show, options["time"])
        except (engine.EngineError, Invalid) as error:
            raise CommandError(str(error)) from error

    def _show(self, show: showcase.Show, time_control: str) -> None:
        row = showcase.hold(
            show, player=Player.objects.house(), time_control=time_control, now=timezone.now()
        )
        self.stdout.write(f"{row}, {row.variant}: {row.get_absolute_url()}")
        showcase.play_out(row, preflight.worker(), wait=lambda: time.sleep(SECONDS))
        self.stdout.write(exports.text(KeptTable(row, tables.compute(row, now=timezone.now()))))
        if row.status != Tournament.Status.FINISHED:
            raise CommandError(f"{row} is {row.get_status_display()}. {row.pause_reason}")
