"""The pages of docs/ for authors and players."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from agents.terms import limit_facts
from tournaments.views import documents
from tournaments.web.alike import alike


@alike()
def guide(request: HttpRequest) -> HttpResponse:
    """The page of docs/ for the authors of bots, with this site's limits."""
    context = {
        "text": documents.of_this_site(documents.render(documents.GUIDE), request),
        "limits": limit_facts.rows(settings.LIMITS),
        "others": [(name, documents.title(path)) for name, path in documents.SHOWN.items()],
    }
    return render(request, "guide.html", context)


@alike()
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Another page of docs/, such as the one on ratings or formats."""
    if name not in documents.SHOWN:
        raise Http404(f"The guide has no page {name}.")
    path = documents.SHOWN[name]
    context = {
        "text": documents.render(path),
        "title": documents.title(path),
    }
    return render(request, "guide_page.html", context)
