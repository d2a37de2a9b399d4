"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from tournaments.queries import players


def platform(request: HttpRequest) -> dict[str, Any]:
    """Whether bots run without a sandbox, and how many notices the visitor has not read."""
    return {
        "bots_are_trusted": settings.ISOLATION == "none",
        "unread": lambda: players.unread(request.user),
    }
