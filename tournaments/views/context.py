"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def platform(_request: HttpRequest) -> dict[str, Any]:
    """Whether bots run without a sandbox, which every page then says."""
    return {"bots_are_trusted": settings.ISOLATION == "none"}
