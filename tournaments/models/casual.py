"""Casual games: people and bots at one board, now, unrated, and outside of any match."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.urls import reverse

from agents.clock import TimeControl
from engine.dice import commitment
from tournaments.models.bots import Version
from tournaments.models.matches import FIRST_PAUSE, MAX_FAILURES
from tournaments.models.variants import Variant

GAME_NUMBER = 1
"""What the dice of a casual game are keyed with; its seed is its own."""

CLOCKS: dict[str, TimeControl] = {
    name: TimeControl(name, bank=bank, increment=increment, per_action=None, startup=1.0)
    for name, bank, increment in (("quick", 300.0, 3.0), ("slow", 900.0, 10.0))
}
"""The clocks of people by name, in seconds; no name stands for no clock."""


class CasualGameQuerySet(models.QuerySet["CasualGame"]):
    def going_on(self) -> "CasualGameQuerySet":
        """Games that are not over."""
        return self.exclude(status=CasualGame.Status.OVER)

    def for_hosts(self, *, now: datetime) -> "CasualGameQuerySet":
        """Games in which a bot is to act and which no worker has in hand, those of people first."""
        free = Q(lease_until=None) | Q(lease_until__lt=now)
        due = self.filter(free, status=CasualGame.Status.PLAYING, bot_due=True)
        return due.filter(not_before__lte=now).order_by("-has_people", "due_since", "pk")

    def overdue(self, *, now: datetime) -> "CasualGameQuerySet":
        """Games that wait for a person whose time is over."""
        return self.going_on().filter(due_until__lt=now)


class CasualGame(models.Model):
    """A game of people and bots, or of bots alone that somebody wants to see now.

    The row is the game: `events` is its record so far, and every change of it counts `state` up, by
    an update that only succeeds where nobody else was first. A worker that moves its bots holds a
    lease. Any other worker, or the site, can go on from the row alone.
    """

    class Status(models.TextChoices):
        OPEN = "open", "waits for people"
        PLAYING = "playing", "playing"
        OVER = "over", "over"

    key = models.CharField(max_length=20, unique=True, help_text="its address, which is random")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="casual_games")
    time_control = models.CharField(max_length=20, help_text="of the bots")
    clock = models.CharField(max_length=10, blank=True, help_text="of the people; empty: none")
    seed = models.BinaryField(max_length=32, help_text="of the dice; secret until it is over")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    has_people = models.BooleanField(default=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="casual_games",
    )  # fmt: skip
    visitor = models.CharField(
        max_length=32, blank=True, db_index=True, help_text="who opened it without an account"
    )
    events = models.JSONField(default=list, blank=True, help_text="as in a record")
    state = models.PositiveIntegerField(default=0, help_text="counts its changes")
    rewinds = models.PositiveIntegerField(default=0, help_text="how often moves were taken back")
    wanted_back = models.JSONField(
        null=True, blank=True, help_text="the seat that asks to take back, and who has agreed"
    )
    due_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    bot_due = models.BooleanField(default=False)
    due_since = models.DateTimeField(help_text="when the seat to act began to think")
    due_until = models.DateTimeField(
        null=True, blank=True, help_text="when a person who does nothing has left"
    )
    result = models.JSONField(null=True, blank=True, help_text="returns and ranks by seat")
    reason = models.CharField(max_length=40, blank=True, help_text="why it ended")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    worker = models.CharField(max_length=120, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="of the platform, in a row")
    not_before = models.DateTimeField(help_text="waits until then after a platform failure")

    objects = CasualGameQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="over") ^ Q(ended_at__isnull=True),
                name="a_casual_game_that_is_over_has_an_end",
            ),
            models.CheckConstraint(
                condition=~Q(status="playing") | Q(due_seat__isnull=False),
                name="a_casual_game_in_play_is_due_somewhere",
            ),
        ]
        indexes = [
            models.Index(fields=["bot_due", "due_since"], condition=Q(status="playing"),
                         name="casual_games_for_hosts"),
            models.Index(fields=["due_until"], condition=Q(ended_at__isnull=True),
                         name="casual_games_overdue"),
            models.Index(fields=["opened_by", "-created_at"], name="casual_games_of_players"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Casual game {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("play-game", args=[self.key])

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def is_open(self) -> bool:
        """Whether a seat still waits for somebody."""
        return self.status == self.Status.OPEN

    @property
    def is_hosted(self) -> bool:
        """Whether a worker has its bots in hand, or had when it was last heard of."""
        return self.lease_until is not None

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, public from the first moment."""
        return commitment(bytes(self.seed))

    @property
    def revealed_seed(self) -> str | None:
        """The seed in hexadecimal once the game is over, else None."""
        return bytes(self.seed).hex() if self.is_over else None

    def claim(self, *, worker: str, now: datetime, lease: timedelta) -> bool:
        """Take this game for a worker; False if another was first.

        A lease that has run out is a failure: that worker has died over it.
        """
        died = Case(When(lease_until=None, then=Value(0)), default=Value(1))
        taken = CasualGame.objects.for_hosts(now=now).filter(pk=self.pk)
        claimed = taken.order_by().update(
            worker=worker,
            lease_until=now + lease,
            attempt=F("attempt") + 1,
            failures=F("failures") + died,
        )
        self.refresh_from_db()
        return claimed == 1

    def hold(self, *, until: datetime) -> bool:
        """Renew the lease; False when the attempt in hand is not the current one."""
        return self._current().update(lease_until=until) == 1

    def release(self) -> bool:
        """Let go of it; whoever is next goes on from the row."""
        return self._current().update(lease_until=None, worker="") == 1

    def fail(self, *, now: datetime) -> bool:
        """Count a platform failure: end it without a result after the third, else let it wait."""
        failures = self.failures + 1
        free = {"lease_until": None, "worker": "", "failures": failures}
        if failures >= MAX_FAILURES:
            over = {"status": self.Status.OVER, "reason": "platform", "ended_at": now}
            return self._current().update(**over, **free, due_until=None, bot_due=False) == 1
        pause = FIRST_PAUSE * 2 ** (failures - 1)
        return self._current().update(**free, not_before=now + pause) == 1

    def change(self, **changes: Any) -> bool:
        """Change the game, and count that; False if it has changed since this row was read."""
        same = CasualGame.objects.going_on().filter(pk=self.pk, state=self.state)
        if same.update(state=F("state") + 1, **changes) != 1:
            return False
        self.refresh_from_db()
        return True

    def _current(self) -> CasualGameQuerySet:
        return CasualGame.objects.going_on().filter(pk=self.pk, attempt=self.attempt)


