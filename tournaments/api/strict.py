"""Serializers for input: an unknown name is an error that says what is allowed."""

from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, Self, TypeVar

from django.core.validators import ProhibitNullCharactersValidator
from django.db.models import Manager, Model, QuerySet
from django.http import QueryDict
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

Row = TypeVar("Row", bound=Model)

refuse_nul = ProhibitNullCharactersValidator()
"""PostgreSQL cannot look for a text with a NUL in it."""

MOST_UNKNOWN = 20
"""The most unknown names that an answer lists."""


def _is_number(value: object) -> bool:
    """Whether it is a number of JSON."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Any) -> bool:
    """Whether it is a number of JSON without a fraction; 7.0 is the same as 7 there."""
    return _is_number(value) and value % 1 == 0


TYPES: list[tuple[type[serializers.Field[Any, Any, Any, Any]], str, Callable[[Any], bool]]] = [
    (serializers.BooleanField, "true or false", lambda value: isinstance(value, bool)),
    (serializers.IntegerField, "a whole number", _is_whole),
    (serializers.FloatField, "a number", _is_number),
    (serializers.DateTimeField, "a text with a time", lambda value: isinstance(value, str)),
    (serializers.UUIDField, "a text with a UUID", lambda value: isinstance(value, str)),
]
"""The JSON types that fields take; in addresses and forms all values are texts."""


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses names that it does not know, so that a misspelt field is never just ignored."""

    also_known: tuple[str, ...] = ()
    default_error_messages = {"invalid": "The body must be a JSON object with named fields."}

    @classmethod
    def sent(cls, request: Request) -> Self:
        """The body of a request. Raises ValidationError, by field."""
        return cls._valid(request.data, request, typed=not isinstance(request.data, QueryDict))

    @classmethod
    def asked(cls, request: Request) -> Self:
        """The query parameters of a request. Raises ValidationError, by parameter."""
        twice = [name for name, values in request.query_params.lists() if len(values) > 1]
        if twice:
            refused = {name: ["Given more than once."] for name in twice}
            raise serializers.ValidationError(refused, "repeated")
        return cls._valid(request.query_params.dict(), request)

    @classmethod
    def _valid(cls, data: Any, request: Request, *, typed: bool = False) -> Self:
        serializer = cls(data=data, context={"request": request, "typed": typed})
        serializer.is_valid(raise_exception=True)
        return serializer

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            allowed = sorted([*self.fields, *self.also_known])
            unknown = sorted(set(data) - set(allowed))[:MOST_UNKNOWN]
            if unknown:
                sentence = f"Unknown name; allowed are {', '.join(allowed)}."
                refused = {name: [sentence] for name in unknown}
                raise serializers.ValidationError(refused, "unknown_name")
            if self.context.get("typed"):
                self._refuse_other_types(data)
        return super().to_internal_value(data)

    def _refuse_other_types(self, data: Mapping[str, Any]) -> None:
        """Raise ValidationError for the text of a number, and the like; fields handle None."""
        refused = {
            name: [f"This must be {what}."]
            for name, field in self.fields.items()
            for kind, what, fits in TYPES
            if isinstance(field, kind) and data.get(name) is not None and not fits(data[name])
        }
        if refused:
            raise serializers.ValidationError(refused)


class TextOnly(serializers.Field[Any, Any, Any, Any]):
    """For fields that read a text; numbers and other values are errors."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        refuse_nul(data)
        return super().to_internal_value(data)


class Text(TextOnly, serializers.CharField):
    """A text."""


@extend_schema_field({"type": "string", "pattern": "^[a-z0-9-]+/[1-9][0-9]{0,7}$"})
class NamedVersion(Text):
    """A version as `slug/3`."""

    how = "write it as bot/3"

    def to_internal_value(self, data: Any) -> Any:
        slug, slash, number = super().to_internal_value(data).partition("/")
        if not (slash and number.isascii() and number.isdigit() and len(number) < 9):
            raise serializers.ValidationError(f"“{data}” is no version: {self.how}.")
        return slug, int(number)


class OneOf(serializers.ChoiceField):
    """One of a few words; the error lists them."""

    def __init__(self, choices: Iterable[str | tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(list(choices), **kwargs)
        allowed = ", ".join(self.choices)
        self.error_messages["invalid_choice"] = f"“{{input}}” is unknown; allowed are {allowed}."


class YesOrNo(serializers.BooleanField):
    """`true` or `false`."""

    TRUE_VALUES = {"true", True}
    FALSE_VALUES = {"false", False}
    default_error_messages = {"invalid": "“{input}” is unknown; allowed are true and false."}


class Several(serializers.ListField):
    """A list of at most `max_length`, counted before its items are checked."""

    default_error_messages = {"max_length": "Give at most {max_length}; these are {count}."}

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        self.most = max_length
        super().__init__(max_length=max_length, **kwargs)

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, Sized) and not isinstance(data, str) and len(data) > self.most:
            self.fail("max_length", max_length=self.most, count=len(data))
        return super().to_internal_value(data)


class ByName(serializers.DictField):
    """Values by name, at most `max_length` of them, counted before any is looked at."""

    name_of_value = Text(max_length=150)
    default_error_messages = {"max_length": "Give at most {max_length}; these are {count}."}

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        self.most = max_length
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict) and len(data) > self.most:
            self.fail("max_length", max_length=self.most, count=len(data))
        values = super().to_internal_value(data)
        return {self.name_of_value.run_validation(name): values[name] for name in values}


class NamedRows(Several):
    """Rows by their names in addresses, all of them found by one query."""

    child = Text()

    def __init__(self, what: str, field: str, queryset: Manager[Any], **kwargs: Any) -> None:
        self.what, self.by, self.queryset = what, field, queryset
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> list[Any]:
        names = super().to_internal_value(data)
        rows = self.queryset.filter(**{f"{self.by}__in": names})
        rows_by_name = {getattr(row, self.by): row for row in rows}
        missing = {
            str(place): [f"There is no {self.what} “{name}”."]
            for place, name in enumerate(names)
            if name not in rows_by_name
        }
        if missing:
            raise serializers.ValidationError(missing, "does_not_exist")
        return [rows_by_name[name] for name in names]


@extend_schema_field({"type": "string", "minLength": 1})
class Named(TextOnly, serializers.SlugRelatedField[Row]):
    """A row by its name in addresses; the error says that there is none of that name."""

    def __init__(
        self, what: str, field: str, queryset: QuerySet[Row] | Manager[Row], **kwargs: Any
    ) -> None:
        super().__init__(
            slug_field=field,
            queryset=queryset,
            error_messages={
                "does_not_exist": f"There is no {what} “{{value}}”.",
                "invalid": f"This is no {what}.",
                "null": f"Name a {what}, or leave it out.",
            },
            **kwargs,
        )
