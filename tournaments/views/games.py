"""Being written."""

from django.http import HttpResponse


def games(request, **_kwargs):
    return HttpResponse(status=501)


def game_rules(request, **_kwargs):
    return HttpResponse(status=501)
