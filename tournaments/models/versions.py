"""Versions of bots: frozen uploads with the state of their check."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext_lazy

from agents.bots.archive import TornArchive, restore
from agents.terms import repertoire
from tournaments.errors import Invalid, StorageUnavailable
from tournaments.machinery.caches import archive_cache
from tournaments.models.bots import Bot
from tournaments.models.fields import SentenceField
from tournaments.models.owned import Owned, OwnedQuerySet
from tournaments.models.tokens import ApiToken
from tournaments.words import Sentence


def archive_name(version: "Version", _filename: str) -> str:
    """The path of an archive in the storage, by the hash of its content."""
    return f"archives/{version.sha256[:2]}/{version.sha256}.zip.z"


class VersionQuerySet(OwnedQuerySet["Version"]):
    def public(self) -> "VersionQuerySet":
        """Listed versions that were not refused: what a check found is for their owners."""
        return self.listed().exclude(status=Version.Status.REFUSED)

    def to_be_forgotten(self) -> "VersionQuerySet":
        """Deleted versions whose code or logs may still exist."""
        return self.filter(deleted_at__isnull=False, forgotten_at=None)

    def accepted(self) -> "VersionQuerySet":
        """Versions whose check has passed."""
        return self.filter(status=Version.Status.ACCEPTED)

    def hosted(self) -> "VersionQuerySet":
        """Versions whose code the site has and runs."""
        return self.filter(is_remote=False)

    def fit_for_trials(self) -> "VersionQuerySet":
        """Accepted versions that are not paused, of bots that are not banned; none is hidden."""
        return self._free().hosted().accepted()

    def playable(self) -> "VersionQuerySet":
        """Versions that the site may run: fit for trials, and not held back."""
        return self.fit_for_trials().filter(held_back=False)

    def remote(self) -> "VersionQuerySet":
        """Versions of remote bots that may play while they are connected."""
        return self._free().filter(is_remote=True)

    def enterable(self) -> "VersionQuerySet":
        """Versions that may be entered: playable now, or once their check accepts them."""
        rows = self._free().hosted().exclude(status=Version.Status.REFUSED)
        return rows.filter(held_back=False)

    def enterable_openly(self) -> "VersionQuerySet":
        """Versions that may be entered where remote bots may play: hosted ones as well."""
        return self.enterable() | self.remote()

    def _free(self) -> "VersionQuerySet":
        public = self.filter(hidden_at=None, bot__hidden_at=None, paused_at=None)
        return public.filter(banned_at=None, bot__banned_at=None)


class Version(Owned):
    """A frozen upload of a bot. Results, ratings and replays belong to versions.

    A version that keeps failing is paused: its matches wait until it is tried again.
    """

    class Status(models.TextChoices):
        CHECKING = "checking", gettext_lazy("being checked")
        ACCEPTED = "accepted", gettext_lazy("accepted")
        REFUSED = "refused", gettext_lazy("refused")
        UNCHECKED = "unchecked", gettext_lazy("not checked")

    AWAITING = (Status.CHECKING, Status.UNCHECKED)
    """Statuses without a verdict: the check is not over, or the platform could not make it."""

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    is_remote = models.BooleanField(
        default=False, help_text="as its bot is; a column for the constraints"
    )
    archive = models.FileField(upload_to=archive_name, max_length=120, blank=True)
    sha256 = models.CharField(
        max_length=64, help_text="of the archive, or of the text that names a remote version"
    )
    size = models.PositiveIntegerField(help_text="bytes of the archive")
    stored_size = models.PositiveIntegerField(help_text="bytes that it takes in the storage")
    games = models.JSONField(
        "games that it plays", default=list, help_text="what it says it plays, once checked"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.CHECKING)
    refusal = SentenceField(help_text="why it was refused, for its author")
    notes = models.TextField(
        max_length=1000, blank=True, help_text="what is new in it, in its author's words"
    )
    held_back = models.BooleanField(
        default=False, help_text="until a trial shows that it is better than its predecessor"
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = SentenceField(help_text="why it is paused, for everybody")
    tried_at = models.DateTimeField(null=True, blank=True, help_text="earlier games do not count")
    source_is_public = models.BooleanField(
        default=False, help_text="everybody may read and download its code"
    )
    published_with = models.ForeignKey(
        ApiToken,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="published",
        help_text="the token that has made its code public",
    )
    forgotten_at = models.DateTimeField(
        null=True, blank=True, help_text="when its code and logs were gone"
    )
    created_at = models.DateTimeField()

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["bot", "-number"]
        constraints = [
            *Owned.Meta.constraints,
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
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True)
                | Q(hidden_at__isnull=False, source_is_public=False),
                name="a_deleted_version_is_hidden",
            ),
            models.CheckConstraint(
                condition=Q(forgotten_at__isnull=True) | Q(deleted_at__isnull=False),
                name="only_a_deleted_version_is_forgotten",
            ),
            models.CheckConstraint(
                condition=Q(is_remote=False)
                | Q(archive="", size=0, status="accepted", held_back=False, source_is_public=False),
                name="a_remote_version_has_no_code",
            ),
            models.CheckConstraint(
                condition=~Q(archive="") | Q(is_remote=True) | Q(forgotten_at__isnull=False),
                name="a_hosted_version_has_code",
            ),
        ]
        indexes = [
            *Owned.Meta.indexes,
            models.Index(
                fields=["deleted_at"],
                condition=Q(deleted_at__isnull=False, forgotten_at__isnull=True),
                name="versions_to_be_forgotten",
            ),
            models.Index(
                fields=["paused_at"],
                condition=Q(paused_at__isnull=False),
                name="paused_versions",
            ),
            # Not for look-ups: it gives the planner statistics on how many versions play a game.
            models.Index(Cast("games", models.TextField()), name="versions_by_games"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("version", args=[self.bot.slug, self.number])

    def plays(self, variant: str) -> bool:
        """Whether it declares that it plays a variant, such as `kalah(seeds=4)`."""
        return repertoire.plays(self.games, variant)

    def might_play(self, variant: str) -> bool:
        """Whether it declares that it plays a variant, or has not yet been asked what it plays."""
        return not self.games or self.plays(variant)

    def check_plays(self, variant: str, *, field: str) -> None:
        """Raise Invalid, for the field that named it, if it declares not to play a variant."""
        if not self.might_play(variant):
            values = {"version": self, "game": variant, "plays": self.games}
            raise Invalid("version-does-not-play", field, **values)

    @property
    def is_accepted(self) -> bool:
        return self.status == self.Status.ACCEPTED

    @property
    def is_refused(self) -> bool:
        return self.status == self.Status.REFUSED

    @property
    def is_unchecked(self) -> bool:
        return self.status == self.Status.UNCHECKED

    @property
    def awaits_verdict(self) -> bool:
        return self.status in self.AWAITING

    @property
    def is_fit_for_trials(self) -> bool:
        """What `VersionQuerySet.fit_for_trials` selects."""
        return self.is_accepted and self._is_free and not self.is_remote

    @property
    def may_play(self) -> bool:
        """What `VersionQuerySet.playable` selects."""
        return self.is_fit_for_trials and not self.held_back

    @property
    def may_enter(self) -> bool:
        """What `VersionQuerySet.enterable` selects."""
        return self._is_free and not (self.is_refused or self.held_back or self.is_remote)

    @property
    def may_play_remotely(self) -> bool:
        """What `VersionQuerySet.remote` selects."""
        return self._is_free and self.is_remote

    @property
    def _is_free(self) -> bool:
        is_public = self.hidden_at is None and self.bot.hidden_at is None
        unbanned = self.banned_at is None and self.bot.banned_at is None
        return is_public and unbanned and self.paused_at is None

    def read_archive(self) -> bytes:
        """The bytes of the archive, from this machine's cache or as `fetch_archive` does."""
        return archive_cache.read(self.sha256, self.fetch_archive)

    def fetch_archive(self) -> bytes:
        """The bytes of the archive, read from the storage.

        Raises TornArchive for a remote version and when the storage has lost it or a part of it,
        and StorageUnavailable when it does not answer.
        """
        if self.is_remote:
            raise TornArchive("archive-remote", version=self)
        if self.deleted_at:
            raise TornArchive("archive-deleted", version=self)
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
        """Note that the platform could not check it, through no fault of the bot."""
        self._settle(self.Status.UNCHECKED, Sentence())

    def check_again(self) -> bool:
        """Queue an unchecked version for its check; False if it is queued or has a verdict."""
        unchecked = self._rows().filter(status=self.Status.UNCHECKED)
        return unchecked.update(status=self.Status.CHECKING) == 1

    def pause(self, *, reason: Sentence, now: datetime) -> bool:
        """Pause its matches; False if it is already paused."""
        rows = self._rows().filter(paused_at=None)
        return rows.update(paused_at=now, pause_reason=reason) == 1

    def resume(self, *, now: datetime) -> bool:
        """End its pause, and count its games from now on; False if it is not paused."""
        rows = self._rows().filter(paused_at__isnull=False)
        return rows.update(paused_at=None, pause_reason=None, tried_at=now) == 1

    def publish(self, *, public: bool, token: ApiToken | None = None) -> bool:
        """Make its code public, or private to owner and staff; False if it already is."""
        rows = self._rows().kept().filter(source_is_public=not public)
        return rows.update(source_is_public=public, published_with=token) == 1

    def delete_code(self, *, now: datetime) -> bool:
        """Mark its code and logs for removal; False if it is already deleted."""
        deleted = {"deleted_at": now, "hidden_at": now, "source_is_public": False}
        return self._rows().kept().update(held_back=False, notes="", **deleted) == 1

    def hold_back(self) -> None:
        """Let its predecessor play in its place."""
        self.held_back = True
        self.save(update_fields=["held_back"])

    def release(self) -> bool:
        """Let it play; False if it was not held back."""
        return self._rows().filter(held_back=True).update(held_back=False) == 1

    def _settle(self, status: str, refusal: Sentence) -> None:
        self.status, self.refusal = status, refusal
        self.save(update_fields=["status", "refusal"])
