"""What `manage.py doctor --watch` mails: advice that is new, and what was advised and is over.

What has been mailed is in a file, so a restart repeats nothing. A mail that cannot be sent is tried
again at the next look.
"""

import json
import logging
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from smtplib import SMTPException

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage
from django.core.mail import EmailMessage

from tournaments.management import diagnosis

logger = logging.getLogger(__name__)

Advice = dict[str, str]
"""Findings that need something to be done, as text, by what stays the same about each."""


def look(host: str, file: Path, *, now: datetime) -> None:
    """Mail to the operators what has changed since the last mail, which `file` has."""
    try:
        _tell(_advice(diagnosis.findings(now=now)), host, file)
    except (OSError, SMTPException) as error:
        logger.warning("the operators got no mail: %s", error)


def _advice(findings: Iterable[CheckMessage]) -> Advice:
    """Return the findings that need something to be done. Their texts hold figures that change."""
    return {
        f"{finding.obj}: {finding.hint}": f"{finding.obj}: {finding.msg}\n{finding.hint}"
        for finding in findings
        if finding.level > checks.INFO
    }


def _tell(present: Advice, host: str, file: Path) -> None:
    before: Advice = json.loads(file.read_text()) if file.exists() else {}
    new, over = _missing(present, before), _missing(before, present)
    if not new and not over:
        return
    _mail(new, over, host).send()
    unfinished = file.with_suffix(".new")
    unfinished.write_text(json.dumps(present))
    os.replace(unfinished, file)


def _missing(present: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [text for key, text in present.items() if key not in other]


def _mail(new: list[str], over: list[str], host: str) -> EmailMessage:
    parts = [*_listed("To do:", new), *_listed("No longer found:", over)]
    return EmailMessage(
        subject=f"Kauri on {host}: {len(new)} to do, {len(over)} over",
        body="\n\n".join(parts) + "\n\nmanage.py doctor on that machine says more.\n",
        to=settings.ENVIRONMENT["KAURI_OPERATORS"],
        headers={"Auto-Submitted": "auto-generated"},
    )


def _listed(heading: str, texts: list[str]) -> list[str]:
    return [heading, *texts] if texts else []
