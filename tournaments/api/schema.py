"""How the OpenAPI description is read off the views, and its words for refusals."""

import threading
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

INVALID = OpenApiResponse(OpenApiTypes.OBJECT, "By field, why its value cannot be used.")
NOT_YOURS = OpenApiResponse(OpenApiTypes.OBJECT, "The bot belongs to somebody else.")
TOO_LARGE = OpenApiResponse(OpenApiTypes.OBJECT, "The request is larger than any may be.")

_one_at_a_time = threading.Lock()


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
