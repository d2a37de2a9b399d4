"""Matches: the unit of work, and the queue."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, F, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.dice import commitment
from tournaments.models.fields import SentenceField
from tournaments.models.hosts import Host
from tournaments.models.tables import TournamentTable
from tournaments.models.tournaments import Pairing, Tournament
from tournaments.models.versions import Version
from tournaments.words import Sentence

MAX_FAILURES = 3
"""Platform failures after which a match is void."""

FIRST_PAUSE = timedelta(seconds=5)
"""The pause after the first platform failure; each further one doubles it."""


class MatchQuerySet(models.QuerySet["Match"]):
    def queued(self) -> "MatchQuerySet":
        """Matches that wait to be played."""
        return self.filter(status=Match.Status.QUEUED)

    def running(self) -> "MatchQuerySet":
        """Matches that a worker is playing."""
        return self.filter(status=Match.Status.RUNNING)

    def open(self) -> "MatchQuerySet":
        """Matches that wait or are being played."""
        return self.filter(status__in=Match.OPEN)

    def finished(self) -> "MatchQuerySet":
        """Matches that have been played to their end."""
        return self.filter(status=Match.Status.FINISHED)

    def void(self) -> "MatchQuerySet":
        """Matches that are over without having been played to their end."""
        return self.filter(status=Match.Status.VOID)

    def checks(self) -> "MatchQuerySet":
        """Matches that check uploads."""
        return self.filter(checks__isnull=False)

    def of_tournaments(self) -> "MatchQuerySet":
        """Matches of tournaments, ladders and trials."""
        return self.filter(tournament__isnull=False)

    def of_running_tournaments(self) -> "MatchQuerySet":
        """Matches of tournaments that run now."""
        return self.filter(tournament__status=Tournament.Status.RUNNING)

    def void_waiting(self, *, reason: Sentence, now: datetime) -> int:
        """Void what waits, with a `reason` for everybody; how many matches that were."""
        return self.queued().update(status=Match.Status.VOID, void_reason=reason, ended_at=now)

    def call_off(self, *, reason: Sentence, now: datetime) -> int:
        """Void what waits or is being played, with a `reason` for everybody; how many.

        Games that have been reported stay. Whoever plays such a match stops at the next beat.
        """
        over = {"worker": "", "lease_until": None, "ended_at": now}
        return self.open().update(status=Match.Status.VOID, void_reason=reason, **over)


class Match(models.Model):
    """A block of games between the same versions, played as one unit of work.

    The row is the queue: a worker claims it with one conditional update that sets the worker, a
    lease and the attempt's number, and every later step is refused when that number is no longer
    current. A match belongs to a pairing, or checks an uploaded version.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", gettext_lazy("queued")
        RUNNING = "running", gettext_lazy("playing")
        FINISHED = "finished", gettext_lazy("finished")
        VOID = "void", gettext_lazy("void")

    OPEN = (Status.QUEUED, Status.RUNNING)
    """What waits or is being played; every other match is over."""

    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="matches"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="matches",
        db_index=False,  # two of the indexes below begin with it
        help_text="of its pairing, kept here so that the queue is quick",
    )  # fmt: skip
    checks = models.ForeignKey(
        Version, on_delete=models.CASCADE, null=True, blank=True, related_name="checks",
        help_text="the version that this match validates",
    )  # fmt: skip
    number = models.PositiveIntegerField(default=1, help_text="within its pairing")
    time_control = models.CharField(max_length=20)
    opening = models.JSONField(
        default=list, blank=True, help_text="actions played before the bots, in notation"
    )
    seed = models.BinaryField(
        max_length=32, help_text="of the dice, the latest; secret until it is over"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    queued_at = models.DateTimeField()
    not_before = models.DateTimeField(help_text="waits until then after a platform failure")
    worker = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0, help_text="of the platform, in a row")
    failure = SentenceField(help_text="the last platform failure, for staff")
    void_reason = SentenceField(help_text="why it is void, for everybody")
    host = models.ForeignKey(
        Host, on_delete=models.SET_NULL, null=True, blank=True, related_name="matches",
        help_text="where it was played last",
    )  # fmt: skip
    isolation = models.CharField(max_length=20, blank=True, help_text="how the bots were caged")
    speed_index = models.FloatField(null=True, blank=True, help_text="of the host, at that time")
    sandboxes = models.PositiveIntegerField(default=0, help_text="started for it, all attempts")
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    has_begun = False
    """Whether whoever plays it by this object has begun a game; no column."""

    attempt_over = False
    """Set when this worker's attempt has failed or been cut short (not stored)."""

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                condition=Q(pairing__isnull=True) ^ Q(checks__isnull=True),
                name="a_match_belongs_to_a_pairing_or_a_check",
            ),
            models.UniqueConstraint(fields=["pairing", "number"], name="one_match_a_number"),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(lease_until__isnull=False),
                name="a_running_match_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(tournament__isnull=True) | Q(pairing__isnull=False),
                name="a_match_of_a_tournament_has_a_pairing",
            ),
            models.CheckConstraint(
                condition=Q(status="void") | Q(void_reason__isnull=True),
                name="only_a_void_match_has_a_void_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "queued_at"]),
            models.Index(fields=["status", "ended_at"]),
            models.Index(fields=["tournament", "status", "ended_at", "pairing"]),
            models.Index(fields=["tournament", "pairing", "number"]),
            models.Index(
                fields=["tournament", "queued_at", "id"],
                condition=Q(status="queued"),
                include=["not_before"],  # so that the queue is counted without its rows
                name="waiting_matches",
            ),
        ]

    def __str__(self) -> str:
        return f"Match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def is_queued(self) -> bool:
        return self.status == self.Status.QUEUED

    @property
    def is_over(self) -> bool:
        return self.status not in self.OPEN

    @property
    def was_called_off(self) -> bool:
        """Whether somebody ended it on purpose, and not the platform after its failures."""
        return self.status == self.Status.VOID and self.void_reason.code != "given-up"

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, public from the moment the match waits with it."""
        return commitment(bytes(self.seed))

    @property
    def revealed_seed(self) -> str | None:
        """The seed in hexadecimal once the match is over, else None."""
        return bytes(self.seed).hex() if self.is_over else None

    @property
    def seeds(self) -> list[bytes]:
        """All dice seeds that it has had, the latest last."""
        return [*(bytes(one.seed) for one in self.replaced_seeds.all()), bytes(self.seed)]

    def seed_of(self, record: dict[str, Any]) -> bytes | None:
        """The seed that a game of it was played with, by the commitment in the game's record."""
        due = record["dice"]["commitment"]
        return next((seed for seed in self.seeds if commitment(seed) == due), None)

    def claim(
        self, *, worker: str, now: datetime, lease: timedelta, host: str = "", isolation: str = ""
    ) -> bool:
        """Take this queued match for `worker`; False if another worker was first.

        `host` is a name; a host that is not known is none.
        """
        hosts = Host.objects.filter(name=host)
        claimed = (
            Match.objects.queued()
            .filter(pk=self.pk)
            .update(
                status=self.Status.RUNNING,
                worker=worker,
                lease_until=now + lease,
                attempt=F("attempt") + 1,
                started_at=Coalesce("started_at", now),
                host=Subquery(hosts.values("pk")[:1]),
                speed_index=Subquery(hosts.values("speed_index")[:1]),
                isolation=isolation,
            )
        )
        self.refresh_from_db()
        return claimed == 1

    def step(self, **changes: Any) -> bool:
        """Change this running match; False when the attempt in hand is not the current one."""
        current = Match.objects.running().filter(pk=self.pk, attempt=self.attempt)
        return current.update(**changes) == 1

    def note_end(self, over: bool) -> None:
        """Note that the attempt of whoever plays it by this object has failed, if it has."""
        self.attempt_over = self.attempt_over or over

    def finish(self, *, now: datetime) -> bool:
        """End it if no game of it is left to play; False also when the attempt is not current."""
        left = self.games.filter(ended_at=None)
        current = Match.objects.running().filter(~Exists(left), pk=self.pk, attempt=self.attempt)
        over = {"status": self.Status.FINISHED, "ended_at": now, "worker": "", "lease_until": None}
        return current.update(**over) == 1

    def leave(self) -> bool:
        """Put it back into the queue as it was, before the attempt in hand has begun a game."""
        return self.step(status=self.Status.QUEUED, worker="", lease_until=None)

    def hand_back(self, *, seed: bytes, why: str, now: datetime) -> bool:
        """Put an unfinished match back into the queue with a new dice seed; nobody's failure."""
        return self._begin_anew(seed, why, now)

    def fail(self, *, reason: Sentence, now: datetime, seed: bytes, why: str) -> bool:
        """Count a platform failure: void it after the third.

        Before that it is queued again after a pause, with a new dice seed.
        """
        failures = self.failures + 1
        told = {"failures": failures, "failure": reason}
        if failures >= MAX_FAILURES:
            given_up = Sentence("given-up", failures=failures)
            void = {"void_reason": given_up, "ended_at": now, "worker": "", "lease_until": None}
            voided = self.step(status=self.Status.VOID, **void, **told)
            if voided:
                TournamentTable.changed([self.tournament_id])
            return voided
        pause = FIRST_PAUSE * 2 ** (failures - 1)
        return self._begin_anew(seed, why, now, not_before=now + pause, **told)

    @transaction.atomic
    def _begin_anew(self, seed: bytes, why: str, now: datetime, **changes: Any) -> bool:
        """Queue it again: bots may have seen throws of the games that are not over."""
        queued = {"status": self.Status.QUEUED, "worker": "", "lease_until": None}
        row = Match.objects.select_for_update().filter(pk=self.pk)
        before = row.values_list("seed", flat=True).first()
        if not self.step(seed=seed, **queued, **changes):
            return False
        number = self.replaced_seeds.count() + 1
        self.replaced_seeds.create(number=number, seed=before, replaced_at=now, why=why)
        return True


class ReplacedSeed(models.Model):
    """A dice seed that a match had before it was queued again.

    The games that were over by then were played with it, or with an earlier one.
    """

    class Why(models.TextChoices):
        STOPPED = "stopped", gettext_lazy("the worker was stopped")
        FAILED = "failed", gettext_lazy("the platform failed")
        SILENT = "silent", gettext_lazy("the worker fell silent")
        RESTORED = "restored", gettext_lazy("the site was restored from a backup")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="replaced_seeds")
    number = models.PositiveIntegerField(help_text="from 1, in the order in which it had them")
    seed = models.BinaryField(max_length=32, help_text="secret until the match is over")
    replaced_at = models.DateTimeField()
    why = models.CharField(max_length=10, choices=Why, help_text="what made it begin anew")

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_replaced_seed_a_number"),
        ]

    def __str__(self) -> str:
        return f"Replaced seed {self.number} of {self.match}"

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, public from the moment the match waited with it."""
        return commitment(bytes(self.seed))

    @property
    def revealed_seed(self) -> str | None:
        """The seed in hexadecimal once the match is over, else None."""
        return bytes(self.seed).hex() if self.match.is_over else None
