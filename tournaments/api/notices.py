"""The API of what the platform has to tell a player."""

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.filters import NoticeFilters
from tournaments.api.pagination import NewestFirst
from tournaments.api.resources import Resource
from tournaments.api.schema import step
from tournaments.models import Notice
from tournaments.services import notices


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """A message; `link` is the path of its page, `read_at` null while it is new."""

    text = serializers.CharField()
    code = serializers.CharField(source="text.code", help_text="for scripts")

    class Meta:
        model = Notice
        fields = ["text", "code", "link", "at", "read_at"]


class ReadSerializer(serializers.Serializer[dict[str, int]]):
    """How many notices were new."""

    read = serializers.IntegerField()


class NoticeViewSet(Resource):
    """The messages of the platform to you."""

    serializer_class = NoticeSerializer
    pagination_class = NewestFirst
    filters = NoticeFilters
    permission_classes = [IsAuthenticated]

    def list(self, _request: Request) -> Response:
        """The messages of the platform to you, the newest first."""
        return self.page(self.player.notices.all())

    @step({200: ReadSerializer}, detail=False, url_name="notices-read")
    def read(self, _request: Request) -> Response:
        """Mark all of yours as read."""
        count = notices.mark_read(self.player, now=timezone.now())
        return Response(ReadSerializer({"read": count}).data)
