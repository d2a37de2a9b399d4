"""Columns that are computed from others."""

from typing import TYPE_CHECKING, Any

from django.db import models

from tournaments.models import names

if TYPE_CHECKING:
    Text = models.TextField[str, str]
else:  # which takes no parameters when it runs
    Text = models.TextField


class LookField(Text):
    """What the name in another column looks like, written whenever the row is.

    A constraint on it keeps rows apart that people could take for each other, whoever writes
    them at once. `of` is the name of the other column; QuerySet.update() does not write it.
    """

    def __init__(self, *, of: str, **kwargs: Any) -> None:
        self.of = of
        super().__init__(**{"editable": False, **kwargs})

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002 - Django
        value = names.look(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, value)
        return value
