"""The hosts whose workers play the games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.queries.playing import hosts


@require_safe
def workers(request: HttpRequest) -> HttpResponse:
    """The hosts by their aliases, their speed, and the work that waits for them."""
    now = timezone.now()
    work = hosts.work(request.user, now=now)
    states = [(host, host.is_alive(now=now)) for host in work["hosts"]]
    return render(request, "workers.html", {"work": work, "hosts": states})
