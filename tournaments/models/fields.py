"""Custom columns: the look of a name, and sentences as a code with parameters."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.models import names
from tournaments.words import Sentence

if TYPE_CHECKING:
    Text = models.TextField[str, str]
else:  # which takes no parameters when it runs
    Text = models.TextField


class LookField(Text):
    """The look of the name in another column, computed by a function at every save.

    A constraint on it rejects names that people could confuse, also in concurrent writes.
    `of` is the name of the other column; QuerySet.update() does not write it.
    """

    def __init__(self, *, of: str, by: Callable[[str], str] = names.look, **kwargs: Any) -> None:
        self.of, self.by = of, by
        super().__init__(**{"editable": False, **kwargs})

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of, "by": self.by}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002 - Django
        value = self.by(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, value)
        return value


class SentenceField(models.JSONField):
    """A sentence for people, stored as a code with parameters; NULL without one.

    Its value is always a `Sentence`, which is empty for NULL.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"null": True, "blank": True, "default": Sentence, **kwargs})

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        stored = super().from_db_value(value, expression, connection)
        if stored is None:
            return Sentence()
        return Sentence.read(stored) if isinstance(stored, dict) and "code" in stored else stored

    def get_prep_value(self, value: Any) -> Any:
        return value.stored() if isinstance(value, Sentence) else super().get_prep_value(value)

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        # An empty sentence is NULL, not JSON's null.
        return super().get_db_prep_save(value or None, connection)
