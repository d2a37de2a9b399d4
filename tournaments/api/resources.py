"""What the views of the API share: who asks, pages of rows, single rows, and their routes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, Route, SimpleRouter
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet, ViewSetMixin

from tournaments.api.errors import refuse_too_large
from tournaments.api.filters import Filters
from tournaments.models import Player


class Endpoint(APIView):
    """A view that reads no more of a request than the settings allow."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        refuse_too_large(request)
        super().initial(request, *args, **kwargs)

    @property
    def player(self) -> Player:
        """Who asks. Raises NotAuthenticated for a visitor."""
        if not isinstance(self.request.user, Player):
            raise NotAuthenticated
        return self.request.user


class Resource(GenericViewSet[Any], Endpoint):
    """The views of one kind of row."""

    filters: ClassVar[type[Filters[Any]]] = Filters
    """The query parameters of the list."""

    rates: ClassVar[Mapping[str, str]] = {}
    """By action, the rate in the settings that limits it."""

    @property
    def throttle_scope(self) -> str | None:
        return self.rates.get(self.action)

    def page(self, rows: QuerySet[Any] | Sequence[Any]) -> Response:
        """A page of the rows that the query parameters allow."""
        narrowed = self.filters.asked(self.request).narrow(rows)
        page = self.paginate_queryset(narrowed)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def all(self, rows: Sequence[object]) -> Response:
        """All of the rows."""
        return Response(self.get_serializer(rows, many=True).data)

    def one(self, row: object) -> Response:
        """A row."""
        return Response(self.get_serializer(row).data)

    def made(self, row: object, *, new: bool = True) -> Response:
        """A row and its address: 201, or 200 if it is not new."""
        data = self.get_serializer(row).data
        code = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return Response(data, code, headers={"Location": data["url"]})


class ResourceRouter(SimpleRouter):
    """Names the routes of rows by the basename, of lists by its plural, of steps by their names."""

    routes = [
        Route("{prefix}/", {"get": "list", "post": "create"}, "{basename}s", False, {}),
        DynamicRoute("{prefix}/{url_path}/", "{url_name}", False, {}),
        Route("{prefix}/{lookup}/", {"get": "retrieve"}, "{basename}", True, {}),
        DynamicRoute("{prefix}/{lookup}/{url_path}/", "{url_name}", True, {}),
    ]

    def __init__(self) -> None:
        super().__init__(use_regex_path=False)

    def get_routes(self, viewset: type[ViewSetMixin]) -> list[Route]:
        plural = getattr(viewset, "plural", "{basename}s")
        routes = super().get_routes(viewset)
        return [routes[0]._replace(name=plural), *routes[1:]]
