"""Matches: the unit of work, and the queue."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Case, Exists, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.dice import commitment
from tournaments.models.fields import SentenceField
from tournaments.models.hosts import Host
from tournaments.models.leases import MAX_FAILURES, NO_LEASE, Leased
from tournaments.models.seeds import Seeded, fresh_seed
from tournaments.models.tournaments import Pairing, Tournament
from tournaments.models.versions import Version
from tournaments.words import Sentence


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
        """Void the queued matches, with a public `reason`; return their number."""
        return self.queued().update(status=Match.Status.VOID, void_reason=reason, ended_at=now)

    def unjudged(self) -> "MatchQuerySet":
        """Finished matches whose luck is still to be judged, the longest wait first."""
        return self.filter(luck_due_at__isnull=False).order_by("luck_due_at", "pk")

    def call_off(self, *, reason: Sentence, now: datetime) -> int:
        """Void the queued and running matches, with a public `reason`; return their number.

        Reported games stay. A worker that plays such a match stops at its next heartbeat.
        """
        over = {"status": Match.Status.VOID, "void_reason": reason, "ended_at": now}
        return self.open().update(**over, **NO_LEASE)


class Match(Leased, Seeded):
    """A block of games between the same versions, played as one unit of work.

    The row is the queue: a worker claims it with one conditional update. A match belongs to a
    pairing, or checks an uploaded version.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", gettext_lazy("queued")
        RUNNING = "running", gettext_lazy("playing")
        FINISHED = "finished", gettext_lazy("finished")
        VOID = "void", gettext_lazy("void")

    OPEN = (Status.QUEUED, Status.RUNNING)
    """Queued or running; every other match is over."""

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
    value_function = models.CharField(
        max_length=60, blank=True, help_text="what judges its luck, fixed before its first game"
    )
    value_sha256 = models.CharField(max_length=64, blank=True, help_text="of that value function")
    luck_due_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="since when its luck waits to be judged; else null",
    )
    is_remote = models.BooleanField(
        default=False, help_text="a remote bot plays: its games are boards, and no worker claims it"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    queued_at = models.DateTimeField()
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
    """Set when this worker has begun a game of it (not stored)."""

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
                condition=Q(value_function="") ^ ~Q(value_sha256=""),
                name="a_value_function_has_a_hash",
            ),
            models.CheckConstraint(
                condition=Q(status="void") | Q(void_reason__isnull=True),
                name="only_a_void_match_has_a_void_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "queued_at"]),
            models.Index(fields=["status", "ended_at"]),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(ended_at__isnull=False),
                name="matches_by_end",
            ),
            models.Index(fields=["tournament", "status", "ended_at", "pairing"]),
            models.Index(fields=["tournament", "pairing", "number"]),
            models.Index(
                fields=["tournament", "queued_at", "id"],
                condition=Q(status="queued"),
                include=["not_before", "is_remote"],  # so that counting the queue reads no rows
                name="waiting_matches",
            ),
            models.Index(
                # A condition with a value, as above, is one that SQLite would not use.
                fields=["luck_due_at", "id"],
                condition=Q(luck_due_at__isnull=False),
                name="matches_to_judge",
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
    def awaits_luck(self) -> bool:
        """Whether its luck is still to be judged."""
        return self.luck_due_at is not None

    @property
    def was_called_off(self) -> bool:
        """Whether a person voided it, and not the platform after its failures."""
        return self.status == self.Status.VOID and self.void_reason.code != "given-up"

    @property
    def seeds(self) -> list[bytes]:
        """All its dice seeds so far, the latest last."""
        return [*(bytes(old.seed) for old in self.replaced_seeds.all()), bytes(self.seed)]

    def seed_of(self, record: dict[str, Any]) -> bytes | None:
        """The seed that a game of it was played with, by the commitment in the game's record."""
        due = record["dice"]["commitment"]
        return next((seed for seed in self.seeds if commitment(seed) == due), None)

    def claim(
        self,
        *,
        worker: str,
        now: datetime,
        lease: timedelta,
        host: str = "",
        isolation: str = "",
        **changes: Any,
    ) -> bool:
        """Take this queued match for a worker; False if another worker was first.

        `host` is a name. A name without a row is stored as no host.
        """
        hosts = Host.objects.filter(name=host)
        return super().claim(
            worker=worker,
            now=now,
            lease=lease,
            status=self.Status.RUNNING,
            started_at=Coalesce("started_at", now),
            host=Subquery(hosts.values("pk")[:1]),
            speed_index=Subquery(hosts.values("speed_index")[:1]),
            isolation=isolation,
            **changes,
        )

    def note_end(self, over: bool) -> None:
        """Set `attempt_over` if a deputy has seen this worker's attempt fail."""
        self.attempt_over = self.attempt_over or over

    def finish(self, *, now: datetime) -> bool:
        """End the match; False if games are left, or if this attempt does not own it any more."""
        played = self._current().filter(~Exists(self.games.filter(ended_at=None)))
        due = Case(When(value_function="", then=None), default=now)
        over = {"status": self.Status.FINISHED, "ended_at": now, "luck_due_at": due}
        return played.update(**over, **NO_LEASE) == 1

    def release(self, **changes: Any) -> bool:
        """Requeue the match as it was, unless `changes` end it."""
        return super().release(**{"status": self.Status.QUEUED} | changes)

    def fail(self, *, reason: Sentence, now: datetime, why: str = "failed") -> bool:
        """Count a platform failure: void the match after the third in a row, else requeue it.

        `why` is stored with the dice seed that is replaced.
        """
        changes = self._failed(reason, now)
        if "status" in changes:
            return self.release(**changes)
        return self.hand_back(now=now, why=why, **changes)

    @transaction.atomic
    def hand_back(self, *, now: datetime, why: str = "stopped", **changes: Any) -> bool:
        """Requeue the match with a new dice seed: bots may have seen throws of unfinished games.

        False if this attempt does not own it any more.
        """
        row = Match.objects.select_for_update().filter(pk=self.pk)
        before = row.values_list("seed", flat=True).first()
        if not self.release(seed=fresh_seed(), **changes):
            return False
        number = self.replaced_seeds.count() + 1
        self.replaced_seeds.create(number=number, seed=before, replaced_at=now, why=why)
        return True

    def _claimable(self, _now: datetime) -> MatchQuerySet:
        return Match.objects.queued()

    def _current(self) -> MatchQuerySet:
        return Match.objects.running().filter(pk=self.pk, attempt=self.attempt)

    def _given_up(self, now: datetime) -> dict[str, Any]:
        given_up = Sentence("given-up", failures=MAX_FAILURES)
        return {"status": self.Status.VOID, "void_reason": given_up, "ended_at": now}


class ReplacedSeed(Seeded):
    """A dice seed of a match before it was requeued.

    The games that were over by then were played with it, or with an earlier one.
    """

    class Why(models.TextChoices):
        STOPPED = "stopped", gettext_lazy("the worker was stopped")
        FAILED = "failed", gettext_lazy("the platform failed")
        SILENT = "silent", gettext_lazy("the worker fell silent")
        RESTORED = "restored", gettext_lazy("the site was restored from a backup")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="replaced_seeds")
    number = models.PositiveIntegerField(help_text="from 1, in order of use")
    replaced_at = models.DateTimeField()
    why = models.CharField(max_length=10, choices=Why, help_text="why the match was requeued")

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_replaced_seed_a_number"),
        ]

    def __str__(self) -> str:
        return f"Replaced seed {self.number} of {self.match}"

    @property
    def is_over(self) -> bool:
        """Whether its match is."""
        return self.match.is_over
