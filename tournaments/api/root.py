"""The first address of the API, and every address that is none."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.resources import Endpoint


class Root(Endpoint):
    """The addresses of the lists."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT}, tags=["root"])
    def get(self, request: Request) -> Response:
        names = [
            "games", "limits", "variants", "leaderboards", "players", "bots", "tournaments",
            "matches", "schema", "docs",
        ]  # fmt: skip
        return Response({name: reverse(f"api:{name}", request=request) for name in names})


class NoSuchAddress(Endpoint):
    """An answer in JSON for an address that is not there."""

    schema = None
    permission_classes = [AllowAny]

    def initial(self, request: Request, **_kwargs: str) -> None:
        raise NotFound(
            f"There is no address {request.path}. They all end with a slash, and "
            f"{reverse('api:root', request=request)} lists them."
        )
