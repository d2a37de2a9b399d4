"""The append-only ledger of ratings, and the stretches of it that were found right."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from tournaments.mathematics import elo
from tournaments.models.games import Game
from tournaments.models.ratings import Rating
from tournaments.models.variants import Variant
from tournaments.models.versions import Version


class LedgerEntry(models.Model):
    """One change of one rating, never edited: a start, what a game gave or took, or a correction.

    A correction takes back what a game changed that has been voided since.

    Ids are taken only while the ratings concerned are locked, so their order is the order in
    which games counted.
    """

    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="ledger")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="ledger")
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="ledger",
        help_text="empty for the start of a rating",
    )  # fmt: skip
    is_correction = models.BooleanField(
        default=False, help_text="takes back what the game changed, which has been voided"
    )
    delta = models.IntegerField(help_text="thousandths of a point")
    total = models.IntegerField(help_text="the rating after it, in thousandths of a point")
    number = models.PositiveIntegerField(
        help_text="0 for the start, then games and corrections as they counted"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "ledger"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "version", "is_correction"],
                condition=Q(game__isnull=False),
                name="a_game_counts_once",
            ),
            models.UniqueConstraint(
                fields=["variant", "version"],
                condition=Q(game__isnull=True),
                name="a_rating_starts_once",
            ),
            models.UniqueConstraint(
                fields=["version", "variant", "number"], name="one_entry_a_number"
            ),
            models.CheckConstraint(
                condition=Q(is_correction=False) | Q(game__isnull=False),
                name="a_correction_is_of_a_game",
            ),
        ]
        indexes = [
            models.Index(fields=["variant"], condition=Q(is_correction=True), name="corrections"),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.delta / elo.MILLI:+.3f}"

    @classmethod
    def of(
        cls,
        rating: Rating,
        delta: int,
        game: int | None,
        *,
        now: datetime,
        is_correction: bool = False,
    ) -> "LedgerEntry":
        """The entry, unsaved, of what has just changed a rating."""
        return cls(
            variant_id=rating.variant_id,
            version_id=rating.version_id,
            game_id=game,
            delta=delta,
            total=rating.value,
            number=rating.entries,
            created_at=now,
            is_correction=is_correction,
        )

    @property
    def kind(self) -> str:
        """`start`, `game` or `correction`."""
        if self.game_id is None:
            return "start"
        return "correction" if self.is_correction else "game"


class LedgerStretch(models.Model):
    """Entries of a ledger that were replayed and agreed, after those of the stretch before it.

    `digest` is that of the stretch before it, of the entries and of the results of their games: a
    later change of any of them is found. `games` are the results as `KeptGames` packs them.
    """

    variant = models.ForeignKey(Variant, on_delete=models.CASCADE, related_name="stretches")
    number = models.PositiveIntegerField(help_text="from 0, in the order of the ledger")
    last_entry = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256")
    games = models.BinaryField()

    class Meta:
        ordering = ["variant", "number"]
        verbose_name_plural = "ledger stretches"
        constraints = [
            models.UniqueConstraint(fields=["variant", "number"], name="one_stretch_a_number"),
            models.UniqueConstraint(fields=["variant", "last_entry"], name="one_stretch_an_end"),
        ]

    def __str__(self) -> str:
        return f"{self.variant}: {self.number}"
