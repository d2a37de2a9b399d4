"""The operator's pages of the law, from Markdown files; and what is stored about people."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.views import documents
from tournaments.web.legal import path_of


@require_safe
def legal(request: HttpRequest, name: str) -> HttpResponse:
    """The imprint, the privacy policy or the terms, in the reader's language if there is one."""
    path = path_of(name, language=get_language() or "")
    if path is None:
        raise Http404("The operator has written no such page.")
    context = {"title": documents.title(path), "page": documents.render(path)}
    return render(request, "legal.html", context)


@require_safe
def stored(request: HttpRequest) -> HttpResponse:
    """What is stored about people and for how long, from the settings."""
    days = {
        name: getattr(settings, f"KEEP_{name.upper()}_DAYS")
        for name in ("logs", "records", "visitors_games")
    }
    context = {"days": days, "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600)}
    return render(request, "stored.html", context)
