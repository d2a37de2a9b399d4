"""Tournaments with their entries, rounds and pairings."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from tournaments.models.clubs import Club
from tournaments.models.fields import SentenceField
from tournaments.models.players import Player
from tournaments.models.series import Series
from tournaments.models.tables import TournamentTable
from tournaments.models.tournament_terms import TournamentTerms
from tournaments.models.variants import Variant
from tournaments.models.versions import Version
from tournaments.words import Sentence


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def scheduled(self) -> "TournamentQuerySet":
        """Tournaments that have not begun."""
        return self.filter(status=Tournament.Status.SCHEDULED)

    def running(self) -> "TournamentQuerySet":
        """Tournaments that have begun, are not over, and are not paused."""
        return self.filter(status=Tournament.Status.RUNNING)

    def begun(self) -> "TournamentQuerySet":
        """Tournaments that run or are paused."""
        return self.filter(status__in=Tournament.BEGUN)

    def open(self) -> "TournamentQuerySet":
        """Tournaments that are not over."""
        return self.filter(status__in=Tournament.OPEN)

    def ladders(self) -> "TournamentQuerySet":
        return self.filter(format=Tournament.Format.LADDER)

    def without_ladders(self) -> "TournamentQuerySet":
        return self.exclude(format=Tournament.Format.LADDER)

    def public(self) -> "TournamentQuerySet":
        """Tournaments that everybody may see."""
        return self.exclude(access=Tournament.Access.PRIVATE)

    def in_full(self) -> "TournamentQuerySet":
        """Tournaments whose rated games count in full: the platform, or somebody trusted, pairs."""
        return self.filter(
            Q(format=Tournament.Format.LADDER)
            | Q(organiser__is_staff=True)
            | Q(organiser__is_trusted=True)
        )

    def locked(self, pk: int) -> "Tournament":
        """The current row of a tournament, locked until the transaction ends."""
        rows = self.select_for_update(of=("self",), no_key=True)
        return rows.select_related("variant", "organiser", "club").get(pk=pk)


class Tournament(TournamentTerms):
    """A tournament of versions in one variant."""

    class Status(models.TextChoices):
        SCHEDULED = "scheduled", gettext_lazy("scheduled")
        RUNNING = "running", gettext_lazy("running")
        PAUSED = "paused", gettext_lazy("paused")
        FINISHED = "finished", gettext_lazy("finished")
        CANCELLED = "cancelled", gettext_lazy("cancelled")

    BEGUN = (Status.RUNNING, Status.PAUSED)
    OPEN = (Status.SCHEDULED, *BEGUN)
    """The states of tournaments that are not over."""

    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    co_organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="co_organised"
    )
    invited = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="invitations"
    )
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments",
        help_text="whose members alone may enter; empty: everybody's",
    )  # fmt: skip
    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    occurrence = models.PositiveIntegerField(null=True, blank=True, help_text="in its series")
    division = models.PositiveIntegerField(null=True, blank=True, help_text="the first is 1")
    name = models.CharField(max_length=80)
    title = SentenceField(help_text="its name in each reader's language, if the site has begun it")
    slug = models.SlugField(max_length=100, unique=True)
    submission = models.UUIDField(help_text="of the form it came from: a second click is the same")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="tournaments")
    pairing_seed = models.BigIntegerField(default=0, help_text="for what the format leaves to lot")
    registration_opens_at = models.DateTimeField(
        null=True, blank=True, help_text="empty: entrants are chosen by the organisers alone"
    )
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.SCHEDULED)
    pause_reason = SentenceField(help_text="why it is paused, for everybody")
    paused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="+", help_text="empty: the platform",
    )  # fmt: skip
    last_claim_at = models.DateTimeField(
        null=True, blank=True, help_text="when a worker last took a match of it"
    )
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    entrants: int
    games: int | None
    settled: int | None
    """The counts that `queries.tournament_lists.counted` sets."""

    objects = TournamentQuerySet.as_manager()

    class Meta(TournamentTerms.Meta):
        ordering = ["-starts_at", "-pk"]
        constraints = [
            *TournamentTerms.Meta.constraints,
            models.UniqueConstraint(fields=["organiser", "submission"], name="one_click_counts"),
            models.UniqueConstraint(
                fields=["series", "occurrence", "division"], name="one_tournament_a_division"
            ),
            models.CheckConstraint(
                condition=Q(status="paused") ^ Q(pause_reason__isnull=True),
                name="a_paused_tournament_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(registration_opens_at__isnull=True, registration_closes_at__isnull=True)
                | Q(registration_opens_at__lt=F("registration_closes_at")),
                name="registration_closes_after_it_opens",
            ),
        ]
        indexes = [
            models.Index(fields=["organiser", "last_claim_at"]),
            models.Index(fields=["status", "last_claim_at"]),
            models.Index(fields=["-starts_at", "-id"], name="newest_tournaments"),
            models.Index(fields=["-ended_at", "-id"], name="last_tournaments"),
        ]

    def __str__(self) -> str:
        """Its name, in the reader's language where the site has begun it."""
        return str(self.title) or self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @cached_property
    def entry_count(self) -> int:
        """The number of entries, cached on this object."""
        return self.entries.count()

    @property
    def is_over(self) -> bool:
        return self.status not in self.OPEN

    @property
    def goes_on_alone(self) -> bool:
        """Whether it is paused until a host plays its rules, and then resumes automatically."""
        return self.status == self.Status.PAUSED and self.pause_reason.code == "rules-not-played"

    @property
    def is_ladder(self) -> bool:
        return self.format == self.Format.LADDER

    @property
    def is_in_full(self) -> bool:
        """What `TournamentQuerySet.in_full` selects."""
        return self.is_ladder or self.organiser.is_staff or self.organiser.is_trusted

    def end(self, status: str, *, now: datetime) -> bool:
        """Finish or cancel it; False if it is over already."""
        rows = Tournament.objects.open().filter(pk=self.pk)
        ended = rows.update(status=status, ended_at=now, pause_reason=None, paused_by=None) == 1
        return self._moved(ended)

    def pause(self, reason: Sentence, *, by: Player | None = None) -> bool:
        """Pause it, by a person or by the platform; False if it is not running."""
        running, paused = self.Status.RUNNING, self.Status.PAUSED
        return self.move(from_status=running, to_status=paused, pause_reason=reason, paused_by=by)

    def resume(self) -> bool:
        """End its pause; False if it is not paused."""
        return self.move(from_status=self.Status.PAUSED, to_status=self.Status.RUNNING)

    def move(self, *, from_status: str, to_status: str, **changes: Any) -> bool:
        """Change its status conditionally; False if another process was first.

        The reason for a pause, and who paused it, are kept only during the pause.
        """
        if to_status != self.Status.PAUSED:
            changes |= {"pause_reason": None, "paused_by": None}
        rows = Tournament.objects.filter(pk=self.pk, status=from_status)
        return self._moved(rows.update(status=to_status, **changes) == 1)

    def _moved(self, moved: bool) -> bool:
        """Reload it and mark its table as changed, and as wanted if it is over."""
        self.refresh_from_db()
        if moved:
            TournamentTable.changed([self.pk], wanted=self.is_over and self.started_at is not None)
        return moved


