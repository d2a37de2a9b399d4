"""The pages of a site, each opened by staff and by the owner of its bots."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.tournaments.permissions import TABLE
from tests.tournaments.worlds import address
from tournaments.models import Player

VIEWERS = ("carol", "alice")
BUILT = "kit/<str:name>"
"""What lies there is of the release that runs, not of the site's data."""


class Viewer:
    """Somebody's browser, which begins with the same cookies each time."""

    def __init__(self, name: str) -> None:
        settings.VIEWS_A_MINUTE = 0
        SimpleRateThrottle.allow_request = lambda *_asked: True
        self._client = Client(raise_request_exception=False, headers={"Host": "localhost"})
        self._client.force_login(Player.objects.get(username=name))
        self._cookies = self._client.cookies.copy()

    def status(self, path: str) -> int:
        """The status of the answer, read to its end."""
        self._client.cookies = self._cookies.copy()
        answer = self._client.get(path)
        if answer.streaming:
            b"".join(answer.streaming_content)
        return answer.status_code


def opened(values: dict[str, Any]) -> dict[str, list[str]]:
    """The addresses by who can open them: all that staff can, and of the owner the others."""
    paths, pages = sorted(_addresses(values)), {}
    for name in VIEWERS:
        viewer = Viewer(name)
        pages[name] = [path for path in paths if viewer.status(path) == 200]
        paths = [path for path in paths if path not in pages[name]]
    return pages


def refused(pages: dict[str, list[str]]) -> list[str]:
    """Those of the pages that do not open, each with its status."""
    viewers = {name: Viewer(name) for name in pages}
    answers = [
        (viewers[name].status(path), path) for name, paths in pages.items() for path in paths
    ]
    return [f"{status} {path}" for status, path in answers if status != 200]


def _addresses(values: dict[str, Any]) -> Iterator[str]:
    for route, methods in TABLE.items():
        path = address(route, values)
        if "GET" in methods and route != BUILT and not set("<^(") & set(path):
            yield path
