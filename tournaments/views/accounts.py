"""Being written."""

from django.http import HttpResponse


def player(request, **_kwargs):
    return HttpResponse(status=501)


def signup(request, **_kwargs):
    return HttpResponse(status=501)


def account(request, **_kwargs):
    return HttpResponse(status=501)


def renew_token(request, **_kwargs):
    return HttpResponse(status=501)
