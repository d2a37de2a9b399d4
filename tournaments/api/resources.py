"""The base of the API's views: the user, pages of rows, single rows, and their routes."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, Route, SimpleRouter
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet, ViewSetMixin

from tournaments.api.errors import refuse_too_large
from tournaments.api.filters import Filters
from tournaments.errors import NotAllowed
from tournaments.models import ApiToken, Player, Scope
from tournaments.services.people import accounts

HTTP_ERRORS = 400
"""The first status of an answer that refuses."""

SETTLED = timedelta(hours=1)
"""The time after which a game's luck is computed, and it hardly changes any more."""

FINAL = "private, max-age=600"
"""For finished rows, which change only if staff void them, or their retention ends."""


class Endpoint(APIView):
    """A view that reads no more of a request than the settings allow."""

    scopes: ClassVar[tuple[Scope, ...]] = ()
    """The scopes of which a token needs one for changes here. Without any, it may not."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        refuse_too_large(request)
        super().initial(request, *args, **kwargs)

    def check_permissions(self, request: Request) -> None:
        """Check as REST framework does; also raise NotAllowed for a token without the scope."""
        super().check_permissions(request)
        if request.method in SAFE_METHODS or self.token is None:
            return
        needed = self.needed_scopes()
        if not set(needed) & set(self.token.scopes):
            raise NotAllowed("token-scope", scopes=" or ".join(needed))

    def needed_scopes(self) -> tuple[Scope, ...]:
        """The scopes of which a token needs one for this request."""
        return self.scopes

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Log what a token has changed."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        changes = request.method not in SAFE_METHODS and answer.status_code < HTTP_ERRORS
        if changes and self.token is not None and Scope.READ not in self.needed_scopes():
            method = str(request.method)
            accounts.note_act(self.token, method=method, path=request.path, now=timezone.now())
        return answer

    @property
    def token(self) -> ApiToken | None:
        """The token of the request; None for a session or a visitor."""
        return self.request.auth if isinstance(self.request.auth, ApiToken) else None

    @property
    def player(self) -> Player:
        """The player of the request. Raises NotAuthenticated for a visitor."""
        if not isinstance(self.request.user, Player):
            raise NotAuthenticated
        return self.request.user


class Resource(GenericViewSet[Any], Endpoint):
    """The views of one kind of row."""

    filters: ClassVar[type[Filters[Any]]] = Filters
    """The query parameters of the list."""

    rates: ClassVar[Mapping[str, str]] = {}
    """The name of the rate limit in the settings, by action."""

    scopes_of: ClassVar[Mapping[str, tuple[Scope, ...]]] = {}
    """The scopes by action, where they differ from those of the view."""

    def needed_scopes(self) -> tuple[Scope, ...]:
        """The scopes of which a token needs one for this request."""
        return self.scopes_of.get(self.action, self.scopes)

    @property
    def throttle_scope(self) -> str | None:
        return self.rates.get(self.action)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Caches must revalidate unless the response says otherwise."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in SAFE_METHODS:
            answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer

    def page(
        self, rows: QuerySet[Any] | Sequence[Any], *, made: Callable[[list[Any]], list[Any]] = list
    ) -> Response:
        """A page of the rows that the query parameters allow, shown by `made` if given."""
        narrowed = self.filters.asked(self.request).narrow(rows)
        page = made(self.paginate_queryset(narrowed) or [])
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def all(self, rows: Sequence[object]) -> Response:
        """All of the rows."""
        return Response(self.get_serializer(rows, many=True).data)

    def one(self, row: object, *, ended_at: datetime | None = None) -> Response:
        """A row; caches need not revalidate one that ended a while ago."""
        answer = Response(self.get_serializer(row).data)
        if ended_at is not None and timezone.now() - ended_at > SETTLED:
            answer["Cache-Control"] = FINAL
        return answer

    def made(self, row: object, *, new: bool = True) -> Response:
        """A row and its address: 201, or 200 if it is not new."""
        data = self.get_serializer(row).data
        code = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return Response(data, code, headers={"Location": data["url"]})


class ResourceRouter(SimpleRouter):
    """Names the routes of rows by the basename, of lists by its plural, of steps by their names."""

    _OF_ROW: ClassVar = {"get": "retrieve", "patch": "partial_update"}

    routes = [
        Route("{prefix}/", {"get": "list", "post": "create"}, "{basename}s", False, {}),
        DynamicRoute("{prefix}/{url_path}/", "{url_name}", False, {}),
        Route("{prefix}/{lookup}/", _OF_ROW, "{basename}", True, {}),
        DynamicRoute("{prefix}/{lookup}/{url_path}/", "{url_name}", True, {}),
    ]

    def __init__(self) -> None:
        super().__init__(use_regex_path=False)

    def get_routes(self, viewset: type[ViewSetMixin]) -> list[Route]:
        plural = getattr(viewset, "plural", "{basename}s")
        routes = super().get_routes(viewset)
        return [routes[0]._replace(name=plural), *routes[1:]]
