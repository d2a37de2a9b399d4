"""Serves stored files, whole or a range of their bytes, never all in memory at once."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from tournaments.models import stored_files
from tournaments.web.conditional import tag_of

_PIECE = 1 << 20
"""Bytes that are read and sent at once."""

_RANGE = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)


class StoredFile(StreamingHttpResponse):
    """A file whose next piece may be read at any time, by any thread, as its client takes it."""

    can_rest = True
    """Says so to the web server (`tournaments.machinery.web.answers`)."""


def answer(
    request: HttpRequest, storage: Storage, name: str, *, size: int, tag: str
) -> HttpResponseBase:
    """Return a file of the storage that never changes: 200, 206 for a range, 304, or 416.

    `tag` is its strong ETag. Several ranges at once are answered with the whole file, as RFC 9110
    allows. Raises FileNotFoundError.
    """
    unchanged = get_conditional_response(request, etag=tag)
    response = (
        unchanged if unchanged is not None else _whole_or_part(request, storage, name, size, tag)
    )
    response["ETag"] = tag
    response["Accept-Ranges"] = "bytes"
    return response


def joined(request: HttpRequest, storage: Storage, files: Mapping[str, int]) -> HttpResponseBase:
    """Return stored files as one, in their order: 200, or 304. `files` are sizes by names.

    Raises FileNotFoundError if the first one is lost.
    """
    tag = tag_of(*files)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    pieces = [_pieces(storage, name, range(size)) for name, size in files.items()]
    response = _streamed(chain.from_iterable(pieces), sum(files.values()))
    response["ETag"] = tag
    return response


def _whole_or_part(
    request: HttpRequest, storage: Storage, name: str, size: int, tag: str
) -> HttpResponseBase:
    part = _wanted(request, size, tag)
    if part is None:
        return _sent(storage, name, range(size))
    if not part:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = _sent(storage, name, part)
    response.status_code = 206
    response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    return response


def _wanted(request: HttpRequest, size: int, tag: str) -> range | None:
    """Return the requested bytes, an empty range if there are none; None for the whole file."""
    asked = _RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or request.headers.get("If-Range", tag) != tag or not any(asked.groups()):
        return None
    first, last = asked.groups()
    if len(first) > 18 or len(last) > 18:
        return range(0)
    if not first:
        return range(max(0, size - int(last)), size)
    stop = min(size, int(last) + 1 if last else size)
    if last and int(last) < int(first):
        return None
    return range(int(first), stop)


def _sent(storage: Storage, name: str, part: range) -> StoredFile:
    return _streamed(_pieces(storage, name, part), len(part))


def _streamed(pieces: Iterator[bytes], size: int) -> StoredFile:
    # Read the first piece now, so that a missing file is noticed before the response begins.
    begun = chain([next(pieces, b"")], pieces)
    response = StoredFile(begun, content_type="application/gzip")
    response["Content-Length"] = str(size)
    return response


def _pieces(storage: Storage, name: str, part: range) -> Iterator[bytes]:
    for start in range(part.start, part.stop, _PIECE):
        yield stored_files.piece(storage, name, start, min(start + _PIECE, part.stop))
