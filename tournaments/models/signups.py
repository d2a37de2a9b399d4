"""Codes for signing up where the site is by invitation."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q


def fresh_code() -> str:
    """A code that is hard to guess, and easy to read out."""
    return secrets.token_hex(6)


class SignupCodeQuerySet(models.QuerySet["SignupCode"]):
    def usable(self, *, now: datetime) -> "SignupCodeQuerySet":
        """Codes that one more person may use now."""
        running = Q(ends_at__isnull=True) | Q(ends_at__gt=now)
        return self.filter(running, revoked_at=None, used__lt=F("most"))


class SignupCode(models.Model):
    """A code for a number of sign-ups, valid until it ends or staff revoke it."""

    code = models.CharField(max_length=40, unique=True, default=fresh_code)
    label = models.CharField(max_length=80, help_text="whom it is for; staff alone see it")
    most = models.PositiveIntegerField(default=1, help_text="so many may sign up with it")
    used = models.PositiveIntegerField(default=0, help_text="so many have")
    ends_at = models.DateTimeField(null=True, blank=True, help_text="empty: it does not end")
    revoked_at = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()

    objects = SignupCodeQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(used__lte=F("most")), name="no_code_is_overused"),
            models.CheckConstraint(condition=Q(most__gt=0), name="a_code_is_for_somebody"),
        ]

    def __str__(self) -> str:
        return f"{self.label}: {self.used} of {self.most}"

    @classmethod
    def take(cls, code: str, *, now: datetime) -> bool:
        """Count a sign-up with this code; False if the code is not valid now."""
        return cls.objects.usable(now=now).filter(code=code).update(used=F("used") + 1) == 1

    def revoke(self, *, now: datetime) -> bool:
        """Make the code invalid; False if it is already revoked."""
        rows = SignupCode.objects.filter(pk=self.pk, revoked_at=None)
        return rows.update(revoked_at=now) == 1
