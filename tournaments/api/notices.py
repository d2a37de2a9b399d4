"""The API of what the platform has to tell a player."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.filters import NoticeFilters
from tournaments.api.views import List, Writing
from tournaments.models import Notice
from tournaments.services import notices


class NoticeSerializer(serializers.ModelSerializer):
    """A message; `link` is the path of its page, `read_at` null while it is new."""

    text = serializers.CharField()
    code = serializers.CharField(source="text.code", help_text="for scripts")

    class Meta:
        model = Notice
        fields = ["text", "code", "link", "at", "read_at"]


class ReadSerializer(serializers.Serializer):
    """How many notices were new."""

    read = serializers.IntegerField()


class Notices(List):
    """What you have been told, the newest first."""

    serializer_class = NoticeSerializer
    filters = NoticeFilters
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet:
        return self.request.user.notices.all()


class Read(Writing):
    """Notices that have been read."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses=ReadSerializer)
    def post(self, request: Request) -> Response:
        """Mark all of yours as read."""
        count = notices.mark_read(request.user, now=timezone.now())
        return Response(ReadSerializer({"read": count}).data)
