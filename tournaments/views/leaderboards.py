"""Being written."""

from django.http import HttpResponse


def leaderboards(request, **_kwargs):
    return HttpResponse(status=501)


def leaderboard(request, **_kwargs):
    return HttpResponse(status=501)
