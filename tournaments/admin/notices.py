"""Notices and how they are sent; the keys of webhooks and feeds are not shown."""

from django.contrib import admin

from tournaments import models
from tournaments.admin.common import Many, ReadOnly


@admin.register(models.Notice)
class NoticeAdmin(Many[models.Notice]):
    list_display = ["at", "player", "kind", "text", "count", "read_at"]
    list_filter = ["kind"]
    list_select_related = ["player"]
    search_fields = ["player__username"]


@admin.register(models.NoticeChoice)
class NoticeChoiceAdmin(ReadOnly, admin.ModelAdmin[models.NoticeChoice]):
    list_display = ["player", "kind", *models.NoticeChoice.WAYS]
    list_select_related = ["player"]
    search_fields = ["player__username"]


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin[models.Delivery]):
    list_display = [
        "created_at", "player", "way", "tries", "problem", "not_before", "done_at", "given_up_at"
    ]  # fmt: skip
    list_filter = ["way"]
    list_select_related = ["player"]
    search_fields = ["player__username"]


@admin.register(models.Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin[models.Webhook]):
    list_display = ["player", "url", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "url"]
    exclude = ["secret"]


@admin.register(models.NoticeFeed)
class NoticeFeedAdmin(ReadOnly, admin.ModelAdmin[models.NoticeFeed]):
    list_display = ["player", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username"]
    exclude = ["digest"]
