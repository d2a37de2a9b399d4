"""Serves the results of a tournament: as a stored file, or streamed while it is generated."""

import gzip
from collections.abc import Iterator
from functools import partial

from django.core.files.base import File
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import re_accepts_gzip
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from tournaments.machinery.caches.shared import shared
from tournaments.models import ResultFile
from tournaments.queries.tournaments.exports import Export
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import faults, files
from tournaments.web.conditional import tag_of, unchanged_or
from tournaments.web.ranges import StoredFile

AGAIN_SECONDS = 5
"""When a client should ask again for a table that is being computed."""

_PIECE = 1 << 16
"""Bytes of a file that are sent at once."""


def answer(request: HttpRequest, table: KeptTable, export: Export) -> HttpResponseBase:
    """Return the file, with an ETag that changes with every game and all else that it contains."""
    if not table.is_there:
        return _not_there(table.has_failed)
    file = None if export.is_short else files.current(table, export.kind)
    if file is not None:
        tag = f'"{file.sha256}"'
        return unchanged_or(request, tag, lambda: _stored(request, table, export, file))
    return unchanged_or(request, _tag(table, export), lambda: _made(table, export))


def _tag(table: KeptTable, export: Export) -> str:
    kept = table.kept
    return tag_of(export.kind, kept.pk, kept.computed, kept.state, table.tournament.status)


def _made(table: KeptTable, export: Export) -> HttpResponseBase:
    """Return the file generated from the rows; a short one is cached for other requests."""
    pieces = partial(export.pieces, table, files.address(table.tournament))
    if not export.is_short:
        return StreamingHttpResponse(pieces(), content_type=_type(export))
    name = f"file-{table.kept.pk}-{export.kind}"
    tag = _tag(table, export)
    made = faults.attempt(
        table.tournament,
        lambda: shared(name, tag, lambda: "".join(pieces())),
        failed="file-failed",
        now=timezone.now(),
    )
    if made is None:
        return _not_there(has_failed=True)
    # If another request generates it at this moment, this is the last one, with its own tag.
    return HttpResponse(made.text, content_type=_type(export), headers={"ETag": made.mark})


def _not_there(has_failed: bool) -> HttpResponse:
    """Return 503, and when to ask again if that helps."""
    if has_failed:
        why, headers = "A fault of the platform keeps this file from being made.\n", {}
    else:
        why, headers = "The standings are being computed.\n", {"Retry-After": str(AGAIN_SECONDS)}
    kind = "text/plain; charset=utf-8"
    return HttpResponse(why, status=503, headers=headers, content_type=kind)


def _stored(
    request: HttpRequest, table: KeptTable, export: Export, file: ResultFile
) -> HttpResponseBase:
    """Return the stored file, compressed for clients that accept that."""
    try:
        packed = file.content.open("rb")
    except FileNotFoundError:
        # Backups leave these files out.
        files.lost(file)
        response = _made(table, export)
        response["ETag"] = _tag(table, export)
        return response
    is_packed = re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")) is not None
    response = StoredFile(_Reading(packed, as_it_is=is_packed), content_type=_type(export))
    if is_packed:
        response["Content-Encoding"], response["ETag"] = "gzip", f'W/"{file.sha256}"'
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


class _Reading:
    """A stored file in pieces, which is closed even if it was never read."""

    def __init__(self, packed: File[bytes], *, as_it_is: bool) -> None:
        self._packed = packed
        self._read = packed.read if as_it_is else gzip.GzipFile(fileobj=packed).read

    def __iter__(self) -> Iterator[bytes]:
        return iter(partial(self._read, _PIECE), b"")

    def close(self) -> None:
        self._packed.close()


def _type(export: Export) -> str:
    return f"{export.content_type}; charset=utf-8"
