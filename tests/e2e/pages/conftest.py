"""A site within the test's process: pages that stand still need no workers."""

import pytest
from django.core.cache import cache
from rest_framework.throttling import SimpleRateThrottle

from tests.e2e.conftest import People


@pytest.fixture(scope="session", autouse=True)
def _beside_an_event_loop():
    """The browser's library keeps one in this thread; nothing here is asynchronous."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def site(live_server, settings, tmp_path, monkeypatch):
    """Its files are served as they lie in the folders, so that none has to be collected."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.MEDIA_ROOT = tmp_path / "uploads"
    settings.ARCHIVE_CACHE = tmp_path / "archives"
    settings.VIEWS_A_MINUTE = settings.SHARED_PAGE_SECONDS = 0
    monkeypatch.setattr("tournaments.dispatch.app.send_task", lambda _name, **_options: None)
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_asked: True)
    cache.clear()
    return live_server


class Readers(People):
    """People whose browsers keep no page for times without network: no server here allows it.

    It has no streams either: their addresses have no content, and pages ask at intervals.
    """

    def visitor(self, **options):
        page = super().visitor(service_workers="block", **options)
        page.context.route("**/live/**", lambda route: route.fulfill(status=204))
        return page


@pytest.fixture
def people(browser, site):
    return Readers(browser, site)
