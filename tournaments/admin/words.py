"""The names of models and their fields, in the language of the reader."""

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


def names() -> Iterator[tuple[type[Model], str]]:
    """Each model with each English text that the administration shows of it."""
    for model, _holder, _attribute, english in _ENGLISH:
        yield model, english


def translate() -> None:
    """Make the names and help texts of models and fields be translated when shown."""
    for _model, holder, attribute, english in _ENGLISH:
        setattr(holder, attribute, gettext_lazy(english))


def _texts() -> list[tuple[type[Model], Any, str, str]]:
    """Each model and field with a text, and the attribute that has it."""
    own = apps.get_app_config("tournaments").get_models()
    models: list[type[Model]] = [*own, Authenticator]
    return [(model, *text) for model in models for text in _of_model(model)]


def _of_model(model: type[Model]) -> Iterator[tuple[Any, str, str]]:
    meta = model._meta  # noqa: SLF001 - Django documents it
    fields = [*meta.concrete_fields, *meta.many_to_many]
    marked: list[tuple[Any, str]] = [(meta, "verbose_name"), (meta, "verbose_name_plural")]
    marked += [(field, name) for field in fields for name in ("verbose_name", "help_text")]
    for holder, attribute in marked:
        text = getattr(holder, attribute)
        if text and not _is_of_django(holder, text):
            yield holder, attribute, str(text)


def _is_of_django(holder: Any, text: object) -> bool:
    """Whether the text is Django's, which then translates it; Django also adds plural s."""
    return isinstance(text, Promise) and isinstance(holder.verbose_name, Promise)


_ENGLISH = _texts()
"""Read once, before they are translated: afterwards the models no longer have the English."""
