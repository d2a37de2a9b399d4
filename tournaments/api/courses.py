"""The API of courses: for those who organise them, and staff."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address
from tournaments.api.lookups import find
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS
from tournaments.api.strict import ByName, Named, OneOf, StrictSerializer, Text
from tournaments.models import Course, Scope, Series
from tournaments.queries.people import courses
from tournaments.queries.people.courses import Student
from tournaments.queries.ratings import leaderboards
from tournaments.services.people import clubs
from tournaments.services.people import courses as service
from tournaments.services.people.courses import CoursePlan
from tournaments.services.tournaments.series import SeriesPlan


class CourseNameSerializer(serializers.ModelSerializer[Course]):
    """A course in a list; its slug is that of its club."""

    url = Address("course", slug="club.slug")
    slug = serializers.SlugField(source="club.slug")
    name = serializers.CharField(source="club.name")
    leaderboard = serializers.SlugField(source="variant.slug")
    to_beat = serializers.SlugField(source="to_beat.slug")
    uploads_close_at = serializers.DateTimeField(source="club.uploads_close_at", allow_null=True)

    class Meta:
        model = Course
        fields = ["url", "slug", "name", "leaderboard", "counts", "to_beat", "uploads_close_at"]


class CourseSerializer(CourseNameSerializer):
    """A course; `missing` are those of its `students` who have not joined."""

    join_code = serializers.CharField(source="club.join_code")
    students = serializers.DictField(child=serializers.CharField(), help_text="groups, by username")
    missing = serializers.SerializerMethodField(help_text="user names")
    series = serializers.SerializerMethodField(help_text="slugs")
    club = Address("club", slug="club.slug")
    results = Address("course-results", slug="club.slug")
    marks = Address("course-marks", slug="club.slug")

    class Meta(CourseNameSerializer.Meta):
        fields = [
            *CourseNameSerializer.Meta.fields, "join_code", "students", "missing", "series",
            "club", "results", "marks",
        ]  # fmt: skip

    def get_missing(self, course: Course) -> list[str]:
        return courses.missing(course)

    def get_series(self, course: Course) -> list[str]:
        return [row.slug for row in courses.series(course)]


class StudentSerializer(serializers.Serializer[Student]):
    """A student who has joined; `state` says what is wrong with the newest version."""

    username = serializers.CharField(source="member.player.username")
    name = serializers.CharField(source="member.shown_name")
    group = serializers.CharField(source="member.group", help_text="may be empty")
    works = serializers.BooleanField(help_text="whether a version may play")
    bot = serializers.SlugField(source="bot.slug", default=None, help_text="that works, else null")
    state = serializers.CharField()
    state_code = serializers.CharField(source="state.code", help_text="for scripts")
    place = serializers.IntegerField(allow_null=True, help_text="in the last tournament")
    points = serializers.FloatField()
    games = serializers.IntegerField()
    beaten = serializers.FloatField(help_text="points against the bot to beat")
    met = serializers.IntegerField(help_text="games against the bot to beat")
    mark = serializers.SerializerMethodField(help_text="as in the file of marks; may be empty")

    def get_mark(self, student: Student) -> str:
        return student.mark(self.context["counts"])


def _students(**kwargs: Any) -> ByName:
    group = Text(max_length=40, allow_blank=True)
    told = "all that you expect: their groups, by username"
    return ByName(child=group, max_length=clubs.MOST_MEMBERS, help_text=told, **kwargs)


class ChangedCourseSerializer(StrictSerializer):
    """What changes of a course; what is not named stays."""

    students = _students(required=False)
    counts = OneOf(Course.Counts.choices, required=False)
    to_beat = Named("house bot", "slug", courses.BOTS_TO_BEAT, required=False)


class NewCourseSerializer(StrictSerializer):
    """A new course. Repeating a `submission`, a UUID of yours, makes no second one."""

    name = Text(max_length=60)
    leaderboard = Named("leaderboard", "slug", leaderboards.leaderboards(), source="variant")
    students = _students(default=dict)
    starts_at = serializers.DateTimeField(help_text="of the first tournament")
    every = serializers.ChoiceField(Series.Every.choices, default=Series.Every.WEEK)
    times = serializers.IntegerField(min_value=1, max_value=100, default=4)
    uploads_close_at = serializers.DateTimeField(default=None, allow_null=True)
    counts = OneOf(Course.Counts.choices, default=Course.Counts.POINTS)
    to_beat = Named("house bot", "slug", courses.BOTS_TO_BEAT)
    submission = serializers.UUIDField(default=uuid.uuid4)

    def arguments(self) -> dict[str, Any]:
        """The arguments of the service that begins it."""
        sent = {**self.validated_data}
        dates = {name: sent.pop(name) for name in ("every", "times")}
        zone, submission = timezone.get_current_timezone_name(), sent.pop("submission")
        plan, series = CoursePlan(**sent), SeriesPlan(zone=zone, **dates)
        return {"plan": plan, "dates": series, "submission": submission}


class CourseViewSet(Resource):
    """The courses that you organise."""

    scopes = (Scope.ORGANISE,)
    permission_classes = [IsAuthenticated]
    lookup_field = "slug"
    lookup_value_converter = "slug"
    rates = {"create": "tournaments", "marks": "exports"}
    _counts = ""

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        by_action: dict[str, type[serializers.BaseSerializer[Any]]] = {
            "list": CourseNameSerializer,
            "results": StudentSerializer,
        }
        return by_action.get(self.action, CourseSerializer)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "counts": self._counts}

    def list(self, _request: Request) -> Response:
        """The courses that you organise, by name; all of them for staff."""
        return self.page(courses.organised_by(self.player))

    @extend_schema(
        request=NewCourseSerializer,
        responses={
            200: OpenApiResponse(CourseSerializer, "The same submission again."),
            201: CourseSerializer,
            400: INVALID,
        },
    )
    def create(self, request: Request) -> Response:
        """Make a club with its code, and a series of round-robins for its members."""
        now, sent = timezone.now(), NewCourseSerializer.sent(request)
        row = service.begin(teacher=self.player, now=now, **sent.arguments())
        return self.made(row, new=row.club.created_at == now)

    @extend_schema(responses={200: CourseSerializer, 403: NOT_YOURS})
    def retrieve(self, _request: Request, slug: str) -> Response:
        """A course, with its code and the students who have not joined."""
        return self.one(self._course(slug))

    @extend_schema(
        request=ChangedCourseSerializer,
        responses={200: CourseSerializer, 400: INVALID, 403: NOT_YOURS},
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the students whom you expect, their groups, and what counts."""
        row, sent = self._course(slug), ChangedCourseSerializer.sent(request)
        service.change(row, values=sent.validated_data, player=self.player)
        return self.one(row)

    @extend_schema(responses={200: StudentSerializer(many=True), 403: NOT_YOURS})
    @action(detail=True, url_name="course-results")
    def results(self, _request: Request, slug: str) -> Response:
        """The students who have joined: bot, what is wrong with it, points and mark."""
        row = self._course(slug)
        self._counts = row.counts
        return self.page(courses.students(row))

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR, 403: NOT_YOURS})
    @action(detail=True, url_name="course-marks")
    def marks(self, _request: Request, slug: str) -> HttpResponse:
        """The marks as CSV."""
        text = service.marks(self._course(slug), player=self.player)
        headers = {"Content-Disposition": f'attachment; filename="{slug}-marks.csv"'}
        return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)

    def _course(self, slug: str) -> Course:
        """A course of the player's. Raises NotFound or NotAllowed."""
        row = find(courses.visible_to(self.player), "course", club__slug=slug)
        service.require(row, self.player)
        return row
