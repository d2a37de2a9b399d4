"""The administration: people and bots can be changed; what was played and rated only read."""

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments import models
from tournaments.errors import DomainError
from tournaments.services import interventions
from tournaments.services.tournaments import ladder, tables
from tournaments.web.pages import FirstPaginator

Row = TypeVar("Row", bound=Model)

admin.site.site_header = "Kauri"
admin.site.site_title = "Kauri"
admin.site.index_title = "Administration"


admin.site.unregister(UserSession)

# Administrators take a lost second factor away, but never see its key.
admin.site.unregister(Authenticator)


def _staff(request: HttpRequest) -> models.Player:
    """Who works in the administration, which lets nobody else in."""
    assert isinstance(request.user, models.Player)
    return request.user


class NotMade:
    """For rows that nobody makes here."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class ReadOnly(NotMade):
    """For rows that only the platform's own work may make and change."""

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """What is done to the chosen rows, and why."""

    reason = forms.CharField(required=False, max_length=500, label="Reason")


class Reasoned(admin.ModelAdmin[Any]):
    """For rows to which staff do something with a reason, which the trail keeps."""

    action_form = ReasonForm

    def act(self, request: HttpRequest, chosen: QuerySet[Any], act: Callable[..., object]) -> None:
        """Do it to each of the rows, or say why not."""
        reason, now = request.POST.get("reason", ""), timezone.now()
        for row in chosen:
            try:
                act(row, player=_staff(request), reason=reason, now=now)
            except DomainError as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, f"{row}: done.", messages.SUCCESS)


@admin.register(models.Player)
class PlayerAdmin(Reasoned, UserAdmin[models.Player]):
    """Accounts are closed, not deleted: results and ratings refer to them."""

    list_per_page = 50
    actions = ["close"]
    readonly_fields = ["closed_at"]

    def has_change_permission(self, request: HttpRequest, obj: models.Player | None = None) -> bool:
        """Nobody opens a closed account again."""
        is_closed = obj is not None and obj.closed_at is not None
        return not is_closed and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: models.Player, form: Any, change: Any) -> None:
        super().save_model(request, obj, form, change)
        if "username" in form.changed_data:
            tables.renamed(obj.bots.all())

    @admin.action(description="Close the accounts: give a reason")
    def close(self, request: HttpRequest, chosen: QuerySet[models.Player]) -> None:
        """Close these accounts."""
        self.act(request, chosen, interventions.close_account)

    def has_delete_permission(
        self, _request: HttpRequest, _obj: models.Player | None = None
    ) -> bool:
        return False


@admin.register(models.StaffAction)
class StaffActionAdmin(ReadOnly, admin.ModelAdmin[models.StaffAction]):
    list_display = ["at", "by", "kind", "match", "bot", "version", "account", "reason"]
    list_filter = ["kind"]
    list_select_related = ["by", "match", "bot", "version__bot", "account"]
    search_fields = ["reason", "by__username", "bot__name", "account__username"]


class Many(ReadOnly, admin.ModelAdmin[Row]):
    """For rows of which there may be millions: the newest, or the first of what is searched for."""

    ordering = ["-pk"]
    list_per_page = 50
    show_full_result_count = False
    paginator = FirstPaginator


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


