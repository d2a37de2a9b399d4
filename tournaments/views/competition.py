"""Being written."""

from django.http import HttpResponse


def tournaments(request, **_kwargs):
    return HttpResponse(status=501)


def create(request, **_kwargs):
    return HttpResponse(status=501)


def tournament(request, **_kwargs):
    return HttpResponse(status=501)


def live(request, **_kwargs):
    return HttpResponse(status=501)


def start(request, **_kwargs):
    return HttpResponse(status=501)


def cancel(request, **_kwargs):
    return HttpResponse(status=501)
