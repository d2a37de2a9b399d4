"""Errors as answers of the API: problem details, with sentences for people and stable codes."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from rest_framework import exceptions, status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Invalid, NotAllowed, StorageUnavailable
from tournaments.forms import bodies
from tournaments.web import problems
from tournaments.web.problems import FieldError
from tournaments.web.refusals import STORAGE_AWAY

logger = logging.getLogger(__name__)


class TooLarge(exceptions.APIException):
    """The request is larger than what is read at all."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = (
        f"At most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes are read in a request."
    )
    default_code = "too_large"


class NothingToDo(exceptions.APIException):
    """The tournament, or the entrant, is not in a state in which this can be done."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "nothing_to_do"


class BeingComputed(exceptions.APIException):
    """The table of a large tournament is computed for the first time."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = "The standings are being computed; ask again in a few seconds."
    default_code = "being_computed"


class NotComputed(exceptions.APIException):
    """A fault of the platform keeps a table from being computed."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = "A fault of the platform keeps the standings from being computed."
    default_code = "not_computed"


class StorageAway(exceptions.APIException):
    """The storage of the bots' code does not answer."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = str(STORAGE_AWAY)
    default_code = STORAGE_AWAY.code


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """A problem document for an error of REST framework or of the domain."""
    raised = _translated(error)
    response = exception_handler(raised, context)
    if response is not None and isinstance(raised, exceptions.APIException):
        asked = context["request"].method in SAFE_METHODS
        response.data = problem(raised, asked=asked)
        response.status_code = response.data["status"]
        response.content_type = problems.MEDIA_TYPE
    return response


def _is_of_nothing(raised: exceptions.APIException, details: list[FieldError]) -> bool:
    """Whether a query's only error is that it names rows that do not exist."""
    return isinstance(raised, exceptions.ValidationError) and {
        detail["code"] for detail in details
    } == {"does_not_exist"}


def problem(raised: exceptions.APIException, *, asked: bool) -> problems.ProblemDocument:
    """The problem document of an error: its sentence and code, and those of each field.

    A read of something that does not exist is a 404.
    """
    details = list(_told(raised.get_full_details()))
    whole = [detail for detail in details if not detail["field"]]
    fields = [detail for detail in details if detail["field"]]
    kind = "not_found" if asked and _is_of_nothing(raised, details) else str(raised.default_code)
    if whole:
        said = " ".join(detail["detail"] for detail in whole)
        return problems.document(kind, said, code=whole[0]["code"], errors=fields)
    said = " ".join(f"{detail['field']}: {detail['detail']}" for detail in fields)
    return problems.document(kind, said, errors=fields)


def _told(details: object, path: tuple[str, ...] = ()) -> Iterator[FieldError]:
    """Each sentence with its field, from the errors that REST framework nests by field."""
    if isinstance(details, Mapping) and isinstance(details.get("message"), str):
        field = ".".join(path[1:] if path[:1] == ("detail",) else path)
        text, code = str(details["message"]), str(details["code"])
        yield FieldError(field=field, code=code, detail=text)
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            yield from _told(inner, (*path, str(name)))
    else:
        for inner in cast(list[object], details):
            yield from _told(inner, path)


def refuse_too_large(request: Request) -> None:
    """Raise TooLarge by a request's announced length, before any of it is read."""
    announced, most = bodies.length(request), bodies.most(request)
    if announced > most:
        raise TooLarge(f"The request has {announced:,} bytes. At most {most:,} are read here.")


def _translated(error: Exception) -> Exception:
    if isinstance(error, Invalid):
        return exceptions.ValidationError({error.field or "detail": [str(error)]}, error.code)
    if isinstance(error, NotAllowed):
        return exceptions.PermissionDenied(str(error), error.code)
    if isinstance(error, StorageUnavailable):
        logger.error("storage-away", exc_info=error)
        return StorageAway()
    if isinstance(error, RequestDataTooBig):
        return TooLarge()
    if isinstance(error, TooManyFieldsSent):
        return exceptions.ValidationError(
            {"detail": "The request has too many fields."}, "too_many_fields"
        )
    return error
