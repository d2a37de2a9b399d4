"""Trials: sequential tests of whether a new version is better than the one before it."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from agents.words.speech import say
from tournaments.models.tournaments import Tournament
from tournaments.models.versions import Version
from tournaments.words.trials import VERDICTS


class TrialQuerySet(models.QuerySet["Trial"]):
    def running(self) -> "TrialQuerySet":
        """Trials without a verdict that have not been stopped."""
        return self.filter(status=Trial.Status.RUNNING)


class Trial(models.Model):
    """A sequential test of two versions on pairs of games, played as a tournament.

    Its terms are those of `statistics.sprt`. `ratios` has the log-likelihood ratio after each
    pair, in the order in which they count.
    """

    class Status(models.TextChoices):
        RUNNING = "running", VERDICTS["running"]
        BETTER = "better", VERDICTS["better"]
        NOT_BETTER = "not-better", VERDICTS["not-better"]
        UNDECIDED = "undecided", VERDICTS["undecided"]
        STOPPED = "stopped", VERDICTS["stopped"]

    challenger = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="trials")
    incumbent = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="defences")
    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="trial")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="trials"
    )
    elo0 = models.FloatField()
    elo1 = models.FloatField()
    alpha = models.FloatField()
    beta = models.FloatField()
    most_pairs = models.PositiveIntegerField(help_text="pairs of games until it is undecided")
    replaces = models.BooleanField(
        default=False, help_text="the challenger takes the incumbent's place when it passes"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    ratios = models.JSONField(default=list)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = TrialQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(challenger=F("incumbent")), name="a_trial_has_two_versions"
            ),
            models.CheckConstraint(condition=Q(elo0__lt=F("elo1")), name="a_trial_has_terms"),
        ]

    def __str__(self) -> str:
        return say(
            "{challenger} against {incumbent}",
            challenger=self.challenger,
            incumbent=self.incumbent,
        )

    def get_absolute_url(self) -> str:
        return reverse("trial", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.RUNNING

    def end(self, status: str, *, now: datetime) -> None:
        self.status, self.ended_at = status, now
        self.save(update_fields=["status", "ended_at"])
