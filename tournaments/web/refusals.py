"""What the domain refuses, as pages: errors beside their field, and 403 with the reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.core.exceptions import PermissionDenied

from tournaments.errors import Invalid, NotAllowed


@contextmanager
def forbidden() -> Iterator[None]:
    """Turn NotAllowed into a 403 page that says who may."""
    try:
        yield
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal


def show(refusal: Invalid, *candidates: forms.BaseForm) -> None:
    """Put the refusal beside its field in whichever form has it, else above the last form."""
    for form in candidates:
        if refusal.field in form.fields:
            form.add_error(refusal.field, str(refusal))
            return
    candidates[-1].add_error(None, str(refusal))
