"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournaments.queries.people import players
from tournaments.queries.playing import hosts


def platform(request: HttpRequest) -> dict[str, Any]:
    """Return whether bots run without a sandbox, the visitor's unread notices, if mail is sent.

    Isolation is set on each host: one host without it is enough for the site to say so.
    """
    return {
        "bots_are_trusted": lambda: (
            settings.ISOLATION == "none" or hosts.any_trusts(now=timezone.now())
        ),
        "unread": lambda: players.unread(request.user),
        "mail_is_sent": bool(settings.EMAIL_HOST),
    }
