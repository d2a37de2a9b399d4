"""A site within the test's process: pages that stand still need no workers."""

import pytest
from django.contrib.staticfiles import handlers
from django.core.cache import cache
from django.http import HttpResponse
from rest_framework.throttling import SimpleRateThrottle

from tests.e2e.conftest import People


class Files(handlers.StaticFilesHandler):
    """What is served beside pages: files, which browsers keep for an hour, and no streams.

    Where a stream has no content, pages ask at intervals. It is said here, not to the browser: one
    whose requests are intercepted keeps no files.
    """

    def _should_handle(self, path):
        return path.startswith("/live/") or super()._should_handle(path)

    def serve(self, request):
        if request.path.startswith("/live/"):
            return HttpResponse(status=204)
        answer = super().serve(request)
        answer["Cache-Control"] = "max-age=3600"
        return answer


@pytest.fixture(scope="session", autouse=True)
def _as_browsers_need_it():
    """A server for them, and no fear of the event loop that their library keeps in this thread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", Files)
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
    """People whose browsers keep no page for times without network: no server here allows it."""

    def visitor(self, **options):
        return super().visitor(service_workers="block", **options)


@pytest.fixture
def people(browser, site):
    return Readers(browser, site)
