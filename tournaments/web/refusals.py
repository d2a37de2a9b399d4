"""Shows refusals of the domain on pages: next to a field, as a message, or as a 403 page."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tournaments.errors import Invalid, NotAllowed, RecordUnavailable, StorageUnavailable
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

STORAGE_AWAY = Sentence("storage-away")


def unavailable(error: StorageUnavailable | RecordUnavailable) -> Sentence:
    """What a visitor reads where a file cannot be read; the log has all of it."""
    logger.error("storage-away", exc_info=error)
    return error.sentence if isinstance(error, RecordUnavailable) else STORAGE_AWAY


"""What visitors read; the reason is in the log."""


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
def as_message(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Report a refusal as a message on the next page, or else what is `done`, if that is said."""
    try:
        with forbidden():
            yield
    except Invalid as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)


@contextmanager
def shown(*candidates: forms.BaseForm) -> Iterator[Shown]:
    """Add a refusal to its field in the first form that has it, else to the last form as a whole.

    An unavailable storage is also an error of the last form as a whole.
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