class CasualSeat(models.Model):
    """Who sits where in a casual game: a version of a bot, a person, or nobody yet."""

    game = models.ForeignKey(CasualGame, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, null=True, blank=True, related_name="casual_seats"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="casual_seats",
    )  # fmt: skip
    visitor = models.CharField(max_length=32, blank=True, db_index=True)
    guest = models.CharField(
        max_length=40, blank=True, help_text="what a person without an account is called here"
    )
    fault = models.JSONField(null=True, blank=True, help_text="kind, ply, summary, detail")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_casual_seat_a_number"),
            models.CheckConstraint(
                condition=Q(version__isnull=True) | (Q(player__isnull=True) & Q(visitor="")),
                name="a_bot_or_a_person_at_a_casual_seat",
            ),
        ]
        indexes = [
            models.Index(fields=["version", "-game"], name="casual_seats_of_versions"),
            models.Index(fields=["player", "-game"], name="casual_seats_of_players"),
        ]

    def __str__(self) -> str:
        return f"{self.name or 'nobody'} at seat {self.number}"

    @property
    def name(self) -> str:
        """Who sits here, as everybody may know; empty for nobody."""
        if self.version is not None:
            return str(self.version)
        return self.player.username if self.player is not None else self.guest

    @property
    def is_bot(self) -> bool:
        return self.version_id is not None

    @property
    def is_free(self) -> bool:
        """Whether it waits for a person."""
        return not self.is_bot and self.player_id is None and not self.guest
