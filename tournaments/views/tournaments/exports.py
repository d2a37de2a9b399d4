"""The results of tournaments as files to take away."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.errors import Invalid
from tournaments.queries.tournaments import exports, lists
from tournaments.web.throttling import throttled


@require_safe
@throttled("exports", methods=("GET", "HEAD"))
def export(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """One kind of file of a tournament that the visitor may see."""
    rows = lists.visible_to(request.user).select_related("variant", "organiser")
    row = get_object_or_404(rows, slug=slug)
    try:
        found = exports.of_kind(row, kind)
    except Invalid as refusal:
        raise Http404(str(refusal)) from refusal
    url = request.build_absolute_uri(row.get_absolute_url())
    content_type = f"{found.content_type}; charset=utf-8"
    answer = HttpResponse(found.text(row, url), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}.{kind}"'
    return answer
