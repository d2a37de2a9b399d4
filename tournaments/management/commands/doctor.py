"""`manage.py doctor`: whether all is well that Kauri needs, and what to do where it is not."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.management import diagnosis


class Command(BaseCommand):
    help = "Look at everything that Kauri needs here. Exit status 1 where there is a problem."
    # It says itself what those would stop at.
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        found = []
        for finding in diagnosis.findings(now=timezone.now()):
            found.append(finding)
            if not options["json"]:
                self.stdout.write(str(finding))
                self.stdout.flush()
        if options["json"]:
            self.stdout.write(json.dumps([asdict(one) for one in found], indent=1))
        else:
            self.stdout.write(_verdict(found))
        if any(one.level == diagnosis.PROBLEM for one in found):
            sys.exit(1)


def _verdict(found: list[diagnosis.Finding]) -> str:
    problems = sum(one.level == diagnosis.PROBLEM for one in found)
    warnings = sum(one.level == diagnosis.WARNING for one in found)
    if problems or warnings:
        return f"{diagnosis.count(problems, 'problem')}, {diagnosis.count(warnings, 'warning')}."
    return "All is well."
