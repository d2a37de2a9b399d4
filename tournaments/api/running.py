"""The API of what runs: the hosts that play, and versions that wait for a word."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.serializers import VersionSerializer
from tournaments.api.views import NOT_YOURS, List, Writing, find_version
from tournaments.queries import hosts
from tournaments.services import health, uploads


class HostSerializer(serializers.Serializer):
    """A host that plays; `name` is for staff, else null."""

    alias = serializers.CharField()
    name = serializers.SerializerMethodField()
    isolation = serializers.CharField(help_text="how bots are caged there")
    speed_index = serializers.FloatField(allow_null=True, help_text="1.0 is the reference")
    slots = serializers.IntegerField(help_text="tournament games at once")
    playing = serializers.IntegerField(help_text="matches that it plays now")
    engine_version = serializers.CharField()
    platform_version = serializers.CharField()
    rules = serializers.DictField(help_text="the version of the rules, by game id")
    started_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField()

    @extend_schema_field({"type": "string", "nullable": True})
    def get_name(self, host: Any) -> str | None:
        return host.name if self.context["request"].user.is_staff else None


class Workers(List):
    """The hosts that play, heard of within a day."""

    serializer_class = HostSerializer

    def get_queryset(self) -> QuerySet:
        return hosts.listed(now=timezone.now())


class CheckAgain(Writing):
    """The check of a version that the platform could not make."""

    @extend_schema(request=None, responses={200: VersionSerializer, 403: NOT_YOURS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Have an unchecked version checked again; its owner and staff may."""
        version = find_version(slug, number)
        uploads.recheck(version=version, player=request.user, now=timezone.now())
        return Response(_shown(slug, number, request))


class Resume(Writing):
    """The pause of a version that kept failing."""

    @extend_schema(request=None, responses={200: VersionSerializer, 403: NOT_YOURS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Try a paused version again; its owner and staff may. Its games count from then on."""
        version = find_version(slug, number)
        health.resume(version, player=request.user, now=timezone.now())
        return Response(_shown(slug, number, request))


def _shown(slug: str, number: int, request: Request) -> Any:
    context = {"request": request}
    return VersionSerializer(find_version(slug, number), context=context).data
