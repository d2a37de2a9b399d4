"""The administration: people and bots can be changed; what was played and rated only read."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments.models import (
    ApiToken,
    Bot,
    Entry,
    Fit,
    FitCovariance,
    FittedPlace,
    Game,
    Host,
    Incident,
    LastDone,
    LedgerEntry,
    Match,
    Notice,
    Pairing,
    PairingSide,
    Player,
    Rating,
    RatingCheck,
    ReplacedSeed,
    RequestedBye,
    Round,
    Seat,
    Tournament,
    Trial,
    Variant,
    Version,
)
from tournaments.services import health
from tournaments.services.tournaments import ladder

admin.site.site_header = "Kauri"
admin.site.site_title = "Kauri"
admin.site.index_title = "Administration"

admin.site.register(Player, UserAdmin)

# Administrators take a lost second factor away, but never see its key.
admin.site.unregister(Authenticator)


class ReadOnly:
    """For rows that only the platform's own work may make and change."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class Revocable(ReadOnly):
    """For what opens an account: administrators may only take it away."""

    def has_delete_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Authenticator)
class AuthenticatorAdmin(Revocable, admin.ModelAdmin[Authenticator]):
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["data"]


@admin.register(ApiToken)
class ApiTokenAdmin(Revocable, admin.ModelAdmin[ApiToken]):
    list_display = ["player", "label", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "label"]
    exclude = ["digest"]


class VersionInline(ReadOnly, admin.TabularInline[Version, Bot]):
    model = Version
    fields = ["number", "status", "games", "size", "created_at"]
    show_change_link = True


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin[Bot]):
    list_display = [
        "name",
        "owner",
        "open_to_all",
        "on_ladders",
        "is_house",
        "banned_at",
        "created_at",
    ]
    list_filter = ["is_house", "open_to_all"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    readonly_fields = ["owner", "slug", "is_house", "banned_at", "created_at"]
    inlines = [VersionInline]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Bot, form: Any, change: Any) -> None:
        """A reason for a ban is a ban, and taking the reason away lifts it."""
        reason, known = obj.ban_reason.strip(), Bot.objects.get(pk=obj.pk)
        obj.ban_reason = (known.banned_at and reason) or known.ban_reason
        super().save_model(request, obj, form, change)
        if reason and not known.banned_at:
            health.ban(obj, reason=reason, now=timezone.now())
        elif known.banned_at and not reason:
            health.unban(obj, now=timezone.now())


@admin.register(Version)
class VersionAdmin(ReadOnly, admin.ModelAdmin[Version]):
    list_display = ["__str__", "status", "paused_at", "games", "size", "created_at"]
    list_filter = ["status"]
    list_select_related = ["bot"]
    search_fields = ["bot__name", "sha256"]


@admin.register(Variant)
class VariantAdmin(admin.ModelAdmin[Variant]):
    """Staff can name a variant, give it a leaderboard and a ladder; what it is stays as it is."""

    list_display = ["key", "rules_version", "name", "rated", "ladder", "epoch"]
    list_filter = ["game_id", "rated", "ladder"]
    readonly_fields = ["key", "game_id", "options", "rules_version", "epoch"]

    def save_model(self, request: HttpRequest, obj: Variant, form: Any, change: Any) -> None:
        """A ladder that is switched off is over at once, one that is switched on goes on."""
        super().save_model(request, obj, form, change)
        ladder.settle(obj, now=timezone.now())

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Variant | None = None) -> bool:
        return False


class EntryInline(ReadOnly, admin.TabularInline[Entry, Tournament]):
    model = Entry


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[Tournament]):
    list_display = ["name", "variant", "status", "organiser", "starts_at", "ended_at"]
    list_filter = ["status", "variant__game_id"]
    list_select_related = ["variant", "organiser"]
    search_fields = ["name", "organiser__username"]
    date_hierarchy = "starts_at"
    inlines = [EntryInline]


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin[Entry]):
    list_display = ["tournament", "number", "version"]
    list_select_related = ["tournament", "version__bot"]
    search_fields = ["tournament__name", "version__bot__name"]


