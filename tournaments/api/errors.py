"""Errors as answers of the API: problem details, with sentences for people and stable codes."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from engine import UnknownGame
from tournaments.errors import Invalid, NotAllowed, OutOfDate, RecordUnavailable, StorageUnavailable
from tournaments.forms import bodies
from tournaments.web import problems
from tournaments.web.problems import FieldError
from tournaments.web.refusals import unavailable


class Problem(exceptions.APIException):
    """A problem of one of the kinds of `problems.KINDS`, which has its status.

    `wait` is in how many seconds to ask again, where that helps; REST framework sends it.
    """

    def __init__(self, kind: str, detail: str, code: str = "", *, wait: int | None = None) -> None:
        super().__init__(detail, code or kind)
        self.default_code, self.wait = kind, wait


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
    """Raise a Problem by a request's announced length, before any of it is read."""
    announced, most = bodies.length(request), bodies.most(request)
    if announced > most:
        text = f"The request has {announced:,} bytes. At most {most:,} are read here."
        raise Problem("too_large", text)


def _translated(error: Exception) -> Exception:
    if isinstance(error, Invalid):
        return _invalid(error)
    if isinstance(error, NotAllowed):
        return exceptions.PermissionDenied(str(error), error.code)
    if isinstance(error, StorageUnavailable | RecordUnavailable | UnknownGame):
        return _away(error)
    if isinstance(error, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return Problem("too_large", f"At most {most:,} bytes are read in a request.")
    if isinstance(error, TooManyFieldsSent):
        return exceptions.ValidationError(
            {"detail": "The request has too many fields."}, "too_many_fields"
        )
    return error


def _invalid(error: Invalid) -> exceptions.APIException:
    if isinstance(error, OutOfDate):
        return Problem("out_of_date", str(error), error.code)
    return exceptions.ValidationError({error.field or "detail": [str(error)]}, error.code)


def _away(error: StorageUnavailable | RecordUnavailable | UnknownGame) -> Problem:
    """What this site does not have, at the moment or any more."""
    if isinstance(error, UnknownGame):
        return Problem("not_found", f"This site has that game no more: {error}.")
    why = unavailable(error)
    return Problem(why.code, str(why))
