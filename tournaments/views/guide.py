"""How to write a bot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.views import documents


def guide(request: HttpRequest) -> HttpResponse:
    """The page of docs/ for the authors of bots."""
    return render(request, "guide.html", {"text": documents.render(documents.GUIDE)})
