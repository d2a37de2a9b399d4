"""The API of the versions of a bot: uploads, their checks and pauses, and their trials."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address, PrivateSerializer
from tournaments.api.filters import VersionFilters
from tournaments.api.head_to_head import MeetingSerializer
from tournaments.api.lookups import find_bot, find_played, find_version
from tournaments.api.parsers import Json
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, TOO_LARGE, step
from tournaments.api.strict import StrictSerializer, Text, YesOrNo
from tournaments.api.trials import NewTrialSerializer, TrialDetailSerializer
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Match, Scope, Version
from tournaments.queries.bots import head_to_head, overview
from tournaments.services.bots import checks, health, ownership, trials, uploads
from tournaments.web.conditional import tag_of, unchanged_or


class CheckSerializer(serializers.ModelSerializer[Match]):
    """The last validation match of a version."""

    match = serializers.IntegerField(source="pk")

    class Meta:
        model = Match
        fields = ["match", "status"]


class VersionSerializer(PrivateSerializer[Version]):
    """A frozen upload. `refusal` and `check` are for the bot's owner and staff, else null."""

    url = Address("version", slug="bot.slug", number="number")
    bot = serializers.SlugField(source="bot.slug")
    games = serializers.ListField(child=serializers.SlugField())
    pause_reason = serializers.CharField(help_text="else empty")
    pause_code = serializers.CharField(source="pause_reason.code", help_text="for scripts")
    refusal = serializers.SerializerMethodField()
    check = serializers.SerializerMethodField()

    class Meta:
        model = Version
        fields = [
            "url", "bot", "number", "is_remote", "status", "games", "size", "sha256", "created_at",
            "paused_at", "pause_reason", "pause_code", "notes", "held_back", "hidden_at",
            "source_is_public", "refusal", "check",
        ]  # fmt: skip

    def get_refusal(self, version: Version) -> str | None:
        refused = version.status == Version.Status.REFUSED
        return str(version.refusal) if refused and self.may_read(version) else None

    @extend_schema_field(CheckSerializer(allow_null=True))
    def get_check(self, version: Version) -> dict[str, Any] | None:
        checks = list(version.checks.all()) if self.may_read(version) else []
        return CheckSerializer(checks[-1]).data if checks else None


class UploadSerializer(StrictSerializer):
    """Code: a file (bot.py or a zip) in `archive`, or the text of a bot.py in `code`."""

    archive = serializers.FileField(required=False, allow_empty_file=True, max_length=255)
    code = Text(
        required=False, allow_blank=True, trim_whitespace=False, help_text="Text of a bot.py."
    )
    notes = Text(
        default="", allow_blank=True, max_length=1000, help_text="What is new, for everybody."
    )
    held_back = YesOrNo(
        default=False, help_text="It plays only after a trial shows that it is better."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs.keys() & {"archive", "code"}) != 1:
            raise serializers.ValidationError(
                {"archive": ["Send either a file in `archive` or the text of a bot.py in `code`."]}
            )
        return attrs

    @property
    def received(self) -> uploads.CodeFile:
        """The code of valid input."""
        if "code" in self.validated_data:
            return uploads.CodeFile("bot.py", self.validated_data["code"].encode())
        file = self.validated_data["archive"]
        return uploads.CodeFile(file.name, file.read())


ANSWERS = {200: VersionSerializer, 403: NOT_YOURS}


