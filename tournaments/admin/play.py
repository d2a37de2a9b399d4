"""Matches and their games, hosts, and faults of the platform."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.common import Inside, Many, ReadOnly, Reasoned
from tournaments.services.people import interventions


class GameInline(Inside[models.Game, models.Match]):
    model = models.Game
    follows = ("match", "variant")
    leaves_out = ("record_in_row",)
    fields = ["number", "variant", "reason", "plies", "ended_at"]
    show_change_link = True


class ReplacedSeedInline(Inside[models.ReplacedSeed, models.Match]):
    model = models.ReplacedSeed
    fields = ["number", "commitment", "replaced_at", "why"]
    readonly_fields = ["commitment"]


@admin.register(models.Match)
class MatchAdmin(Reasoned, Many[models.Match]):
    """Everything about a match but its dice seeds, which are secret while it is played."""

    list_display = ["pk", "status", "worker", "attempt", "failures", "queued_at", "ended_at"]
    list_filter = ["status", "host"]
    numbers = ["pk"]
    keys = ["tournament__slug"]
    exclude = ["seed"]
    actions = ["void", "again", "requeue"]
    inlines = [GameInline, ReplacedSeedInline]

    @admin.action(description=_("Void these matches: give a reason"))
    def void(self, request: HttpRequest, chosen: QuerySet[models.Match]) -> None:
        """Void these matches whole."""
        self.act(request, chosen, interventions.void_match)

    @admin.action(description=_("Have these matches played again: give a reason"))
    def again(self, request: HttpRequest, chosen: QuerySet[models.Match]) -> None:
        """Void these matches and queue others in their places."""
        self.act(request, chosen, interventions.play_again)

    @admin.action(description=_("Put these matches back into the queue: give a reason"))
    def requeue(self, request: HttpRequest, chosen: QuerySet[models.Match]) -> None:
        """Put these matches back into the queue at once."""
        self.act(request, chosen, interventions.requeue)


@admin.register(models.Incident)
class IncidentAdmin(ReadOnly, admin.ModelAdmin[models.Incident]):
    list_display = ["at", "kind", "match", "attempt", "worker", "text"]
    list_filter = ["kind"]
    list_select_related = ["match"]
    search_fields = ["worker", "text", "=match__pk"]
    date_hierarchy = "at"


@admin.register(models.Host)
class HostAdmin(ReadOnly, admin.ModelAdmin[models.Host]):
    list_display = [
        "name", "alias", "isolation", "stronger_before", "speed_index", "slots", "started_at",
        "seen_at",
    ]  # fmt: skip


class SeatInline(Inside[models.Seat, models.Game]):
    model = models.Seat
    follows = ("version__bot",)
    leaves_out = ("log",)
    fields = ["number", "version", "rank", "returns", "fault"]


@admin.register(models.Game)
class GameAdmin(Many[models.Game]):
    list_display = ["__str__", "variant", "reason", "plies", "ended_at"]
    list_filter = ["variant__game_id"]
    list_select_related = ["match", "variant"]
    numbers = ["match"]
    leaves_out = ["record_in_row"]
    inlines = [SeatInline]


@admin.register(models.Seat)
class SeatAdmin(Many[models.Seat]):
    list_display = ["game", "number", "version", "rank", "returns"]
    list_select_related = ["game__match", "version__bot"]
    versions = ["version"]
    leaves_out = ["log", "log_cuts", "game__record_in_row"]


class CasualSeatInline(Inside[models.CasualSeat, models.CasualGame]):
    model = models.CasualSeat
    follows = ("version__bot", "player")
    fields = ["number", "version", "player", "fault"]


@admin.register(models.CasualGame)
class CasualGameAdmin(Many[models.CasualGame]):
    """Everything about a casual game but what would reveal its dice, or allow moves in it."""

    list_display = ["key", "variant", "status", "reason", "created_at", "ended_at"]
    list_filter = ["status"]
    list_select_related = ["variant"]
    keys = ["key"]
    exclude = ["seed", "visitor"]
    inlines = [CasualSeatInline]


@admin.register(models.GameAnalysis)
class GameAnalysisAdmin(Many[models.GameAnalysis]):
    list_display = ["judged_game", "version", "status", "failures", "asked_at", "ended_at"]
    list_filter = ["status"]
    list_select_related = ["game__match", "casual_game"]
    numbers = ["game__match"]
    keys = ["casual_game__key"]
    leaves_out = ["found", "game__record_in_row", "casual_game__events"]


@admin.register(models.LastDone)
class LastDoneAdmin(ReadOnly, admin.ModelAdmin[models.LastDone]):
    list_display = ["name", "at"]


@admin.register(models.BackupProof)
class BackupProofAdmin(ReadOnly, admin.ModelAdmin[models.BackupProof]):
    list_display = ["at", "file", "trouble"]


@admin.register(models.PlayedTotals)
class PlayedTotalsAdmin(ReadOnly, admin.ModelAdmin[models.PlayedTotals]):
    list_display = ["until", "sandboxes"]
