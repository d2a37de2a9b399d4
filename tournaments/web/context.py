"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournaments.queries.people import players
from tournaments.queries.playing import hosts


def platform(request: HttpRequest) -> dict[str, Any]:
    """Whether bots run without a sandbox, what the visitor has not read, and if mail goes out.

    The setting is each host's own: one worker that has it is enough for the site to say so.
    """
    return {
        "bots_are_trusted": lambda: (
            settings.ISOLATION == "none" or hosts.any_trusts(now=timezone.now())
        ),
        "unread": lambda: players.unread(request.user),
        "mail_is_sent": bool(settings.EMAIL_HOST),
    }
