"""Errors as answers of the API: sentences for people, and `codes` for scripts."""

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Invalid, NotAllowed, StorageUnavailable
from tournaments.forms import bodies
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


class StorageAway(exceptions.APIException):
    """The storage of the bots' code does not answer."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = str(STORAGE_AWAY)
    default_code = STORAGE_AWAY.code


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's answers and those for the errors of the domain, each with its codes."""
    raised = _translated(error)
    response = exception_handler(raised, context)
    if response is not None and isinstance(raised, exceptions.APIException):
        codes = raised.get_codes()
        response.data |= {"codes": codes if isinstance(codes, dict) else {"detail": codes}}
    return response


def refuse_too_large(request: Request) -> None:
    """Raises TooLarge by the length that a request announces, before any of it is read."""
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
