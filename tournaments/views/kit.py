"""The kit for authors: a page that people and installers read, and its files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import tournaments
from agents.inside import protocol
from tournaments.views import documents
from tournaments.web.languages import in_english
from tournaments.web.wheels import wheels

FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def kit(request: HttpRequest) -> HttpResponse:
    """The page: how to install the kit from here, its commands, and its files."""
    context = {
        "text": documents.of_this_site(documents.render(documents.KIT), request),
        "wheels": wheels(),
        "version": tournaments.__version__,
        "protocol": protocol.VERSION,
    }
    return render(request, "kit.html", context)


@require_safe
@in_english
def wheel(request: HttpRequest, name: str) -> HttpResponse:
    """A file; with its hash in the address, as in the page's links, it is cached for ever."""
    chosen = next((file for file in wheels() if file.name == name), None)
    if chosen is None:
        raise Http404("The kit has no such file.")
    answer = HttpResponse(chosen.path.read_bytes(), content_type="application/zip")
    is_named = request.GET.get("sha256") == chosen.sha256
    answer["ETag"] = f'"{chosen.sha256}"'
    answer["Cache-Control"] = FOR_EVER if is_named else "public, no-cache"
    return answer
