"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.queries.people import players
from tournaments.queries.playing import heartbeats
from tournaments.web import legal


def platform(request: HttpRequest) -> dict[str, Any]:
    """Return whether bots run without a sandbox, the visitor's unread notices, and settings.

    Isolation is set on each host: one host without it is enough for the site to say so.
    """
    return {
        "bots_are_trusted": lambda: (
            settings.ISOLATION == "none" or heartbeats.any_trusts(now=timezone.now())
        ),
        "unread": lambda: players.unread(request.user),
        "legal": lambda: legal.present(get_language() or ""),
        "providers": settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"],
        "mail_is_sent": bool(settings.EMAIL_HOST),
    }
