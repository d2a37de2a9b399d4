"""What the pages of the administration share: who may change what, and reasons."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import Model, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from agents.words.speech import say
from tournaments import models
from tournaments.errors import DomainError
from tournaments.web.pages import FirstPaginator

Row = TypeVar("Row", bound=Model)
Holder = TypeVar("Holder", bound=Model)


def staff(request: HttpRequest) -> models.Player:
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

    reason = forms.CharField(required=False, max_length=500, label=gettext_lazy("Reason"))


class Reasoned(admin.ModelAdmin[Any]):
    """For rows to which staff do something with a reason, which the trail keeps."""

    action_form = ReasonForm

    def act(self, request: HttpRequest, chosen: QuerySet[Any], act: Callable[..., object]) -> None:
        """Do it to each of the rows, or say why not."""
        reason, now = request.POST.get("reason", ""), timezone.now()
        for row in chosen:
            try:
                act(row, player=staff(request), reason=reason, now=now)
            except DomainError as refusal:
                said = say("{row}: {refusal}", row=row, refusal=refusal)
                self.message_user(request, said, messages.ERROR)
            else:
                self.message_user(request, say("{row}: done.", row=row), messages.SUCCESS)


class Many(ReadOnly, admin.ModelAdmin[Row]):
    """For rows of which there may be millions: the newest, or the first of what is searched for."""

    ordering = ["-pk"]
    list_per_page = 50
    show_full_result_count = False
    paginator = FirstPaginator


MOST_INSIDE = 50
"""The most rows of another model that the page of a row shows; lists have all."""


class _FirstRows(BaseInlineFormSet[Any, Any, Any]):
    """The first rows alone, read once."""

    _first: list[Any] | None = None

    def get_queryset(self) -> Any:
        if self._first is None:
            self._first = list(super().get_queryset()[:MOST_INSIDE])
        return self._first


class Inside(ReadOnly, admin.TabularInline[Row, Holder]):
    """The first rows of another model that belong to a row; `follows` is what their lines name."""

    formset = _FirstRows
    follows: tuple[str, ...] = ()
    leaves_out: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """By a fixed number of queries, and without what is long."""
        rows = super().get_queryset(request).select_related(*self.follows)
        return rows.defer(*self.leaves_out)


class Revocable(ReadOnly):
    """For what opens an account: administrators may only take it away."""

    def has_delete_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        return bool(request.user.is_superuser)
