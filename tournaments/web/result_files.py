"""The results of a tournament as an answer: a file that is sent as it is made."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tournaments.machinery.shared import shared
from tournaments.queries.tournaments.exports import Export
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.web.conditional import tag_of, unchanged_or

AGAIN_SECONDS = 5
"""After so long it is worth asking again for a table that is being computed."""


def answer(request: HttpRequest, table: KeptTable, export: Export) -> HttpResponseBase:
    """The file, with an ETag that changes when a game is reported or anything else it tells."""
    if not table.is_there:
        headers = {"Retry-After": str(AGAIN_SECONDS)}
        return HttpResponse("The standings are being computed.\n", status=503, headers=headers,
                            content_type="text/plain; charset=utf-8")  # fmt: skip
    url = request.build_absolute_uri(table.tournament.get_absolute_url())
    kept = table.kept
    tag = tag_of(export.kind, url, kept.pk, kept.computed, kept.state, table.tournament.status)
    return unchanged_or(request, tag, lambda: _file(table, export, url, tag))


def _file(table: KeptTable, export: Export, url: str, tag: str) -> HttpResponseBase:
    content_type = f"{export.content_type}; charset=utf-8"
    if not export.is_short:
        return StreamingHttpResponse(export.pieces(table, url), content_type=content_type)
    name = f"file-{table.kept.pk}-{export.kind}"
    made = shared(name, tag, lambda: "".join(export.pieces(table, url)))
    # Where somebody else makes it at this moment this is the last one, with its own tag.
    return HttpResponse(made.text, content_type=content_type, headers={"ETag": made.mark})
