"""Domain errors as answers of the API."""

from typing import Any

from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Invalid, NotAllowed


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's answers, and those for the errors of the domain."""
    if isinstance(error, Invalid):
        error = exceptions.ValidationError({error.field: [str(error)]})
    elif isinstance(error, NotAllowed):
        error = exceptions.PermissionDenied(str(error))
    return exception_handler(error, context)
