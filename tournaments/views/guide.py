"""Being written."""

from django.http import HttpResponse


def guide(request, **_kwargs):
    return HttpResponse(status=501)
