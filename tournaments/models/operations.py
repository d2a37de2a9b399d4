"""The platform's records of its own upkeep."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy


class LastDone(models.Model):
    """The time at which a recurring task was last done."""

    class Name(models.TextChoices):
        TICK = "tick", gettext_lazy("the tick, sent by the scheduler and done by a worker")
        WEB = "web", gettext_lazy("a sign of life of the web server")
        BACKUP = "backup", gettext_lazy("a backup")
        PRUNING = "pruning", gettext_lazy("removal of what is kept no longer")
        TOTALS = "totals", gettext_lazy("the count of all games and matches")
        TABLES = "tables", gettext_lazy("the check of tables")
        FITS = "fits", gettext_lazy("the fits of all leaderboards")
        ANOMALIES = "anomalies", gettext_lazy("the search for anomalies")
        RATINGS = "ratings", gettext_lazy("the check of ratings")
        FILES = "files", gettext_lazy("the files of rated games")
        RECORDS = "records", gettext_lazy("the move of old records into files")
        PROOF = "proof", gettext_lazy("the proof of the newest backup")

    name = models.CharField(max_length=20, choices=Name, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "last done"

    def __str__(self) -> str:
        return f"{self.name}: {self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def note(cls, name: str, *, now: datetime) -> None:
        """Note that it was done now."""
        # The tick runs every few seconds, so this is one statement.
        if not cls.objects.filter(name=name).update(at=now):
            cls.objects.update_or_create(name=name, defaults={"at": now})

    @classmethod
    def when(cls, name: str) -> datetime | None:
        """The time at which it was last done; None if unknown."""
        row = cls.objects.filter(name=name).first()
        return row.at if row else None


class BackupProof(models.Model):
    """A trial: a backup was restored into nowhere. It was good, or a sentence says what was not."""

    at = models.DateTimeField()
    file = models.CharField(max_length=255, blank=True, help_text="empty if there was none")
    trouble = models.TextField(blank=True, help_text="empty if all of it was restored and agreed")

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.file}: {self.trouble or 'restored'}"

    def get_absolute_url(self) -> str:
        """Return the page of the administration that shows it."""
        return reverse("admin:tournaments_backupproof_change", args=[self.pk])

    @classmethod
    def last_good(cls) -> datetime | None:
        """The time of the last proof that found nothing wrong; None if there is none."""
        row = cls.objects.filter(trouble="").first()
        return row.at if row else None


class PlayedTotals(models.Model):
    """Totals up to a moment, so that old games are not counted again; one row, or none."""

    until = models.DateTimeField(help_text="what ended later is not in it")
    games = models.JSONField(default=dict, help_text="finished games by the reason of their end")
    matches = models.JSONField(default=dict, help_text="matches that are over, by status")
    sandboxes = models.PositiveBigIntegerField(default=0, help_text="started for these matches")

    class Meta:
        verbose_name_plural = "played totals"
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="one_row_of_played_totals"),
        ]

    def __str__(self) -> str:
        return f"Totals until {self.until:%Y-%m-%d %H:%M:%S}"
