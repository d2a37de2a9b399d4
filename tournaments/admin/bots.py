"""Bots, their versions and trials, and the variants that they play."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.common import Inside, NotDeleted, NotMade, ReadOnly, Reasoned, staff
from tournaments.services.people import interventions
from tournaments.services.tournaments import ladder, tables


class VersionInline(Inside[models.Version, models.Bot]):
    model = models.Version
    verbose_name_plural = _("the first 20 versions")
    follows = ("bot",)
    fields = ["number", "status", "games", "size", "created_at"]
    show_change_link = True


@admin.register(models.Bot)
class BotAdmin(NotMade, admin.ModelAdmin[models.Bot]):
    list_per_page = 50
    list_display = [
        "name",
        "owner",
        "open_to_all",
        "on_ladders",
        "on_open_ladders",
        "is_house",
        "is_remote",
        "banned_at",
        "created_at",
    ]
    list_filter = ["is_house", "is_remote", "open_to_all"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    readonly_fields = [
        "owner", "slug", "is_house", "is_remote", "connected_since", "connected_until", "at_once",
        "banned_at", "created_at",
    ]  # fmt: skip
    inlines = [VersionInline]

    def save_model(self, request: HttpRequest, obj: models.Bot, form: Any, change: Any) -> None:
        """Ban the bot when a reason is entered, and lift the ban when it is removed."""
        reason, before = obj.ban_reason.strip(), models.Bot.objects.get(pk=obj.pk)
        obj.ban_reason = (before.banned_at and reason) or before.ban_reason
        super().save_model(request, obj, form, change)
        if before.name != obj.name:
            tables.renamed([obj])
        if reason and not before.banned_at:
            interventions.ban(obj, player=staff(request), reason=reason, now=timezone.now())
        elif before.banned_at and not reason:
            lifted = "The reason was taken away in the administration."
            interventions.unban(obj, player=staff(request), reason=lifted, now=timezone.now())


@admin.register(models.Version)
class VersionAdmin(ReadOnly, Reasoned, admin.ModelAdmin[models.Version]):
    list_per_page = 50
    list_display = ["__str__", "status", "paused_at", "games", "size", "created_at"]
    list_filter = ["status"]
    list_select_related = ["bot"]
    search_fields = ["bot__name", "sha256"]
    actions = ["ban", "unban"]

    @admin.action(description=_("Ban these versions: give a reason"))
    def ban(self, request: HttpRequest, chosen: QuerySet[models.Version]) -> None:
        """Let these versions play no more."""
        self.act(request, chosen.select_related("bot__owner"), interventions.ban)

    @admin.action(description=_("Lift the ban of these versions: give a reason"))
    def unban(self, request: HttpRequest, chosen: QuerySet[models.Version]) -> None:
        """Let these versions play again."""
        self.act(request, chosen.select_related("bot__owner"), interventions.unban)


@admin.register(models.Variant)
class VariantAdmin(NotMade, NotDeleted, admin.ModelAdmin[models.Variant]):
    """Staff can name a variant, give it a leaderboard and a ladder; what it is stays as it is."""

    list_display = ["key", "rules_version", "name", "rated", "ladder"]
    list_filter = ["game_id", "rated", "ladder"]
    readonly_fields = ["key", "game_id", "options", "rules_version"]

    def save_model(self, request: HttpRequest, obj: models.Variant, form: Any, change: Any) -> None:
        """Start or end the variant's ladder when its box changes."""
        super().save_model(request, obj, form, change)
        ladder.settle(obj, now=timezone.now())


@admin.register(models.Trial)
class TrialAdmin(ReadOnly, admin.ModelAdmin[models.Trial]):
    list_display = ["challenger", "incumbent", "status", "created_at", "ended_at"]
    list_filter = ["status"]
    list_select_related = ["challenger__bot", "incumbent__bot"]
