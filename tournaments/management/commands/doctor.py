"""`manage.py doctor`: whether all is well that Kauri needs, and what to do where it is not."""

import json
import socket
import sys
import time
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.template.defaultfilters import pluralize
from django.utils import timezone

from tournaments.management import diagnosis, watching

HOUR = 3600.0
"""Seconds between two looks: a look reads every archive, and tries the sandbox."""

LEVELS = {checks.INFO: "ok", checks.WARNING: "warning", checks.ERROR: "problem"}


class Command(BaseCommand):
    help = "Look at everything that Kauri needs here. Exit status 1 where there is a problem."
    # It reports what those checks would stop at.
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")
        parser.add_argument(
            "--watch",
            action="store_true",
            help="look every hour until stopped, and mail to KAURI_OPERATORS what is new or over",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["watch"]:
            _watch()
        findings = []
        for finding in diagnosis.findings(now=timezone.now()):
            findings.append(finding)
            if not options["json"]:
                self.stdout.write(lines(finding))
                self.stdout.flush()
        if options["json"]:
            self.stdout.write(json.dumps(list(map(_fields, findings)), indent=1))
        else:
            self.stdout.write(_verdict(findings))
        if any(each.is_serious() for each in findings):
            sys.exit(1)


def _watch() -> NoReturn:
    """Look every hour, and mail what has changed."""
    if not settings.ENVIRONMENT["KAURI_OPERATORS"]:
        raise CommandError("Set KAURI_OPERATORS to the addresses that get the mails.")
    while True:
        watching.look(socket.gethostname(), settings.VAR / "doctor.json", now=timezone.now())
        # A server that was restarted meanwhile is found by a new connection.
        connections.close_all()
        time.sleep(HOUR)


def _fields(finding: CheckMessage) -> dict[str, str]:
    """A finding as JSON: its subject, its state, and what to do, if anything."""
    return {
        "name": finding.obj,
        "level": LEVELS[finding.level],
        "text": finding.msg,
        "advice": finding.hint or "",
    }


def lines(finding: CheckMessage) -> str:
    """A finding as text; the second line says what to do, if anything."""
    # Drivers write their errors on several lines.
    text = " ".join(finding.msg.split())
    line = f"{LEVELS[finding.level]:7}  {finding.obj}: {text}"
    return f"{line}\n         {finding.hint}" if finding.hint else line


def _verdict(findings: list[CheckMessage]) -> str:
    problems = sum(finding.level == checks.ERROR for finding in findings)
    warnings = sum(finding.level == checks.WARNING for finding in findings)
    if problems or warnings:
        several = pluralize(problems), pluralize(warnings)
        return f"{problems} problem{several[0]}, {warnings} warning{several[1]}."
    return "All is well."
