"""How the OpenAPI description is read off the views."""

from typing import Any

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    """Adds the query parameters of lists, which are the fields of the view's `filters`."""

    def get_override_parameters(self) -> list[Any]:
        filters = getattr(self.view, "filters", None)
        takes_any = self.method == "GET" and filters is not None and filters().fields
        return [filters] if takes_any else []

    def get_filter_backends(self) -> list[Any]:
        return []