@admin.register(models.ApiToken)
class ApiTokenAdmin(Revocable, admin.ModelAdmin[models.ApiToken]):
    list_display = ["player", "label", "created_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "label"]
    exclude = ["digest"]


@admin.register(models.SignupCode)
class SignupCodeAdmin(admin.ModelAdmin[models.SignupCode]):
    """Staff make codes and revoke them; who has signed up with one keeps the account."""

    list_display = ["label", "code", "used", "most", "ends_at", "revoked_at", "made_by"]
    list_select_related = ["made_by"]
    search_fields = ["label", "code"]
    fields = ["label", "most", "ends_at", "code", "used", "revoked_at", "made_by", "created_at"]
    readonly_fields = ["code", "used", "revoked_at", "made_by", "created_at"]
    actions = ["revoke"]

    def save_model(
        self, request: HttpRequest, obj: models.SignupCode, form: Any, change: Any
    ) -> None:
        if not change:
            obj.made_by, obj.created_at = _staff(request), timezone.now()
        super().save_model(request, obj, form, change)

    @admin.action(description="Revoke: nobody signs up with them any more")
    def revoke(self, _request: HttpRequest, chosen: QuerySet[models.SignupCode]) -> None:
        """Let nobody sign up with these codes any more."""
        for code in chosen:
            code.revoke(now=timezone.now())

    def has_delete_permission(
        self, _request: HttpRequest, _obj: models.SignupCode | None = None
    ) -> bool:
        return False


@admin.register(models.ClubMember)
class ClubMemberAdmin(ReadOnly, admin.ModelAdmin[models.ClubMember]):
    list_display = ["club", "player", "role", "joined_at"]
    list_select_related = ["club", "player"]
    search_fields = ["club__name", "player__username"]


class ClubMemberInline(ReadOnly, admin.TabularInline[models.ClubMember, models.Club]):
    model = models.ClubMember


@admin.register(models.Club)
class ClubAdmin(ReadOnly, admin.ModelAdmin[models.Club]):
    list_display = ["name", "uploads_close_at", "created_at", "closed_at"]
    search_fields = ["name"]
    inlines = [ClubMemberInline]


class VersionInline(ReadOnly, admin.TabularInline[models.Version, models.Bot]):
    model = models.Version
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
        "is_house",
        "banned_at",
        "created_at",
    ]
    list_filter = ["is_house", "open_to_all"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    readonly_fields = ["owner", "slug", "is_house", "banned_at", "created_at"]
    inlines = [VersionInline]

    def save_model(self, request: HttpRequest, obj: models.Bot, form: Any, change: Any) -> None:
        """A reason for a ban is a ban, and taking the reason away lifts it."""
        reason, known = obj.ban_reason.strip(), models.Bot.objects.get(pk=obj.pk)
        obj.ban_reason = (known.banned_at and reason) or known.ban_reason
        super().save_model(request, obj, form, change)
        if known.name != obj.name:
            tables.renamed([obj])
        if reason and not known.banned_at:
            interventions.ban_bot(obj, player=_staff(request), reason=reason, now=timezone.now())
        elif known.banned_at and not reason:
            lifted = "The reason was taken away in the administration."
            interventions.unban_bot(obj, player=_staff(request), reason=lifted, now=timezone.now())


@admin.register(models.Version)
class VersionAdmin(ReadOnly, Reasoned, admin.ModelAdmin[models.Version]):
    list_per_page = 50
    list_display = ["__str__", "status", "paused_at", "games", "size", "created_at"]
    list_filter = ["status"]
    list_select_related = ["bot"]
    search_fields = ["bot__name", "sha256"]
    actions = ["ban", "unban"]

    @admin.action(description="Ban these versions: give a reason")
    def ban(self, request: HttpRequest, chosen: QuerySet[models.Version]) -> None:
        """Let these versions play no more."""
        self.act(request, chosen.select_related("bot__owner"), interventions.ban_version)

    @admin.action(description="Lift the ban of these versions: give a reason")
    def unban(self, request: HttpRequest, chosen: QuerySet[models.Version]) -> None:
        """Let these versions play again."""
        self.act(request, chosen.select_related("bot__owner"), interventions.unban_version)


@admin.register(models.Variant)
class VariantAdmin(NotMade, admin.ModelAdmin[models.Variant]):
    """Staff can name a variant, give it a leaderboard and a ladder; what it is stays as it is."""

    list_display = ["key", "rules_version", "name", "rated", "ladder", "epoch"]
    list_filter = ["game_id", "rated", "ladder"]
    readonly_fields = ["key", "game_id", "options", "rules_version", "epoch"]

    def save_model(self, request: HttpRequest, obj: models.Variant, form: Any, change: Any) -> None:
        """A ladder that is switched off is over at once, one that is switched on goes on."""
        super().save_model(request, obj, form, change)
        ladder.settle(obj, now=timezone.now())

    def has_delete_permission(
        self, _request: HttpRequest, _obj: models.Variant | None = None
    ) -> bool:
        return False


class EntryInline(ReadOnly, admin.TabularInline[models.Entry, models.Tournament]):
    model = models.Entry


@admin.register(models.Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[models.Tournament]):
    list_display = ["name", "variant", "status", "organiser", "starts_at", "ended_at"]
    list_filter = ["status", "variant__game_id"]
    list_select_related = ["variant", "organiser"]
    search_fields = ["name", "organiser__username"]
    date_hierarchy = "starts_at"
    list_per_page = 50
    inlines = [EntryInline]


@admin.register(models.TournamentTable)
class TournamentTableAdmin(ReadOnly, admin.ModelAdmin[models.TournamentTable]):
    list_display = ["tournament", "state", "computed", "computed_at", "checked"]
    list_select_related = ["tournament"]


@admin.register(models.TableLine)
class TableLineAdmin(Many[models.TableLine]):
    list_display = ["table", "position", "place", "entry"]
    list_select_related = ["table__tournament", "entry__version__bot"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.TableLine]:
        return super().get_queryset(request).defer("figures", "cells", "table__parts")


@admin.register(models.ResultFile)
class ResultFileAdmin(ReadOnly, admin.ModelAdmin[models.ResultFile]):
    list_display = ["tournament", "kind", "state", "made_at"]
    list_select_related = ["tournament"]


@admin.register(models.Entry)
class EntryAdmin(Many[models.Entry]):
    list_display = ["tournament", "number", "version"]
    list_select_related = ["tournament", "version__bot"]
    search_fields = ["tournament__name", "version__bot__name"]


@admin.register(models.RequestedBye)
class RequestedByeAdmin(ReadOnly, admin.ModelAdmin[models.RequestedBye]):
    list_display = ["entry", "round", "worth"]
    list_select_related = ["entry__version__bot"]
    search_fields = ["entry__tournament__name", "entry__version__bot__name"]


@admin.register(models.Round)
class RoundAdmin(Many[models.Round]):
    list_display = ["tournament", "number"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


class PairingSideInline(ReadOnly, admin.TabularInline[models.PairingSide, models.Pairing]):
    model = models.PairingSide


@admin.register(models.Pairing)
class PairingAdmin(Many[models.Pairing]):
    list_display = ["round", "number"]
    list_select_related = ["round"]
    search_fields = ["round__tournament__name"]
    inlines = [PairingSideInline]


class GameInline(ReadOnly, admin.TabularInline[models.Game, models.Match]):
    model = models.Game
    fields = ["number", "variant", "reason", "plies", "ended_at"]
    show_change_link = True


class ReplacedSeedInline(ReadOnly, admin.TabularInline[models.ReplacedSeed, models.Match]):
    model = models.ReplacedSeed
    fields = ["number", "commitment", "replaced_at", "why"]
    readonly_fields = ["commitment"]


@admin.register(models.Match)
class MatchAdmin(Reasoned, Many[models.Match]):
    """Everything about a match but its dice seeds, which are secret while it is played."""

    list_display = ["pk", "status", "worker", "attempt", "failures", "queued_at", "ended_at"]
    list_filter = ["status"]
    search_fields = ["worker", "failure"]
    exclude = ["seed"]
    actions = ["void", "again", "requeue"]
    inlines = [GameInline, ReplacedSeedInline]

    @admin.action(description="Void these matches: give a reason")
    def void(self, request: HttpRequest, chosen: QuerySet[models.Match]) -> None:
        """Void these matches whole."""
        self.act(request, chosen, interventions.void_match)

    @admin.action(description="Have these matches played again: give a reason")
    def again(self, request: HttpRequest, chosen: QuerySet[models.Match]) -> None:
        """Void these matches and queue others in their places."""
        self.act(request, chosen, interventions.play_again)

    @admin.action(description="Put these matches back into the queue: give a reason")
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
    list_display = ["name", "alias", "isolation", "speed_index", "slots", "started_at", "seen_at"]


@admin.register(models.Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin[models.Notice]):
    list_display = ["at", "player", "text", "read_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "text"]


class SeatInline(ReadOnly, admin.TabularInline[models.Seat, models.Game]):
    model = models.Seat
    fields = ["number", "version", "rank", "returns", "fault"]


@admin.register(models.Game)
class GameAdmin(Many[models.Game]):
    list_display = ["__str__", "variant", "reason", "plies", "ended_at"]
    list_filter = ["variant__game_id"]
    list_select_related = ["match", "variant"]
    search_fields = ["=match__pk"]
    inlines = [SeatInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Game]:
        return super().get_queryset(request).defer("record")


@admin.register(models.Seat)
class SeatAdmin(Many[models.Seat]):
    list_display = ["game", "number", "version", "rank", "returns"]
    list_select_related = ["game__match", "version__bot"]
    search_fields = ["version__bot__name"]


@admin.register(models.Rating)
class RatingAdmin(Many[models.Rating]):
    list_display = ["variant", "version", "elo", "games"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot"]
    search_fields = ["version__bot__name"]


class FitCovarianceInline(ReadOnly, admin.StackedInline[models.FitCovariance, models.Fit]):
    model = models.FitCovariance
    fields = ["versions"]


@admin.register(models.Meeting)
class MeetingAdmin(ReadOnly, admin.ModelAdmin[models.Meeting]):
    list_display = ["variant", "version", "opponent", "games", "wins", "draws", "losses"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot", "opponent__bot"]
    search_fields = ["version__bot__name"]
    show_full_result_count = False


@admin.register(models.Fit)
class FitAdmin(ReadOnly, admin.ModelAdmin[models.Fit]):
    list_display = ["variant", "computed_at", "games"]
    list_select_related = ["variant"]
    inlines = [FitCovarianceInline]


@admin.register(models.FittedPlace)
class FittedPlaceAdmin(Many[models.FittedPlace]):
    list_display = ["fit", "number", "version", "rating", "error", "games"]
    list_select_related = ["fit__variant", "version__bot"]
    search_fields = ["version__bot__name"]


@admin.register(models.Trial)
class TrialAdmin(ReadOnly, admin.ModelAdmin[models.Trial]):
    list_display = ["challenger", "incumbent", "status", "created_at", "ended_at"]
    list_filter = ["status"]
    list_select_related = ["challenger__bot", "incumbent__bot"]


@admin.register(models.LedgerEntry)
class LedgerEntryAdmin(Many[models.LedgerEntry]):
    list_display = ["pk", "variant", "epoch", "version", "game", "delta", "created_at"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot", "game__match"]
    search_fields = ["version__bot__name", "=game__pk"]


@admin.register(models.RatingCheck)
class RatingCheckAdmin(ReadOnly, admin.ModelAdmin[models.RatingCheck]):
    list_display = ["checked_at", "sentences"]


@admin.register(models.LastDone)
class LastDoneAdmin(ReadOnly, admin.ModelAdmin[models.LastDone]):
    list_display = ["name", "at"]
