"""Being written."""

from django.http import HttpResponse


def home(request, **_kwargs):
    return HttpResponse(status=501)
