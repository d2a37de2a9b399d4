"""Small boards of running games, as a part of other pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from tournaments.machinery.caches.shared import shared
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.games import live


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """The boards of all public games or of one tournament; 204 if the visitor has these already."""
    row = None
    if "tournament" in request.GET:
        visible = tournament_lists.visible_to(request.user)
        row = get_object_or_404(visible, slug=request.GET["tournament"])
    ids = live.playing(row)
    if request.GET.get("seen") == live.state_of(ids):
        return HttpResponse(status=204)
    return HttpResponse(_part(ids, row))


def part(tournament: Tournament | None, running: list[int] | None = None) -> SafeString:
    """The same for a page that begins with them, and may know what of its tournament is `running`.

    It knows that by the ids of the matches, the latest first.
    """
    ids = live.playing(tournament) if running is None else running[: live.MOST_BOARDS]
    return _part(ids, tournament)


def _part(ids: list[int], tournament: Tournament | None) -> SafeString:
    """The boards, cached for all who see the same ones."""
    seen = live.state_of(ids)

    def make() -> str:
        context = {"boards": live.seated(ids), "seen": seen, "tournament": tournament}
        return render_to_string("live/_boards.html", context)

    name = f"boards-{tournament.pk if tournament else 'of-all'}"
    return mark_safe(shared(name, seen, make).text)  # noqa: S308 - a template has written it
