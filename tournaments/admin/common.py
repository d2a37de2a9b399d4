"""Base classes of the administration: permissions, and actions with reasons."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import Model, Q, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.words.speech import say
from tournaments import models
from tournaments.errors import DomainError
from tournaments.web.pages import FirstPaginator

Row = TypeVar("Row", bound=Model)
Holder = TypeVar("Holder", bound=Model)


def staff(request: HttpRequest) -> models.Player:
    """The member of staff who makes the request."""
    assert isinstance(request.user, models.Player)
    return request.user


class NotMade:
    """For rows that are not created here."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class NotDeleted:
    """For rows that others refer to."""

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class ReadOnly(NotMade, NotDeleted):
    """For rows that only the platform itself creates and changes."""

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """An action on the chosen rows, with its reason."""

    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


class Reasoned(admin.ModelAdmin[Any]):
    """For rows with actions that need a reason, which the trail keeps."""

    action_form = ReasonForm

    def act(self, request: HttpRequest, chosen: QuerySet[Any], act: Callable[..., object]) -> None:
        """Apply the action to each row, and report refusals."""
        reason, now = request.POST.get("reason", ""), timezone.now()
        for row in chosen:
            try:
                act(row, player=staff(request), reason=reason, now=now)
            except DomainError as refusal:
                said = say("{row}: {refusal}", row=row, refusal=refusal)
                self.message_user(request, said, messages.ERROR)
            else:
                self.message_user(request, say("{row}: done.", row=row), messages.SUCCESS)


_DIGITS = 18
"""Numbers of rows have fewer."""

MOST_NAMED = 500
"""The most related rows by which a search finds rows, such as versions by their bots' name."""


def _by_index(model: type[Model], name: str, value: str) -> Q:
    """The rows with a value in a column, or in one of a related row, which is found first.

    With a condition on another table beside others, the database would read all rows.
    """
    relation, _, column = name.partition("__")
    if not column:
        return Q((name, value))
    related = model._meta.get_field(relation).related_model  # noqa: SLF001 - Django documents it
    assert isinstance(related, type), "a relation"
    rows: QuerySet[Any] = QuerySet(related).filter((column, value)).order_by("-pk")
    return Q((f"{relation}__in", list(rows.values_list("pk", flat=True)[:MOST_NAMED])))


class Many(ReadOnly, admin.ModelAdmin[Row]):
    """For tables of millions: shows the newest rows, or the newest that match a search.

    A search finds rows by the number of a row that one of `numbers` leads to, by one of `keys`, and
    by the names of the bots of `versions`, each by its index; `search_fields`, for smaller tables,
    take the place of them all. Columns cannot be sorted by, since that would sort all rows.
    `leaves_out` are long columns.
    """

    numbers: Sequence[str] = ()
    keys: Sequence[str] = ()
    versions: Sequence[str] = ()
    leaves_out: Sequence[str] = ()
    ordering = ["-pk"]
    sortable_by = ()
    list_per_page = 50
    show_full_result_count = False
    paginator = FirstPaginator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """The rows without long columns."""
        return super().get_queryset(request).defer(*self.leaves_out)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """What a search looks at; the list has a search if there is anything."""
        own = (*self.numbers, *self.keys, *self.versions)
        return [*super().get_search_fields(request), *own]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Row], search_term: str
    ) -> tuple[QuerySet[Row], bool]:
        """The rows that a search finds, each once."""
        if self.search_fields or not search_term:
            return super().get_search_results(request, queryset, search_term)
        names = [*self.keys]
        if search_term.isdecimal() and len(search_term) < _DIGITS:
            names += self.numbers
        condition = Q(pk__in=[])
        for name in names:
            condition |= _by_index(self.model, name, search_term)
        if self.versions:
            named = models.Version.objects.filter(bot__name__icontains=search_term)
            pks = list(named.order_by("-pk").values_list("pk", flat=True)[:MOST_NAMED])
            condition |= Q(*((f"{name}__in", pks) for name in self.versions), _connector=Q.OR)
        return queryset.filter(condition), False


MOST_INSIDE = 20
"""The most related rows that the page of a row shows; lists have all."""


class _FirstRows(BaseInlineFormSet[Any, Any, Any]):
    """The first rows only, read once."""

    _first: list[Any] | None = None

    def get_queryset(self) -> Any:
        if self._first is None:
            self._first = list(super().get_queryset()[:MOST_INSIDE])
        return self._first


class Inside(ReadOnly, admin.TabularInline[Row, Holder]):
    """The first related rows of a row; `follows` are the relations that their lines name."""

    formset = _FirstRows
    follows: tuple[str, ...] = ()
    leaves_out: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """The rows by a fixed number of queries, without long columns."""
        rows = super().get_queryset(request).select_related(*self.follows)
        return rows.defer(*self.leaves_out)


class Revocable(ReadOnly):
    """For credentials: administrators may only revoke them."""

    def has_delete_permission(self, request: HttpRequest, _obj: Any = None) -> bool:
        return bool(request.user.is_superuser)
