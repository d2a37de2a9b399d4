"""The API of the hosts that play."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.resources import Resource
from tournaments.models import Host
from tournaments.queries.playing import hosts


class HostSerializer(serializers.ModelSerializer[Host]):
    """A host that plays; `name` is for staff, else null."""

    name = serializers.SerializerMethodField()
    isolation = serializers.CharField(help_text="the sandbox of its bots")
    playing = serializers.IntegerField(help_text="its running matches")
    rules = serializers.DictField(help_text="the version of the rules, by game id")

    class Meta:
        model = Host
        fields = [
            "alias", "name", "isolation", "speed_index", "slots", "playing", "engine_version",
            "platform_version", "rules", "started_at", "seen_at",
        ]  # fmt: skip

    @extend_schema_field({"type": "string", "nullable": True})
    def get_name(self, host: Host) -> str | None:
        return host.name if self.context["request"].user.is_staff else None


class HostViewSet(Resource):
    """The hosts that play."""

    serializer_class = HostSerializer

    def list(self, _request: Request) -> Response:
        """The hosts that reported within a day."""
        return self.page(hosts.listed(now=timezone.now()))
