"""The API of the hosts that play."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.resources import Resource
from tournaments.models import Host
from tournaments.queries.playing import hosts


class HostSerializer(serializers.Serializer[Host]):
    """A host that plays; `name` is for staff, else null."""

    alias = serializers.CharField()
    name = serializers.SerializerMethodField()
    isolation = serializers.CharField(help_text="the sandbox of its bots")
    speed_index = serializers.FloatField(allow_null=True, help_text="1.0 is the reference")
    slots = serializers.IntegerField(help_text="tournament games at once")
    playing = serializers.IntegerField(help_text="its running matches")
    engine_version = serializers.CharField()
    platform_version = serializers.CharField()
    rules = serializers.DictField(help_text="the version of the rules, by game id")
    started_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField()

    @extend_schema_field({"type": "string", "nullable": True})
    def get_name(self, host: Host) -> str | None:
        return host.name if self.context["request"].user.is_staff else None


class HostViewSet(Resource):
    """The hosts that play."""

    serializer_class = HostSerializer

    def list(self, _request: Request) -> Response:
        """The hosts that reported within a day."""
        return self.page(hosts.listed(now=timezone.now()))
