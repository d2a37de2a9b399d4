"""Being written."""

from django.http import HttpResponse


def match(request, **_kwargs):
    return HttpResponse(status=501)


def game(request, **_kwargs):
    return HttpResponse(status=501)


def record(request, **_kwargs):
    return HttpResponse(status=501)
