"""Errors of the API as problem details (RFC 9457), and the table of their kinds.

A kind is the last part of a problem's `type`, an address that describes it. Its `code` is the same
word, or a narrower one for a single rule. Both are stable; sentences may change.
"""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import page_not_found

from tournaments.machinery.web.prefixes import without_prefix

MEDIA_TYPE = "application/problem+json"

KINDS: dict[str, tuple[HTTPStatus, str]] = {
    "invalid": (HTTPStatus.BAD_REQUEST, "A value cannot be used."),
    "parse_error": (HTTPStatus.BAD_REQUEST, "The body cannot be read."),
    "wrong_charset": (HTTPStatus.BAD_REQUEST, "The request is not written in UTF-8."),
    "not_authenticated": (HTTPStatus.UNAUTHORIZED, "This needs a token."),
    "authentication_failed": (HTTPStatus.UNAUTHORIZED, "The token is wrong."),
    "permission_denied": (HTTPStatus.FORBIDDEN, "Somebody else may do this."),
    "not_found": (HTTPStatus.NOT_FOUND, "There is nothing of that name."),
    "method_not_allowed": (HTTPStatus.METHOD_NOT_ALLOWED, "This address has no such method."),
    "not_acceptable": (HTTPStatus.NOT_ACCEPTABLE, "There is no answer in that form."),
    "nothing_to_do": (HTTPStatus.CONFLICT, "In its present state there is nothing to do."),
    "out_of_date": (HTTPStatus.CONFLICT, "The game has gone on since."),
    "too_large": (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large."),
    "unsupported_media_type": (
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Bodies of this form are not read here.",
    ),
    "throttled": (HTTPStatus.TOO_MANY_REQUESTS, "There were too many requests."),
    "error": (HTTPStatus.INTERNAL_SERVER_ERROR, "The site has failed."),
    "being_computed": (HTTPStatus.SERVICE_UNAVAILABLE, "What you ask for is being computed."),
    "not_computed": (HTTPStatus.SERVICE_UNAVAILABLE, "What you ask for cannot be computed."),
    "storage-away": (HTTPStatus.SERVICE_UNAVAILABLE, "The storage of code does not answer."),
    "database_away": (HTTPStatus.SERVICE_UNAVAILABLE, "The database cannot be used at the moment."),
    "no_room": (HTTPStatus.SERVICE_UNAVAILABLE, "Too many streams are open at the moment."),
}  # fmt: skip
"""The status and the general meaning of each kind."""


class FieldError(TypedDict):
    """What is wrong with one field or parameter; `field` is a path such as `entrants.0`."""

    field: str
    code: str
    detail: str


class ProblemDocument(TypedDict):
    """What an error's answer says; `errors` is empty unless single fields are at fault."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldError]


def address(kind: str) -> str:
    """Return the path of the page that describes a kind."""
    # Not by `reverse`, for which the streams would load every view of the site.
    return f"{settings.PATH_PREFIX}/api/v1/problems/{kind}/"


def document(
    kind: str, detail: str, *, code: str = "", errors: Iterable[FieldError] = ()
) -> ProblemDocument:
    """Return a problem of a kind; `code` is the narrower code if there is one."""
    status, title = KINDS[kind]
    return {
        "type": address(kind),
        "title": title,
        "status": int(status),
        "code": code or kind,
        "detail": detail,
        "errors": list(errors),
    }


def answer(kind: str, detail: str) -> JsonResponse:
    """Return the response for a problem outside of the API's own views."""
    told: Any = document(kind, detail)
    return JsonResponse(told, status=told["status"], content_type=MEDIA_TYPE)


def is_of_api(request: HttpRequest) -> bool:
    """Whether a request is to the API, so that a page would be the wrong response."""
    return without_prefix(request.path).startswith("/api/")


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for an address without a route; Django's `handler404`."""
    if is_of_api(request):
        return answer("not_found", "There is no such address.")
    return page_not_found(request, exception)