@admin.register(RequestedBye)
class RequestedByeAdmin(ReadOnly, admin.ModelAdmin[RequestedBye]):
    list_display = ["entry", "round", "worth"]
    list_select_related = ["entry__version__bot"]
    search_fields = ["entry__tournament__name", "entry__version__bot__name"]


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    list_display = ["tournament", "number"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


class PairingSideInline(ReadOnly, admin.TabularInline[PairingSide, Pairing]):
    model = PairingSide


@admin.register(Pairing)
class PairingAdmin(ReadOnly, admin.ModelAdmin[Pairing]):
    list_display = ["round", "number"]
    list_select_related = ["round"]
    search_fields = ["round__tournament__name"]
    inlines = [PairingSideInline]


class GameInline(ReadOnly, admin.TabularInline[Game, Match]):
    model = Game
    fields = ["number", "variant", "reason", "plies", "ended_at"]
    show_change_link = True


class ReplacedSeedInline(ReadOnly, admin.TabularInline[ReplacedSeed, Match]):
    model = ReplacedSeed
    fields = ["number", "commitment", "replaced_at", "why"]
    readonly_fields = ["commitment"]


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin[Match]):
    """Everything about a match but its dice seeds, which are secret while it is played."""

    list_display = ["pk", "status", "worker", "attempt", "failures", "queued_at", "ended_at"]
    list_filter = ["status", "time_control", "isolation"]
    search_fields = ["worker", "failure"]
    exclude = ["seed"]
    inlines = [GameInline, ReplacedSeedInline]


@admin.register(Incident)
class IncidentAdmin(ReadOnly, admin.ModelAdmin[Incident]):
    list_display = ["at", "kind", "match", "attempt", "worker", "text"]
    list_filter = ["kind"]
    list_select_related = ["match"]
    search_fields = ["worker", "text", "=match__pk"]
    date_hierarchy = "at"


@admin.register(Host)
class HostAdmin(ReadOnly, admin.ModelAdmin[Host]):
    list_display = ["name", "alias", "isolation", "speed_index", "slots", "started_at", "seen_at"]


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin[Notice]):
    list_display = ["at", "player", "text", "read_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "text"]


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = ["number", "version", "rank", "returns", "fault"]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin[Game]):
    list_display = ["__str__", "variant", "reason", "plies", "ended_at"]
    list_filter = ["variant__game_id", "reason"]
    list_select_related = ["match", "variant"]
    search_fields = ["=match__pk"]
    inlines = [SeatInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("record")


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin[Seat]):
    list_display = ["game", "number", "version", "rank", "returns"]
    list_select_related = ["game__match", "version__bot"]
    search_fields = ["version__bot__name"]


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin[Rating]):
    list_display = ["variant", "version", "elo", "games"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot"]
    search_fields = ["version__bot__name"]


class FitCovarianceInline(ReadOnly, admin.StackedInline[FitCovariance, Fit]):
    model = FitCovariance
    fields = ["versions"]


@admin.register(Fit)
class FitAdmin(ReadOnly, admin.ModelAdmin[Fit]):
    list_display = ["variant", "computed_at", "games"]
    list_select_related = ["variant"]
    inlines = [FitCovarianceInline]


@admin.register(FittedPlace)
class FittedPlaceAdmin(ReadOnly, admin.ModelAdmin[FittedPlace]):
    list_display = ["fit", "number", "version", "rating", "error", "games"]
    list_select_related = ["fit__variant", "version__bot"]
    search_fields = ["version__bot__name"]


@admin.register(Trial)
class TrialAdmin(ReadOnly, admin.ModelAdmin[Trial]):
    list_display = ["challenger", "incumbent", "status", "created_at", "ended_at"]
    list_filter = ["status"]
    list_select_related = ["challenger__bot", "incumbent__bot"]


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly, admin.ModelAdmin[LedgerEntry]):
    list_display = ["pk", "variant", "epoch", "version", "game", "delta", "created_at"]
    list_filter = ["variant", "epoch"]
    list_select_related = ["variant", "version__bot", "game__match"]
    search_fields = ["version__bot__name", "=game__pk"]


@admin.register(RatingCheck)
class RatingCheckAdmin(ReadOnly, admin.ModelAdmin[RatingCheck]):
    list_display = ["checked_at", "sentences"]


@admin.register(LastDone)
class LastDoneAdmin(ReadOnly, admin.ModelAdmin[LastDone]):
    list_display = ["name", "at"]
