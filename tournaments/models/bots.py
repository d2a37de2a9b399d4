"""Bots and the frozen versions of their code."""

from datetime import datetime

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse

from agents.archive import TornArchive, restore
from tournaments.errors import StorageUnavailable
from tournaments.machinery import archive_cache
from tournaments.models.fields import LookField, SentenceField
from tournaments.words import Sentence


class Bot(models.Model):
    """A program that plays, under one name for all its versions."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    name = models.CharField(
        max_length=40,
        unique=True,
        validators=[
            RegexValidator(
                r"^[A-Za-z0-9](?:[A-Za-z0-9 ._-]*[A-Za-z0-9])?$",
                "A name begins and ends with a letter or digit; between them letters, digits, "
                "spaces, dots, underscores and hyphens are allowed.",
            )
        ],
    )
    slug = models.SlugField(max_length=40, unique=True)
    look = LookField(of="slug")
    description = models.TextField(max_length=2000, blank=True)
    open_to_all = models.BooleanField(
        "anyone may enter it",
        default=True,
        help_text=(
            "Other players may enter this bot in their tournaments, and its games there are rated. "
            "Its code stays private."
        ),
    )
    on_ladders = models.BooleanField(
        "climbs ladders",
        default=True,
        help_text="Its newest version plays on the ladder of every leaderboard that it can.",
    )
    is_house = models.BooleanField(default=False, help_text="comes with the platform")
    banned_at = models.DateTimeField(null=True, blank=True)
    ban_reason = models.TextField(blank=True, help_text="shown to everybody")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["look"], name="one_bot_a_look"),
            models.CheckConstraint(
                condition=Q(banned_at__isnull=True) ^ ~Q(ban_reason=""), name="a_ban_has_a_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["banned_at"],
                condition=Q(banned_at__isnull=False),
                name="banned_bots",
            ),
            models.Index(fields=["-created_at", "-id"], name="newest_bots"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bot", args=[self.slug])

    def ban(self, *, reason: str, now: datetime) -> bool:
        """Let none of its versions play; False if it is banned already."""
        rows = Bot.objects.filter(pk=self.pk, banned_at=None)
        return rows.update(banned_at=now, ban_reason=reason) == 1

    def unban(self) -> bool:
        """Let its versions play again; False if it is not banned."""
        rows = Bot.objects.filter(pk=self.pk, banned_at__isnull=False)
        return rows.update(banned_at=None, ban_reason="") == 1


def archive_name(version: "Version", _filename: str) -> str:
    """Where an archive lies in the storage: its content is its address."""
    return f"archives/{version.sha256[:2]}/{version.sha256}.zip.z"


class VersionQuerySet(models.QuerySet["Version"]):
    def accepted(self) -> "VersionQuerySet":
        """Versions whose check has passed."""
        return self.filter(status=Version.Status.ACCEPTED)

    def fit_for_trials(self) -> "VersionQuerySet":
        """Accepted versions that are not paused, of bots that are not banned."""
        return self.accepted().filter(paused_at=None, bot__banned_at=None)

    def playable(self) -> "VersionQuerySet":
        """Versions that may be entered: fit for trials, and not held back."""
        return self.fit_for_trials().filter(held_back=False)


class Version(models.Model):
    """A frozen upload of a bot. Results, ratings and replays belong to versions.

    A version that keeps failing is paused: its matches wait until it is tried again.
    """

    class Status(models.TextChoices):
        CHECKING = "checking", "being checked"
        ACCEPTED = "accepted", "accepted"
        REFUSED = "refused", "refused"
        UNCHECKED = "unchecked", "not checked"

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    archive = models.FileField(upload_to=archive_name, max_length=120)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField(help_text="bytes of the archive")
    stored_size = models.PositiveIntegerField(help_text="bytes that it takes in the storage")
    games = models.JSONField(default=list, help_text="ids of the games it plays, once checked")
    status = models.CharField(max_length=10, choices=Status, default=Status.CHECKING)
    refusal = SentenceField(help_text="why it was refused, for its author")
    held_back = models.BooleanField(
        default=False, help_text="until a trial shows that it is better than its predecessor"
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = SentenceField(help_text="why it is paused, for everybody")
    tried_at = models.DateTimeField(null=True, blank=True, help_text="earlier games do not count")
    created_at = models.DateTimeField()

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["bot", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="one_version_a_number"),
            models.UniqueConstraint(fields=["bot", "sha256"], name="one_version_an_archive"),
            models.CheckConstraint(
                condition=Q(status="refused") ^ Q(refusal__isnull=True),
                name="a_refusal_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True) ^ Q(pause_reason__isnull=False),
                name="a_paused_version_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(
                fields=["paused_at"],
                condition=Q(paused_at__isnull=False),
                name="paused_versions",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("version", args=[self.bot.slug, self.number])

    @property
    def is_accepted(self) -> bool:
        return self.status == self.Status.ACCEPTED

    @property
    def is_unchecked(self) -> bool:
        return self.status == self.Status.UNCHECKED

    @property
    def is_fit_for_trials(self) -> bool:
        """What `VersionQuerySet.fit_for_trials` selects."""
        return self.is_accepted and self.paused_at is None and self.bot.banned_at is None

    @property
    def may_play(self) -> bool:
        """What `VersionQuerySet.playable` selects."""
        return self.is_fit_for_trials and not self.held_back

    def read_archive(self) -> bytes:
        """The bytes of the archive, from this machine's cache or as `fetch_archive` does."""
        return archive_cache.read(self.sha256, self.fetch_archive)

    def fetch_archive(self) -> bytes:
        """The bytes of the archive, from wherever the storage keeps them.

        Raises TornArchive when the storage has lost it, or a part of it, and StorageUnavailable
        when it does not say.
        """
        try:
            with self.archive.open() as file:
                return restore(file.read(), sha256=self.sha256)
        except FileNotFoundError:
            raise TornArchive("archive-missing", version=self, file=self.archive.name) from None
        except TornArchive as torn:
            raise TornArchive("archive-damaged", version=self, why=torn) from None
        except OSError as error:
            raise StorageUnavailable("archive-unread", version=self, why=error) from error

    def accept(self) -> None:
        self._settle(self.Status.ACCEPTED, Sentence())

    def refuse(self, reason: Sentence) -> None:
        self._settle(self.Status.REFUSED, reason)

    def leave_unchecked(self) -> None:
        """The platform could not check it, which says nothing about the bot."""
        self._settle(self.Status.UNCHECKED, Sentence())

    def check_again(self) -> bool:
        """Take an unchecked version up again; False if it has been taken up or judged."""
        rows = Version.objects.filter(pk=self.pk, status=self.Status.UNCHECKED)
        return rows.update(status=self.Status.CHECKING) == 1

    def pause(self, *, reason: Sentence, now: datetime) -> bool:
        """Let its matches wait; False if it is paused already."""
        rows = Version.objects.filter(pk=self.pk, paused_at=None)
        return rows.update(paused_at=now, pause_reason=reason) == 1

    def resume(self, *, now: datetime) -> bool:
        """Try it again, and count its games from now on; False if it is not paused."""
        rows = Version.objects.filter(pk=self.pk, paused_at__isnull=False)
        return rows.update(paused_at=None, pause_reason=None, tried_at=now) == 1

    def hold_back(self) -> None:
        """Let its predecessor play in its place."""
        self.held_back = True
        self.save(update_fields=["held_back"])

    def release(self) -> bool:
        """Let it play; False if it was not held back."""
        return Version.objects.filter(pk=self.pk, held_back=True).update(held_back=False) == 1

    def _settle(self, status: str, refusal: Sentence) -> None:
        self.status, self.refusal = status, refusal
        self.save(update_fields=["status", "refusal"])
