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


@contextmanager
def shown(*candidates: forms.BaseForm) -> Iterator[None]:
    """Put what is refused beside its field in whichever form has it, else above the last form."""
    try:
        yield
    except Invalid as refusal:
        having = [form for form in candidates if refusal.field in form.fields]
        form, field = (having[0], refusal.field) if having else (candidates[-1], None)
        form.add_error(field, str(refusal))
