"""The answer to OPTIONS, in a module of its own because REST framework imports it early."""

from typing import TYPE_CHECKING

from rest_framework.metadata import BaseMetadata

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


class Methods(BaseMetadata):
    """The methods of an address, as its header `Allow` names them."""

    def determine_metadata(self, _request: "Request", view: "APIView") -> dict[str, list[str]]:
        return {"methods": view.allowed_methods}
