"""The names of models and their fields, in the language of whoever reads the administration."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


def names() -> Iterator[tuple[type[Model], str]]:
    """Each model with each English text that the administration shows of it."""
    for model, _holder, _attribute, english in _texts():
        yield model, english


def translate() -> None:
    """Have the names of models and fields, and what helps to read them, looked up when shown."""
    for _model, holder, attribute, english in _texts():
        setattr(holder, attribute, gettext_lazy(english))


@cache
def _texts() -> list[tuple[type[Model], Any, str, str]]:
    """What has a text, with the attribute: of each model, and of its fields."""
    own = apps.get_app_config("tournaments").get_models()
    models: list[type[Model]] = [*own, Authenticator]
    return [(model, *text) for model in models for text in _of_model(model)]


def _of_model(model: type[Model]) -> Iterator[tuple[Any, str, str]]:
    meta = model._meta  # noqa: SLF001 - Django documents it
    fields = [*meta.concrete_fields, *meta.many_to_many]
    wanted: list[tuple[Any, str]] = [(meta, "verbose_name"), (meta, "verbose_name_plural")]
    wanted += [(field, name) for field in fields for name in ("verbose_name", "help_text")]
    for holder, attribute in wanted:
        text = getattr(holder, attribute)
        if text and not _is_of_django(holder, text):
            yield holder, attribute, str(text)


def _is_of_django(holder: Any, text: object) -> bool:
    """Whether Django has named it, and so translates it; it also adds the s of plurals."""
    return isinstance(text, Promise) and isinstance(holder.verbose_name, Promise)
