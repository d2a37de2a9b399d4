"""The results of tournaments as files to download."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.errors import Invalid
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import tables
from tournaments.web import result_files
from tournaments.web.languages import in_english
from tournaments.web.throttling import throttled


@require_safe
@throttled("exports", methods=("GET", "HEAD"))
@in_english
def export(request: HttpRequest, slug: str, kind: str) -> HttpResponseBase:
    """One kind of file of a tournament that the visitor may see."""
    rows = tournament_lists.visible_to(request.user).select_related("variant", "organiser")
    row = get_object_or_404(rows, slug=slug)
    try:
        chosen = exports.of_kind(row, kind)
    except Invalid as refusal:
        raise Http404(str(refusal)) from refusal
    table = KeptTable(row, tables.current(row, now=timezone.now()))
    answer = result_files.answer(request, table, chosen)
    if answer.status_code == 200:
        answer["Content-Disposition"] = f'attachment; filename="{row.slug}.{kind}"'
    return answer
