"""The page that browsers cache for times without network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """A page that says that the site cannot be reached, in the requested language, for anyone."""
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        answer = render(request, "offline.html")
    answer["Content-Language"] = language
    return answer
