"""How the OpenAPI description is read off the views."""

import threading
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

_one_at_a_time = threading.Lock()


class Generator(SchemaGenerator):
    """Reads one description at a time: the library's first reading sets up what all share."""

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with _one_at_a_time:
            return super().get_schema(*args, **kwargs)


class Schema(AutoSchema):
    """Adds the query parameters of lists, which are the fields of the view's `filters`."""

    def get_override_parameters(self) -> list[Any]:
        filters = getattr(self.view, "filters", None)
        takes_any = self.method == "GET" and filters is not None and filters().fields
        return [filters] if takes_any else []

    def get_filter_backends(self) -> list[Any]:
        return []
