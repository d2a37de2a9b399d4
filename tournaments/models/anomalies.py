"""Results of two owners that the strengths of their bots do not explain."""

import math
from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.models.variants import Variant


class AnomalyQuerySet(models.QuerySet["Anomaly"]):
    def in_force(self) -> "AnomalyQuerySet":
        """Anomalies that keep games from being rated."""
        return self.filter(until_entry=None)

    def of(self, owners: Collection[int]) -> "AnomalyQuerySet":
        """Anomalies between two of these owners."""
        return self.filter(one__in=owners, other__in=owners)


class Anomaly(models.Model):
    """A finding about two owners on a leaderboard, with the decision of staff on it.

    While it is in force no game between the two is rated there: after the ledger's entry
    `after_entry` and, once staff have cleared it, up to `until_entry`. Both are written while the
    row of the variant is locked. Otherwise only the decision changes.
    """

    class Status(models.TextChoices):
        OPEN = "open", gettext_lazy("staff have not decided yet")
        UPHELD = "upheld", gettext_lazy("staff have confirmed it")
        CLEARED = "cleared", gettext_lazy("staff have cleared it")

    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="anomalies")
    one = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="anomalies_as_one"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="anomalies_as_other"
    )
    found_at = models.DateTimeField()
    is_of_chosen = models.BooleanField(help_text="about games in tournaments alone")
    games = models.PositiveIntegerField()
    points = models.FloatField(help_text="of the first one")
    expected = models.FloatField(help_text="points of the first one by the strengths of the bots")
    log_odds = models.FloatField(help_text="natural logarithm")
    error = models.FloatField(help_text="of the mean difference of strength, Elo")
    encounters = models.JSONField(help_text="as statistics.anomalies has them")
    after_entry = models.PositiveBigIntegerField(help_text="the ledger's last entry before it")
    until_entry = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the ledger's last entry before it was cleared"
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = AnomalyQuerySet.as_manager()

    class Meta:
        ordering = ["-found_at", "-pk"]
        verbose_name_plural = "anomalies"
        constraints = [
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="an_anomaly_is_of_two_owners"
            ),
            models.UniqueConstraint(
                fields=["variant", "one", "other"],
                condition=Q(until_entry=None),
                name="one_anomaly_in_force",
            ),
            models.CheckConstraint(
                condition=Q(status="cleared", until_entry__isnull=False)
                | Q(status__in=["open", "upheld"], until_entry=None),
                name="an_anomaly_is_in_force_until_cleared",
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at=None)
                | (~Q(status="open") & Q(decided_at__isnull=False)),
                name="an_anomaly_is_open_until_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant}: {self.one}, {self.other}"

    def get_absolute_url(self) -> str:
        return reverse("anomalies", args=[self.variant.slug]) + f"#anomaly-{self.pk}"

    @property
    def decade(self) -> int:
        """The odds as a power of ten, rounded down."""
        return int(self.log_odds / math.log(10))

    @property
    def owners(self) -> tuple[int, int]:
        return self.one_id, self.other_id
