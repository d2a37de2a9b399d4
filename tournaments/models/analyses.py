"""Analyses of finished games by the judge, and their queue.

A game of a match is analysed like a casual game.
"""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.casual import CasualGame
from tournaments.models.fields import SentenceField
from tournaments.models.games import Game
from tournaments.models.leases import Leased, unleased
from tournaments.words import Sentence


class GameAnalysisQuerySet(models.QuerySet["GameAnalysis"]):
    def queued(self) -> "GameAnalysisQuerySet":
        """Analyses that have not ended, in the order of their turns."""
        return self.filter(status=GameAnalysis.Status.QUEUED).order_by("turn", "asked_at", "pk")

    def for_workers(self, *, now: datetime) -> "GameAnalysisQuerySet":
        """Queued analyses that a worker may claim now."""
        return self.queued().filter(unleased(now), not_before__lte=now)


class GameAnalysis(Leased):
    """The judge's view of a finished game: requested once, computed by a worker, and stored.

    `found` is the document of `agents.judge.Analysis`. Each version of the judge has a row of its
    own. If a worker dies, another one starts the analysis again. A what-if is such a row too: its
    `found` is the score of games from a position (`agents.judge.rollouts`).
    """

    class Status(models.TextChoices):
        QUEUED = "queued", gettext_lazy("waits for a worker, or has one")
        DONE = "done", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("failed")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="analyses"
    )
    casual_game = models.ForeignKey(
        CasualGame, on_delete=models.CASCADE, null=True, blank=True, related_name="analyses"
    )
    version = models.PositiveSmallIntegerField(help_text="of the judge")
    before = models.PositiveIntegerField(
        default=0, help_text="of a what-if: the event before which it begins"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    found = models.JSONField(null=True, blank=True, help_text="see docs/27-analysis.md")
    reason = SentenceField(help_text="why it failed")
    asker = models.CharField(
        max_length=64, blank=True, help_text="a player or a visitor's network, while it waits"
    )
    turn = models.PositiveIntegerField(
        default=0,
        help_text="askers take turns, each with one game",
    )
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = GameAnalysisQuerySet.as_manager()

    class Meta:
        ordering = ["-asked_at", "-pk"]
        verbose_name_plural = "game analyses"
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=True) ^ Q(casual_game__isnull=True),
                name="an_analysis_is_of_one_game",
            ),
            models.UniqueConstraint(
                fields=["game", "version", "before"], name="one_analysis_a_game_and_judge"
            ),
            models.UniqueConstraint(
                fields=["casual_game", "version", "before"],
                name="one_analysis_a_casual_game_and_judge",
            ),
            models.CheckConstraint(
                condition=Q(status="done") ^ Q(found__isnull=True),
                name="an_analysis_that_is_done_has_found_something",
            ),
            models.CheckConstraint(
                condition=Q(status="queued") ^ Q(ended_at__isnull=False),
                name="an_analysis_that_is_not_queued_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(status="failed") ^ Q(reason__isnull=True),
                name="an_analysis_that_failed_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["turn", "asked_at"], condition=Q(status="queued"),
                         name="analyses_that_wait"),
        ]  # fmt: skip

    def __str__(self) -> str:
        what = f"What if before event {self.before}" if self.before else "The analysis"
        return f"{what} of {self.judged_game}"

    @property
    def judged_game(self) -> Game | CasualGame:
        """The analysed game. Raises ValueError for a row without one, which is never stored."""
        game = self.game or self.casual_game
        if game is None:
            raise ValueError("This analysis is of no game.")
        return game

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.QUEUED

    def finish(self, found: dict[str, Any], *, now: datetime) -> bool:
        """Store the result; False if this attempt does not own the row any more."""
        return self.release(**self._over(now, status=self.Status.DONE, found=found))

    def refuse(self, reason: Sentence, *, now: datetime) -> bool:
        """End it without a result, since another attempt would find none either."""
        return self.release(**self._over(now, status=self.Status.FAILED, reason=reason))

    def _claimable(self, now: datetime) -> GameAnalysisQuerySet:
        return GameAnalysis.objects.for_workers(now=now)

    def _current(self) -> GameAnalysisQuerySet:
        return GameAnalysis.objects.queued().filter(pk=self.pk, attempt=self.attempt).order_by()

    def _given_up(self, now: datetime) -> dict[str, Any]:
        return self._over(now, status=self.Status.FAILED, reason=Sentence("analysis-failed"))

    def _over(self, now: datetime, **changes: Any) -> dict[str, Any]:
        return {"ended_at": now, "asker": "", **changes}
