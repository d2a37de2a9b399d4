"""How the OpenAPI description is read off the views, and its words for refusals."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.serializers import Serializer

if TYPE_CHECKING:
    from rest_framework.decorators import ViewSetAction  # of the stubs alone

INVALID = OpenApiResponse(OpenApiTypes.OBJECT, "By field, why its value cannot be used.")
NOT_YOURS = OpenApiResponse(OpenApiTypes.OBJECT, "The bot belongs to somebody else.")
TOO_LARGE = OpenApiResponse(OpenApiTypes.OBJECT, "The request is larger than any may be.")

Method = TypeVar("Method", bound=Callable[..., Any])

_one_at_a_time = threading.Lock()


def step(
    answers: Mapping[int, Any], takes: type[Serializer[Any]] | None = None, **options: Any
) -> "Callable[[Method], ViewSetAction[Method]]":
    """Makes a method of a view set a step by POST; `options` are those of `action`."""
    described = extend_schema(request=takes, responses=dict(answers))
    acting = action(methods=["post"], **{"detail": True} | options)
    return lambda method: described(acting(method))


class Generator(SchemaGenerator):
    """Reads one description at a time: the library's first reading sets up what all share."""

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with _one_at_a_time:
            return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]  # theirs


class Schema(AutoSchema):
    """Adds the query parameters of lists, which are the fields of the view's `filters`."""

    def get_override_parameters(self) -> list[Any]:
        is_list = getattr(self.view, "action", None) == "list"
        filters = getattr(self.view, "filters", None)
        return [filters] if is_list and filters and filters().fields else []
