"""The first address of the API, and every address that is none."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

import tournaments
from agents.inside import protocol
from tournaments.api.resources import Endpoint, Resource
from tournaments.web import problems


class Root(Endpoint):
    """The addresses of the lists, and the versions of the site and of the protocol of its bots."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT}, tags=["root"])
    def get(self, request: Request) -> Response:
        names = [
            "games", "limits", "variants", "leaderboards", "players", "bots", "tournaments",
            "matches", "problems", "schema", "docs",
        ]  # fmt: skip
        addresses = {name: reverse(f"api:{name}", request=request) for name in names}
        versions = {"version": tournaments.__version__, "protocol": protocol.VERSION}
        return Response(versions | addresses)


class KindSerializer(serializers.Serializer[dict[str, Any]]):
    """A kind of problem: its `type`, and the status and the title of its answers."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


def _kind(name: str) -> dict[str, Any]:
    status, title = problems.KINDS[name]
    return {"type": problems.address(name), "status": int(status), "title": title}


class ProblemViewSet(Resource):
    """The kinds of problems that answers may tell of."""

    serializer_class = KindSerializer
    lookup_field = "problem"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """The kinds of problems that answers may tell of."""
        return self.page([_kind(name) for name in problems.KINDS])

    def retrieve(self, _request: Request, problem: str) -> Response:
        """A kind of problem; its address is the `type` of a problem."""
        if problem not in problems.KINDS:
            raise NotFound(f"There is no kind of problem “{problem}”.")
        return self.one(_kind(problem))


class NoSuchAddress(Endpoint):
    """An answer in JSON for an address that is not there."""

    schema = None
    permission_classes = [AllowAny]

    def initial(self, request: Request, **_kwargs: str) -> None:
        raise NotFound(
            f"There is no address {request.path}. They all end with a slash, and "
            f"{reverse('api:root', request=request)} lists them."
        )
