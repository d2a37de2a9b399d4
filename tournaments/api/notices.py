"""The API of notices, and how players get them."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.filters import NoticeFilters
from tournaments.api.lookups import find
from tournaments.api.pagination import NewestFirst
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, step
from tournaments.api.strict import OneOf, StrictSerializer, Text, YesOrNo
from tournaments.models import Delivery, Notice, NoticeChoice, Player, Scope, Webhook
from tournaments.queries.people import hearing
from tournaments.services.notices import hearing_changes, notices
from tournaments.words import Sentence


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """A message; `link` is the path of its page, `read_at` null while it is new.

    `count` says how often it has happened so far, and `reproduce` is the command that asks the bot
    the same again.
    """

    text = serializers.CharField(source="__str__")
    code = serializers.CharField(source="text.code", help_text="for scripts")

    class Meta:
        model = Notice
        fields = ["id", "kind", "text", "code", "count", "link", "reproduce", "at", "read_at"]


class ReadSerializer(serializers.Serializer[dict[str, int]]):
    """How many notices were new."""

    read = serializers.IntegerField()


class ChoiceSerializer(serializers.ModelSerializer[NoticeChoice]):
    """By which ways you hear one kind of notice."""

    class Meta:
        model = NoticeChoice
        fields = ["kind", *NoticeChoice.WAYS]


class ChoiceInput(StrictSerializer):
    """One kind, and the ways that change."""

    kind = OneOf([str(kind) for kind in Notice.CHOSEN])
    site = YesOrNo(required=False)
    mail = YesOrNo(required=False)
    webhook = YesOrNo(required=False)
    feed = YesOrNo(required=False)


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """Your webhook."""

    class Meta:
        model = Webhook
        fields = ["url", "created_at"]


class KeyedWebhookSerializer(serializers.ModelSerializer[Webhook]):
    """Your webhook, and the key that signs what it gets: tokens that only read never see it."""

    class Meta:
        model = Webhook
        fields = ["url", "secret", "created_at"]


class WebhookInput(StrictSerializer):
    """Where your program listens."""

    url = Text(max_length=Webhook.url.field.max_length)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """One delivery to your webhook; `notice` is null for a test, `problem` empty without one."""

    notice = serializers.IntegerField(source="notice_id", allow_null=True)
    problem = serializers.CharField()

    class Meta:
        model = Delivery
        fields = ["id", "notice", "created_at", "tries", "problem", "done_at", "given_up_at"]


class FeedSerializer(serializers.Serializer[dict[str, str]]):
    """The secret address of your feed, which is told only here."""

    url = serializers.CharField()


class NoticeViewSet(Resource):
    """The messages of the platform to you, and how they reach you."""

    serializer_class = NoticeSerializer
    pagination_class = NewestFirst
    filters = NoticeFilters
    permission_classes = [IsAuthenticated]
    lookup_field = "pk"
    lookup_value_converter = "int"
    scopes = (Scope.NOTICES,)
    rates = {"test": "webhook-tests", "set_webhook": "webhook-tests"}

    def list(self, _request: Request) -> Response:
        """The messages of the platform to you, the newest first."""
        return self.page(self.player.notices.on_site())

    @step({200: ReadSerializer}, detail=False, url_name="notices-read")
    def read(self, _request: Request) -> Response:
        """Mark all of yours as read."""
        count = notices.mark_read(self.player, now=timezone.now())
        return Response(ReadSerializer({"read": count}).data)

    @extend_schema(operation_id="notices_read_one_create")
    @step({200: NoticeSerializer}, url_path="read", url_name="notice-read")
    def read_one(self, _request: Request, pk: int) -> Response:
        """Mark one of yours as read."""
        row = find(self.player.notices.on_site(), "notice", pk=pk)
        notices.mark_read(self.player, now=timezone.now(), only=[row.pk])
        row.refresh_from_db()
        return self.one(row)

    @extend_schema(responses={200: ChoiceSerializer(many=True)})
    @action(detail=False, url_name="notice-choices", pagination_class=None)
    def choices(self, _request: Request) -> Response:
        """By which ways you hear each kind."""
        return self._choices()

    @extend_schema(request=ChoiceInput, responses={200: ChoiceSerializer(many=True), 400: INVALID})
    @choices.mapping.post
    def choose(self, request: Request) -> Response:
        """Hear a kind by other ways; those that are not named stay."""
        sent = dict(ChoiceInput.sent(request).validated_data)
        hearing_changes.choose(self.player, {sent.pop("kind"): sent})
        return self._choices()

    @extend_schema(responses={200: WebhookSerializer})
    @action(detail=False, url_name="notice-webhook", pagination_class=None)
    def webhook(self, _request: Request) -> Response:
        """Your webhook; 404 without one."""
        return Response(WebhookSerializer(_webhook(self.player)).data)

    @extend_schema(request=WebhookInput, responses={200: KeyedWebhookSerializer, 400: INVALID})
    @webhook.mapping.post
    def set_webhook(self, request: Request) -> Response:
        """Let notices go to this address; the key stays if there is one."""
        url = WebhookInput.sent(request).validated_data["url"]
        row = hearing_changes.set_webhook(self.player, url, now=timezone.now(), token=self.token)
        return Response(KeyedWebhookSerializer(row).data)

    @step({204: None}, detail=False, url_path="webhook/remove", url_name="notice-webhook-remove")
    def remove_webhook(self, _request: Request) -> Response:
        """Send nothing there any more, and forget what was sent."""
        hearing_changes.remove_webhook(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @step(
        {200: KeyedWebhookSerializer, 400: INVALID},
        detail=False,
        url_path="webhook/secret",
        url_name="notice-webhook-secret",
    )
    def secret(self, _request: Request) -> Response:
        """A new key for your webhook."""
        hearing_changes.renew_secret(self.player, token=self.token)
        return Response(KeyedWebhookSerializer(_webhook(self.player)).data)

    @step(
        {200: DeliverySerializer, 400: INVALID},
        detail=False,
        url_path="webhook/test",
        url_name="notice-webhook-test",
    )
    def test(self, _request: Request) -> Response:
        """Send a test to your webhook."""
        row = hearing_changes.test_webhook(self.player, now=timezone.now())
        return Response(DeliverySerializer(row).data)

    @extend_schema(responses={200: DeliverySerializer(many=True)})
    @action(
        detail=False,
        url_path="webhook/deliveries",
        url_name="notice-deliveries",
        pagination_class=None,
    )
    def deliveries(self, _request: Request) -> Response:
        """What was sent to your webhook lately, or waits for it, the newest first."""
        return Response(DeliverySerializer(hearing.deliveries(self.player), many=True).data)

    @step({200: FeedSerializer}, detail=False, url_name="notice-feed")
    def feed(self, _request: Request) -> Response:
        """Make a new secret address of your feed; the one before leads nowhere."""
        url = hearing_changes.make_feed(self.player, now=timezone.now(), token=self.token)
        return Response(FeedSerializer({"url": url}).data)

    @step({204: None}, detail=False, url_path="feed/remove", url_name="notice-feed-remove")
    def remove_feed(self, _request: Request) -> Response:
        """Your feed has no address any more."""
        hearing_changes.remove_feed(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _choices(self) -> Response:
        return Response(ChoiceSerializer(hearing.choices(self.player), many=True).data)


def _webhook(player: Player) -> Webhook:
    webhook = hearing.webhook(player)
    if webhook is None:
        raise NotFound(str(Sentence("no-webhook")))
    return webhook
