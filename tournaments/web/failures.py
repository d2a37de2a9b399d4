"""The answer when the site itself has failed: 500, or 503 while it cannot use its database."""

import logging
import sys
from http import HTTPStatus

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from tournaments.services.upkeep import readiness
from tournaments.services.upkeep.readiness import Health
from tournaments.web import problems
from tournaments.words import Sentence

RETRY_SECONDS = 30

_FOR_VISITORS = {
    "database-silent": Sentence("site-database-silent"),
    "database-refuses": Sentence("site-database-refuses"),
    "migrations-missing": Sentence("site-migrations-missing"),
}
"""What visitors read, by the code of the reason why the database cannot be used."""

logger = logging.getLogger(__name__)


def internal(request: HttpRequest) -> HttpResponse:
    """Answer a request at which the site has failed; Django's `handler500`."""
    error = sys.exception()
    obstacle = readiness.obstacle_behind(error) if isinstance(error, Error) else None
    if obstacle:
        return _without_database(request, obstacle)
    if problems.is_of_api(request):
        return problems.answer("error", "The site has failed. Its log says why.")
    return server_error(request)


def _without_database(request: HttpRequest, obstacle: Health) -> HttpResponse:
    """Return 503 with a text for visitors; log the reason for the operator, on one line."""
    logger.error("%s", obstacle.line)
    why = _FOR_VISITORS[obstacle.text.code]
    if problems.is_of_api(request):
        answer: HttpResponse = problems.answer("database_away", str(why))
    else:
        page = render_to_string("errors/database.html", {"why": why})
        answer = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer["Cache-Control"] = "no-store"
    # Django would also log a traceback for each request, in addition to the line above.
    answer._has_been_logged = True  # type: ignore[attr-defined] # noqa: SLF001
    return answer