class VersionViewSet(Resource):
    """The versions of a bot."""

    scopes = (Scope.BOTS,)
    scopes_of = dict.fromkeys(("create", "recheck", "resume", "start_trial"), (Scope.UPLOAD,))
    serializer_class = VersionSerializer
    filters = VersionFilters
    rates = {"create": "uploads", "start_trial": "uploads"}
    lookup_field = "number"
    lookup_value_converter = "int"
    parser_classes = [MultiPartParser, Json]

    def list(self, request: Request, slug: str) -> Response:
        """The versions of a bot, the newest first."""
        return self.page(overview.versions(find_bot(request.user, slug), request.user))

    @extend_schema(
        request=UploadSerializer,
        responses={
            200: OpenApiResponse(VersionSerializer, "This code is a version already."),
            201: OpenApiResponse(VersionSerializer, "A new version, to be checked."),
            400: INVALID,
            403: NOT_YOURS,
            413: TOO_LARGE,
        },
    )
    def create(self, request: Request, slug: str) -> Response:
        """Upload a version. Ask for its address until its status is accepted or refused."""
        bot = find_bot(request.user, slug)
        sent = UploadSerializer.sent(request)
        try:
            version, new = uploads.upload(
                bot=bot,
                player=self.player,
                code=sent.received,
                now=timezone.now(),
                held_back=sent.validated_data["held_back"],
                notes=sent.validated_data["notes"],
            )
        except Invalid as error:
            # The service knows one way to bring an archive; the answer names the field used.
            if error.field == "archive" and "code" in sent.validated_data:
                error.field = "code"
            raise
        return self.made(version, new=new)

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """A version of a bot."""
        return self.one(find_version(request.user, slug, number))

    @extend_schema(
        responses={(200, "application/zip"): OpenApiTypes.BINARY, 304: None, 403: NOT_YOURS}
    )
    @action(detail=True, url_name="version-archive")
    def archive(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """The code as a zip: for its owner and staff, and for everybody while it is public."""
        version = find_version(request.user, slug, number)
        if version.is_remote:
            raise NotAllowed("archive-remote", version=version)
        if not overview.may_read_code(player=request.user, version=version):
            raise NotAllowed("owner-reads-code", author=version.bot.author, version=version)
        return unchanged_or(request, tag_of(version.sha256), lambda: _zip(version))

    @step(ANSWERS, url_path="check")
    def recheck(self, _request: Request, slug: str, number: int) -> Response:
        """Check again a version that the platform could not check; its owner and staff may."""
        return self._after(checks.again, slug, number, now=timezone.now())

    @step(ANSWERS)
    def resume(self, _request: Request, slug: str, number: int) -> Response:
        """Try a paused version again; its owner and staff may. Only later games count then."""
        return self._after(health.resume, slug, number, now=timezone.now())

    @step(ANSWERS, url_name="version-hide")
    def hide(self, _request: Request, slug: str, number: int) -> Response:
        """Enter a version nowhere from now on; its owner may."""
        return self._after(ownership.hide, slug, number, now=timezone.now())

    @step(ANSWERS, url_name="version-show")
    def show(self, _request: Request, slug: str, number: int) -> Response:
        """Let a hidden version be entered again; its owner may."""
        return self._after(ownership.show, slug, number, now=timezone.now())

    @step(ANSWERS, url_name="version-publish")
    def publish(self, _request: Request, slug: str, number: int) -> Response:
        """Let everybody read the code of a version; its owner may."""
        return self._after(ownership.publish, slug, number, public=True, token=self.token)

    @step(ANSWERS, url_name="version-unpublish")
    def unpublish(self, _request: Request, slug: str, number: int) -> Response:
        """Keep the code of a version to its owner and staff again; its owner may."""
        return self._after(ownership.publish, slug, number, public=False, token=self.token)

    def _after(
        self, act: Callable[..., object], slug: str, number: int, **arguments: object
    ) -> Response:
        """The version after the player's act on it."""
        act(find_version(self.request.user, slug, number), player=self.player, **arguments)
        return self.one(find_version(self.request.user, slug, number))

    # By this name: a method `delete` would answer every DELETE of the view set.
    @step({204: None, 403: NOT_YOURS}, url_path="delete", url_name="version-delete")
    def remove(self, request: Request, slug: str, number: int) -> Response:
        """Delete the code and logs of a version; its results stay. Its owner may."""
        version = find_version(request.user, slug, number)
        ownership.delete_version(version, player=self.player, now=timezone.now())
        return Response(status=204)

    @extend_schema(responses=MeetingSerializer(many=True))
    @action(
        detail=True,
        url_path="against/<slug:other>/<int:other_number>",
        url_name="version-against",
        serializer_class=MeetingSerializer,
        pagination_class=None,
    )
    def against(
        self, _request: Request, slug: str, number: int, other: str, other_number: int
    ) -> Response:
        """One version against another, variant by variant."""
        return self.all(head_to_head.meetings(_only(slug, number), _only(other, other_number)))

    @step(
        {
            201: OpenApiResponse(TrialDetailSerializer, "It runs; or ran already."),
            400: INVALID,
            403: NOT_YOURS,
        },
        NewTrialSerializer,
        url_path="trials",
        url_name="trial-start",
        serializer_class=TrialDetailSerializer,
        parser_classes=[Json],
    )
    def start_trial(self, request: Request, slug: str, number: int) -> Response:
        """Start a trial of a version of yours against another one of yours."""
        chosen = dict(NewTrialSerializer.sent(request).validated_data)
        incumbent = find_version(request.user, chosen.pop("bot", slug), chosen.pop("number"))
        trial = trials.start(
            challenger=find_version(request.user, slug, number),
            incumbent=incumbent,
            player=self.player,
            now=timezone.now(),
            config=trials.TrialConfiguration(**chosen),
        )
        return self.made(trial)


def _zip(version: Version) -> HttpResponse:
    name = f"{version.bot.slug}-v{version.number}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(version.read_archive(), content_type="application/zip", headers=headers)


def _only(slug: str, number: int) -> QuerySet[Version]:
    return Version.objects.filter(pk=find_played(slug, number).pk)
