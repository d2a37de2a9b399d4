"""Players, their credentials, their clubs, and the actions of staff."""

from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.common import Inside, NotDeleted, ReadOnly, Reasoned, Revocable, staff
from tournaments.services.people import accounts, interventions
from tournaments.services.tournaments import tables

admin.site.unregister(UserSession)

# Only the settings name providers.
for model in (SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(model)

# Administrators may remove a lost second factor, but never see its key.
admin.site.unregister(Authenticator)


@admin.register(models.Player)
class PlayerAdmin(NotDeleted, Reasoned, UserAdmin[models.Player]):
    """Accounts are closed, not deleted: results and ratings refer to them."""

    list_per_page = 50
    actions = ["close", "trust", "distrust"]
    readonly_fields = ["is_trusted", "closed_at"]
    list_display = ["username", "email", "is_staff", "is_trusted"]
    list_filter = ["is_staff", "is_superuser", "is_active", "is_trusted"]

    def get_fieldsets(self, request: HttpRequest, obj: models.Player | None = None) -> Any:
        """Django's fieldsets, and one of the fields that only services change."""
        rows = super().get_fieldsets(request, obj)
        return [*rows, (None, {"fields": self.readonly_fields})] if obj else rows

    def has_change_permission(self, request: HttpRequest, obj: models.Player | None = None) -> bool:
        """Whether the account may be changed; a closed one may not."""
        is_closed = obj is not None and obj.closed_at is not None
        return not is_closed and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: models.Player, form: Any, change: Any) -> None:
        super().save_model(request, obj, form, change)
        if "username" in form.changed_data:
            tables.renamed(obj.bots.all())

    @admin.action(description=_("Close the accounts: give a reason"))
    def close(self, request: HttpRequest, chosen: QuerySet[models.Player]) -> None:
        """Close these accounts."""
        self.act(request, chosen, interventions.close_account)

    @admin.action(description=_("Trust as organisers: give a reason"))
    def trust(self, request: HttpRequest, chosen: QuerySet[models.Player]) -> None:
        """Let the games of their tournaments count in full."""
        self.act(request, chosen, partial(interventions.set_trust, trusted=True))

    @admin.action(description=_("Trust as organisers no longer: give a reason"))
    def distrust(self, request: HttpRequest, chosen: QuerySet[models.Player]) -> None:
        """Bound what the games of their tournaments weigh."""
        self.act(request, chosen, partial(interventions.set_trust, trusted=False))


@admin.register(models.StaffAction)
class StaffActionAdmin(ReadOnly, admin.ModelAdmin[models.StaffAction]):
    list_display = ["at", "by", "kind", "match", "bot", "version", "account", "reason"]
    list_filter = ["kind"]
    list_select_related = ["by", "match", "bot", "version__bot", "account"]
    search_fields = ["reason", "by__username", "bot__name", "account__username"]


@admin.register(Authenticator)
class AuthenticatorAdmin(Revocable, admin.ModelAdmin[Authenticator]):
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["data"]


class TokenActInline(Inside[models.TokenAct, models.ApiToken]):
    model = models.TokenAct
    verbose_name_plural = _("the last 50 acts")


@admin.register(models.ApiToken)
class ApiTokenAdmin(Revocable, admin.ModelAdmin[models.ApiToken]):
    list_display = ["player", "label", "created_at", "expires_at", "ended_at", "last_used_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "label"]
    exclude = ["digest"]
    inlines = [TokenActInline]

    def delete_model(self, _request: HttpRequest, obj: models.ApiToken) -> None:
        self.delete_queryset(_request, models.ApiToken.objects.filter(pk=obj.pk))

    def delete_queryset(self, _request: HttpRequest, queryset: QuerySet[models.ApiToken]) -> None:
        accounts.end_tokens(queryset, now=timezone.now())


@admin.register(models.SignupCode)
class SignupCodeAdmin(NotDeleted, admin.ModelAdmin[models.SignupCode]):
    """Staff make codes and revoke them; accounts made with one stay."""

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
            obj.made_by, obj.created_at = staff(request), timezone.now()
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Revoke: nobody signs up with them any more"))
    def revoke(self, _request: HttpRequest, chosen: QuerySet[models.SignupCode]) -> None:
        """Let nobody sign up with these codes any more."""
        for code in chosen:
            code.revoke(now=timezone.now())


@admin.register(models.ClubMember)
class ClubMemberAdmin(ReadOnly, admin.ModelAdmin[models.ClubMember]):
    list_display = ["club", "player", "role", "joined_at"]
    list_select_related = ["club", "player"]
    search_fields = ["club__name", "player__username"]


class ClubMemberInline(Inside[models.ClubMember, models.Club]):
    model = models.ClubMember
    verbose_name_plural = _("the first 20 members")
    follows = ("player", "club")


@admin.register(models.Course)
class CourseAdmin(ReadOnly, admin.ModelAdmin[models.Course]):
    list_display = ["club", "variant", "counts", "to_beat"]
    list_select_related = ["club", "variant", "to_beat"]


@admin.register(models.ClubStep)
class ClubStepAdmin(ReadOnly, admin.ModelAdmin[models.ClubStep]):
    list_display = ["club", "title", "variant", "opponent", "wins", "games"]
    list_select_related = ["club", "variant"]
    search_fields = ["title", "club__name"]


@admin.register(models.Draft)
class DraftAdmin(ReadOnly, admin.ModelAdmin[models.Draft]):
    """Only its author reads what is in a draft."""

    list_display = ["owner", "name", "variant", "size", "updated_at"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    exclude = ["files"]


@admin.register(models.Club)
class ClubAdmin(ReadOnly, admin.ModelAdmin[models.Club]):
    list_display = ["name", "uploads_close_at", "created_at", "closed_at"]
    search_fields = ["name"]
    inlines = [ClubMemberInline]
