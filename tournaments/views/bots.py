"""Being written."""

from django.http import HttpResponse


def bots(request, **_kwargs):
    return HttpResponse(status=501)


def create(request, **_kwargs):
    return HttpResponse(status=501)


def bot(request, **_kwargs):
    return HttpResponse(status=501)


def edit(request, **_kwargs):
    return HttpResponse(status=501)


def upload(request, **_kwargs):
    return HttpResponse(status=501)


def version(request, **_kwargs):
    return HttpResponse(status=501)


def recheck(request, **_kwargs):
    return HttpResponse(status=501)


def code(request, **_kwargs):
    return HttpResponse(status=501)
