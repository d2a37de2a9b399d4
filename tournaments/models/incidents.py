"""Faults of the platform: an append-only history."""

from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.fields import SentenceField
from tournaments.models.matches import Match


class Incident(models.Model):
    """A fault of the platform, not of a bot. Rows are never changed."""

    class Kind(models.TextChoices):
        PLATFORM_FAULT = "platform-fault", gettext_lazy("fault of the platform")
        LEASE_EXPIRED = "lease-expired", gettext_lazy("worker fell silent")
        HOST_STALLED = "host-stalled", gettext_lazy("the host stalled")
        CONFLICTING_REPORT = "conflicting-report", gettext_lazy("two reports that differ")
        STALE_REPORT = "stale-report", gettext_lazy("report from a lost attempt")
        WRONG_TABLE = "wrong-table", gettext_lazy("a table that differs from its games")
        WRONG_RECORD = "wrong-record", gettext_lazy("kept results that differ from their games")
        SANDBOX_UNAVAILABLE = "sandbox-unavailable", gettext_lazy("no sandbox")
        WEAKER_SANDBOX = "weaker-sandbox", gettext_lazy("a weaker sandbox than before")

    kind = models.CharField(max_length=24, choices=Kind)
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="incidents"
    )
    attempt = models.PositiveIntegerField(default=0, help_text="of the match")
    worker = models.CharField(max_length=120, blank=True)
    text = SentenceField(null=False, blank=False, help_text="for staff")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["kind", "at"])]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.text}"
