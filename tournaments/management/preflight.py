"""Checks before anything is started; each failure says what to do about it."""

import errno
import os
import socket
from datetime import timedelta

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from agents import sandbox
from tournaments.machinery.web import fairness
from tournaments.services.playing.workers import Worker
from tournaments.services.upkeep import readiness


def worker() -> Worker:
    """A worker that plays for a command, in its own process."""
    return Worker(
        name=f"{socket.gethostname()}:{os.getpid()}",
        isolation=sandbox.choose(settings.ISOLATION),
        lease=timedelta(seconds=settings.LEASE_SECONDS),
        now=timezone.now,
        limits=settings.LIMITS,
    )


def check_database() -> None:
    """Raise CommandError when the database does not answer, or has not been migrated."""
    if trouble := database_trouble():
        raise CommandError(trouble)


def database_trouble(*, is_migrating: bool = False) -> str:
    """Why the database cannot be used, and what to do, on one line; empty if it can.

    A command that migrates only needs the database to answer.
    """
    silent = readiness.database()
    if not silent.well:
        return f"{silent.line} Start it, or correct DATABASE_URL."
    missing = None if is_migrating else readiness.obstacle()
    return f"The database is not ready. {missing.line} Run manage.py migrate." if missing else ""


def check_port(address: str, port: int) -> None:
    """Raise CommandError when the site cannot listen on this port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise CommandError(_refusal(error, address, port)) from None


def _refusal(error: OSError, address: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {address} is in use. "
            f"Stop what uses it, or take another: KAURI_PORT={port + 1} make run"
        )
    return f"Cannot listen on {address}, port {port}: {error.strerror}."


def check_isolation() -> str:
    """The isolation of bots here, and its missing layers; raises CommandError without any."""
    if sandbox.Isolation.NONE.value == settings.ISOLATION:
        return (
            "WARNING: bots run WITHOUT a sandbox (KAURI_ISOLATION=none). "
            "Upload only code that you trust."
        )
    report = sandbox.check(sandbox.named(settings.ISOLATION))
    if report.isolation:
        cage = f"Bots run in sandboxes (tier {report.tier}, {report.isolation.value})."
        if report.passed_over:
            cage += (
                f"\nWARNING: {report.passed_over.value} is stronger, and does not hold here. "
                f"Repair it, or set KAURI_ISOLATION={report.isolation.value} if this is enough."
            )
        return "\n".join([cage, *(f"  - {note}" for note in report.notes)])
    missing = "\n".join(f"  - {line}" for line in report.missing)
    raise CommandError(
        f"Bots cannot be isolated on this machine, so nothing is started. Missing:\n{missing}\n"
        "docs/41-sandbox.md says how to allow it. To run bots that you trust without a sandbox, "
        "set KAURI_ISOLATION=none."
    )


def check_fairness() -> list[str]:
    """The reasons why clocks may be unfair on this machine, with what to set; empty if none."""
    return [
        f"Clocks may be unfair here: {finding.text} {finding.hint}"
        for finding in fairness.findings()
    ]
