"""The page that browsers keep for times without network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """It says that the site is out of reach, in the language that is asked for, to nobody known."""
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        answer = render(request, "offline.html")
    answer["Content-Language"] = language
    return answer
