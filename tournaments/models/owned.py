"""What players own, bots and versions of bots: both can be banned, hidden and deleted."""

from datetime import datetime
from typing import Self, TypeVar

from django.db import models
from django.db.models import Q

_Row = TypeVar("_Row", bound=models.Model)


class OwnedQuerySet(models.QuerySet[_Row]):
    """Rows that are selected by whether they are hidden or deleted."""

    def listed(self) -> Self:
        """Rows that are neither hidden nor deleted themselves."""
        return self.filter(hidden_at=None)

    def kept(self) -> Self:
        """Rows that are not deleted; hidden ones are among them."""
        return self.filter(deleted_at=None)


class Owned(models.Model):
    """A bot, or a version of one."""

    banned_at = models.DateTimeField(null=True, blank=True)
    ban_reason = models.TextField(blank=True, help_text="shown to everybody")
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="neither listed nor entered from then; its results stay"
    )
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="has no code from then")

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(banned_at__isnull=True) ^ ~Q(ban_reason=""),
                name="a_banned_%(class)s_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(
                fields=["banned_at"],
                condition=Q(banned_at__isnull=False),
                name="banned_%(class)ss",
            ),
        ]

    def ban(self, *, reason: str, now: datetime) -> bool:
        """Keep it from playing; False if it is already banned."""
        return self._rows().filter(banned_at=None).update(banned_at=now, ban_reason=reason) == 1

    def unban(self) -> bool:
        """Lift its ban; False if it is not banned."""
        banned = self._rows().filter(banned_at__isnull=False)
        return banned.update(banned_at=None, ban_reason="") == 1

    def hide(self, *, now: datetime) -> bool:
        """Keep it from being listed and entered; False if it is already hidden."""
        return self._rows().listed().update(hidden_at=now) == 1

    def show(self) -> bool:
        """Let it be listed and entered again; False if it is not hidden, or deleted."""
        return self._rows().kept().filter(hidden_at__isnull=False).update(hidden_at=None) == 1

    def _rows(self) -> OwnedQuerySet[Self]:
        return OwnedQuerySet(type(self)).filter(pk=self.pk)
