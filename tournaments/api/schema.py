"""How the OpenAPI description is made from the views, and the form of its problems."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.serializers import Serializer

from tournaments.web import problems
from tournaments.web.problems import FieldError, ProblemDocument

if TYPE_CHECKING:
    from rest_framework.decorators import ViewSetAction  # of the stubs alone


class FieldErrorSerializer(Serializer[FieldError]):
    """What is wrong with one field or parameter."""

    field = serializers.CharField(help_text="a path, as in entrants.0")
    code = serializers.CharField()
    detail = serializers.CharField(help_text="a sentence, which may change")


class ProblemSerializer(Serializer[ProblemDocument]):
    """Problem details (RFC 9457); `errors` is empty unless single fields are at fault."""

    type = serializers.CharField(help_text="the address that describes this kind")
    title = serializers.CharField(help_text="of the kind")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="the kind, or a single rule; for scripts")
    detail = serializers.CharField(help_text="a sentence, which may change")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # Not as an attribute: `errors` is one of every serializer.
        return super().get_fields() | {"errors": FieldErrorSerializer(many=True)}


INVALID = OpenApiResponse(ProblemSerializer, "A value cannot be used.")
NOT_YOURS = OpenApiResponse(ProblemSerializer, "The bot belongs to somebody else.")
OUT_OF_DATE = OpenApiResponse(ProblemSerializer, "The game has gone on since.")
TOO_LARGE = OpenApiResponse(ProblemSerializer, "The request is larger than any may be.")

EVERYWHERE = {
    "400": "The request cannot be read, or a value cannot be used.",
    "401": "This needs a token, or the token is wrong.",
    "404": "There is nothing of that name.",
    "429": "There were too many requests.",
    "default": "Another problem; its type says which.",
}
"""The problems that every address may answer with."""

WRITING = {"403": "Somebody else may do this, or a token with another scope.",
           "413": "The request is too large.",
           "415": "Bodies of this form are not read here."}  # fmt: skip
"""The problems of addresses that change something."""

Method = TypeVar("Method", bound=Callable[..., Any])


def step(
    answers: Mapping[int, Any], takes: type[Serializer[Any]] | None = None, **options: Any
) -> "Callable[[Method], ViewSetAction[Method]]":
    """Make a method of a view set a step by POST; `options` are those of `action`."""
    described = extend_schema(request=takes, responses=dict(answers))
    acting = action(methods=["post"], **{"detail": True} | options)
    return lambda method: described(acting(method))


class Schema(AutoSchema):
    """Adds the query parameters of lists, which are the fields of the view's `filters`."""

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        """The bodies of answers, and of problems, which all have one form."""
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        problem = self.resolve_serializer(ProblemSerializer, direction)
        content = {problems.MEDIA_TYPE: {"schema": problem.ref}}
        statuses = EVERYWHERE if self.method == "GET" else EVERYWHERE | WRITING
        for status, description in statuses.items():
            bodies.setdefault(status, {"description": description})
        for status, body in bodies.items():
            if status == "default" or status >= "400":
                body["content"] = content
        return dict(sorted(bodies.items()))

    def get_override_parameters(self) -> list[Any]:
        is_list = getattr(self.view, "action", None) == "list"
        filters = getattr(self.view, "filters", None)
        return [filters] if is_list and filters and filters().fields else []
