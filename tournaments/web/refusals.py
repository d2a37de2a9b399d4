"""What the domain refuses, as pages: errors beside their field, 403 with the reason, and 503."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.errors import Invalid, NotAllowed, StorageUnavailable
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

STORAGE_AWAY = Sentence("storage-away")
"""What visitors read; why it does not answer stands in the log."""


@dataclass
class Shown:
    """The status with which a form is shown again."""

    status: HTTPStatus = HTTPStatus.OK


@contextmanager
def forbidden() -> Iterator[None]:
    """Turn NotAllowed into a 403 page that says who may."""
    try:
        yield
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal


@contextmanager
def shown(*candidates: forms.BaseForm) -> Iterator[Shown]:
    """Put what is refused beside its field in whichever form has it, else above the last form.

    Above the last form stands too that the storage does not answer.
    """
    answer = Shown()
    try:
        yield answer
    except Invalid as refusal:
        having = [form for form in candidates if refusal.field in form.fields]
        form, field = (having[0], refusal.field) if having else (candidates[-1], None)
        form.add_error(field, str(refusal))
    except StorageUnavailable:
        logger.exception("storage-away")
        candidates[-1].add_error(None, str(STORAGE_AWAY))
        answer.status = HTTPStatus.SERVICE_UNAVAILABLE


class Unavailable:
    """Middleware: while the storage does not answer, a page that needs it is a 503 that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page, for this one error."""
        if not isinstance(error, StorageUnavailable):
            return None
        logger.error("storage-away", exc_info=error)
        context = {"why": STORAGE_AWAY}
        return render(request, "503.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
