"""How to write a bot."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from agents import limit_facts
from tournaments.views import documents


def guide(request: HttpRequest) -> HttpResponse:
    """The page of docs/ for the authors of bots, and the limits that hold here."""
    context = {
        "text": documents.render(documents.GUIDE),
        "limits": limit_facts.rows(settings.LIMITS),
    }
    return render(request, "guide.html", context)