class EntryQuerySet(models.QuerySet["Entry"]):
    def active(self) -> "EntryQuerySet":
        """Entries that have not been withdrawn."""
        return self.filter(withdrawn_at=None)

    def withdrawn(self) -> "EntryQuerySet":
        return self.filter(withdrawn_at__isnull=False)

    def provisional(self) -> "EntryQuerySet":
        """Entries whose version awaits the verdict of its check."""
        return self.filter(provisional=True)


class Entry(models.Model):
    """A version's part in a tournament, frozen when the tournament starts."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(help_text="its place in the pairing table")
    newest = models.BooleanField(
        default=False, help_text="takes part with its bot's newest version at the start"
    )
    provisional = models.BooleanField(
        default=False, help_text="its version is still being checked, and its matches wait"
    )
    rating = models.IntegerField(
        null=True, blank=True, help_text="at the start, in thousandths of a point"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="plays no more from then")
    withdrawal = SentenceField(help_text="why, for everybody")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="entered_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_place"),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) ^ Q(withdrawal__isnull=False),
                name="a_withdrawal_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"], condition=Q(provisional=True), name="provisional_entries"
            ),
        ]

    def __str__(self) -> str:
        return str(self.version)

    @property
    def is_active(self) -> bool:
        """What `EntryQuerySet.active` selects."""
        return self.withdrawn_at is None

    def play_with(self, version: Version) -> None:
        """Take part with this version, provisionally until its check accepts it."""
        self.version, self.provisional = version, not version.is_accepted
        self.save(update_fields=["version", "provisional"])
        TournamentTable.changed([self.tournament_id])

    def withdraw(self, *, reason: Sentence, now: datetime) -> bool:
        """Withdraw it from further play; False if it was already withdrawn."""
        rows = Entry.objects.active().filter(pk=self.pk)
        return self._moved(rows.update(withdrawn_at=now, withdrawal=reason) == 1)

    def come_back(self) -> bool:
        """Take back the withdrawal; False if it was not withdrawn."""
        rows = Entry.objects.withdrawn().filter(pk=self.pk)
        return self._moved(rows.update(withdrawn_at=None, withdrawal=None) == 1)

    def _moved(self, moved: bool) -> bool:
        if moved:
            TournamentTable.changed([self.tournament_id])
        return moved


class RequestedBye(models.Model):
    """An entrant's request not to play in a round of a Swiss tournament."""

    class Worth(models.TextChoices):
        HALF = "half", gettext_lazy("half a point")
        ZERO = "zero", gettext_lazy("no point")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requested_byes")
    round = models.PositiveIntegerField(help_text="its number")
    worth = models.CharField(max_length=4, choices=Worth)

    class Meta:
        ordering = ["entry", "round"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round"], name="one_bye_a_round"),
            models.CheckConstraint(condition=Q(round__gt=0), name="byes_are_in_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} does not play in round {self.round}, for {self.get_worth_display()}"


class Round(models.Model):
    """The pairings of a tournament that belong together."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60, blank=True, help_text="empty: its number says it")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return self.name or f"Round {self.number}"


class Pairing(models.Model):
    """The entries that meet in a round; a pairing of one entry is a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    entries = models.ManyToManyField(Entry, through="PairingSide", related_name="pairings")

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, pairing {self.number}"


class PairingSide(models.Model):
    """An entry in a pairing, in the order of the seats of its first game."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="sides")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sides")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["pairing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "position"], name="one_side_a_position"),
            models.UniqueConstraint(fields=["pairing", "entry"], name="one_side_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.pairing}"
