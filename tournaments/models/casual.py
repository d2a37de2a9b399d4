"""Casual games: unrated games of people and bots, outside of any match."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from agents.terms.clock import TimeControl
from agents.words.speech import say
from tournaments.models.games import Game
from tournaments.models.leases import NO_LEASE, Leased, unleased
from tournaments.models.seats import BotSeat
from tournaments.models.seeds import Seeded
from tournaments.models.variants import Variant
from tournaments.models.versions import Version

GAME_NUMBER = 1
"""The number that keys the dice of a casual game with a seed of its own."""

CLOCKS: dict[str, TimeControl] = {
    name: TimeControl(name, bank=bank, increment=increment, per_action=None, startup=1.0)
    for name, bank, increment in (("quick", 300.0, 3.0), ("slow", 900.0, 10.0))
}
"""The clocks of people by name, in seconds; an empty name means no clock."""

GUEST, FRIEND_HERE = "Guest", "Friend"
"""What people without an account are called, if they give no name."""

_UNNAMED = {GUEST: gettext_lazy("Guest"), FRIEND_HERE: gettext_lazy("Friend")}


class CasualGameQuerySet(models.QuerySet["CasualGame"]):
    def going_on(self) -> "CasualGameQuerySet":
        """Games that are not over."""
        return self.exclude(status=CasualGame.Status.OVER)

    def for_hosts(self, *, now: datetime) -> "CasualGameQuerySet":
        """Games with a bot to act that a worker may claim now, those with people first."""
        due = self.filter(unleased(now), status=CasualGame.Status.PLAYING, bot_due=True)
        return due.filter(not_before__lte=now).order_by("-has_people", "due_since", "pk")

    def hosted(self, *, now: datetime) -> "CasualGameQuerySet":
        """Games that a living worker owns."""
        return self.filter(status=CasualGame.Status.PLAYING, lease_until__gte=now)

    def overdue(self, *, now: datetime) -> "CasualGameQuerySet":
        """Games that wait for a person or a remote bot whose time has run out."""
        return self.going_on().filter(due_until__lt=now)

    def awaiting_hints(self, now: datetime) -> "CasualGameQuerySet":
        """Games in which a person has asked what the judge would do, the longest wait first.

        Those for which a worker takes too long are among them.
        """
        return self.going_on().filter(hint_due_at__lte=now).order_by("hint_due_at", "pk")

    def of_visitors(self) -> "CasualGameQuerySet":
        """Games that were opened without an account and have no registered player."""
        seated = CasualSeat.objects.filter(game=OuterRef("pk"), player__isnull=False)
        return self.filter(~Exists(seated), opened_by=None)


class CasualGame(Leased, Seeded):
    """A game of people and bots, or of bots alone for a person who watches.

    The row is the game: `events` is its record so far. Every change increments `state` by a
    conditional update, so that of two changes at once only one succeeds. A worker that moves the
    bots holds a lease. Any other worker, or the site, can continue from the row alone.
    """

    class Status(models.TextChoices):
        OPEN = "open", gettext_lazy("waits for people")
        PLAYING = "playing", gettext_lazy("playing")
        OVER = "over", gettext_lazy("over")

    key = models.CharField(max_length=20, unique=True, help_text="its address, which is random")
    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="board",
        help_text="the game of a match that is played at this board, with the match's dice",
    )  # fmt: skip
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="casual_games")
    time_control = models.CharField(max_length=20, help_text="of the bots")
    clock = models.CharField(max_length=10, blank=True, help_text="of the people; empty: none")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    has_people = models.BooleanField(default=True)
    has_remote = models.BooleanField(default=False, help_text="a remote bot has a seat")
    is_offered = models.BooleanField(
        default=False, help_text="the lobby offers its free seats to all visitors"
    )
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
    hints = models.JSONField(
        default=list, blank=True,
        help_text="asked of the judge: seat, ply, rewinds, and what became of it: begun, failed or "
        "the action",
    )  # fmt: skip
    hint_due_at = models.DateTimeField(
        null=True, blank=True, help_text="when a hint was asked for, or is given up once begun"
    )
    due_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    bot_due = models.BooleanField(default=False)
    due_since = models.DateTimeField(help_text="when the seat to act began to think")
    due_until = models.DateTimeField(
        null=True, blank=True,
        help_text="when a person who does nothing has left, or a remote bot has lost on time",
    )  # fmt: skip
    result = models.JSONField(null=True, blank=True, help_text="returns and ranks by seat")
    reason = models.CharField(max_length=40, blank=True, help_text="why it ended")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

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
            models.Index(fields=["-created_at"], condition=Q(status="open", is_offered=True),
                         name="casual_games_offered"),
            models.Index(fields=["id"], condition=Q(has_remote=True, ended_at__isnull=True),
                         name="casual_games_with_remote_bots"),
            models.Index(fields=["due_until"], condition=Q(ended_at__isnull=True),
                         name="casual_games_overdue"),
            models.Index(fields=["hint_due_at"], condition=Q(hint_due_at__isnull=False),
                         name="casual_games_with_hints_due"),
            models.Index(fields=["opened_by", "-created_at"], name="casual_games_of_players"),
            models.Index(fields=["ended_at"], condition=Q(opened_by__isnull=True),
                         name="casual_games_of_visitors"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Casual game {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("play-game", args=[self.key])

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def dice_number(self) -> int:
        """The number that keys its dice."""
        return self.game.number if self.game else GAME_NUMBER

    @property
    def revealed_seed(self) -> str | None:
        """The seed once the row is over, and so is the match whose dice these are."""
        is_secret = self.game is not None and not self.game.match.is_over
        return None if is_secret else super().revealed_seed

    @property
    def is_open(self) -> bool:
        """Whether a seat still waits for a person."""
        return self.status == self.Status.OPEN

    @property
    def hint(self) -> dict[str, Any] | None:
        """What was asked of the judge about the position that stands; None if nothing was."""
        last = self.hints[-1] if self.hints else {}
        stands = {"ply": len(self.events), "rewinds": self.rewinds}
        return last if last.items() >= stands.items() else None

    @property
    def is_hosted(self) -> bool:
        """Whether a worker owns the game, or has died while it did."""
        return self.lease_until is not None

    def change(self, **changes: Any) -> bool:
        """Make changes and increment `state`; False if the game changed since it was read."""
        same = CasualGame.objects.going_on().filter(pk=self.pk, state=self.state)
        if same.update(state=F("state") + 1, **changes) != 1:
            return False
        self.refresh_from_db()
        return True

    @classmethod
    def ending(cls, reason: str, *, now: datetime) -> dict[str, Any]:
        """Return the changes that end a game."""
        nobody = {"due_seat": None, "bot_due": False, "due_until": None}
        over = {"status": cls.Status.OVER, "reason": reason, "ended_at": now}
        return over | nobody | NO_LEASE

    def _claimable(self, now: datetime) -> CasualGameQuerySet:
        return CasualGame.objects.for_hosts(now=now)

    def _given_up(self, now: datetime) -> dict[str, Any]:
        return self.ending("platform", now=now)

    def _current(self) -> CasualGameQuerySet:
        return CasualGame.objects.going_on().filter(pk=self.pk, attempt=self.attempt)


class CasualSeat(BotSeat):
    """A seat of a casual game: taken by a version of a bot or by a person, or still free."""

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

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_casual_seat_a_number"),
            models.CheckConstraint(
                condition=Q(version__isnull=True) | (Q(player__isnull=True) & Q(visitor="")),
                name="a_bot_or_a_person_at_a_casual_seat",
            ),
            *BotSeat.Meta.constraints,
        ]
        indexes = [
            models.Index(fields=["version", "-game"], name="casual_seats_of_versions"),
            models.Index(fields=["player", "-game"], name="casual_seats_of_players"),
            *BotSeat.Meta.indexes,
        ]

    def __str__(self) -> str:
        return f"{self.name or 'nobody'} at seat {self.number}"

    @property
    def name(self) -> str:
        """The public name of the bot or person at this seat; empty if the seat is free."""
        if self.version is not None:
            return str(self.version)
        return self.player.username if self.player is not None else self._guest_name()

    def _guest_name(self) -> str:
        word, _, number = self.guest.partition(" ")
        if word in _UNNAMED:
            return f"{_UNNAMED[word]} {number}".strip()
        return say("{name} (guest)", name=self.guest) if self.guest else ""

    @property
    def is_bot(self) -> bool:
        return self.version_id is not None

    @property
    def is_remote(self) -> bool:
        """Whether a remote bot sits here: its program acts by requests, as a person does."""
        return self.version is not None and self.version.is_remote

    @property
    def is_hosted_bot(self) -> bool:
        """Whether a bot sits here that a worker moves."""
        return self.is_bot and not self.is_remote

    @property
    def is_free(self) -> bool:
        """Whether it waits for a person."""
        return not self.is_bot and self.player_id is None and not self.guest

    def _ended_at(self) -> datetime | None:
        return self.game.ended_at
