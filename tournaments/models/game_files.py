"""The rated games of leaderboards as files to download, one a month."""

from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.urls import reverse

from tournaments.models.variants import Variant

GAMES_LICENSE = "CC-BY-4.0"
"""The SPDX identifier of the licence under which the site publishes games."""


PARTIAL = "-partial"
"""What the name of a running month's file ends with."""


def game_file_name(file: "GameFile", _filename: str) -> str:
    """The path of a file of games in the storage, by the hash of its content."""
    return f"games/{file.sha256[:2]}/{file.sha256}.gz"


class Settled(NamedTuple):
    """The games in a file that ended before a moment: how many, and which bytes they are."""

    until: datetime
    start: int
    stop: int
    games: int


class GameFile(models.Model):
    """The rated games of a leaderboard that ended in a month of UTC.

    Once the month is complete, the file never changes. Games that staff void later are named in the
    file of the month in which that happens.
    """

    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="game_files")
    month = models.DateField(help_text="its first day")
    until = models.DateTimeField(
        null=True, help_text="of a running month: its games ended before; null: complete"
    )
    content = models.FileField(upload_to=game_file_name, max_length=120)
    sha256 = models.CharField(max_length=64, help_text="of the file as it is, compressed")
    size = models.PositiveBigIntegerField(help_text="bytes")
    games = models.PositiveIntegerField()
    withdrawn = models.PositiveIntegerField(help_text="games of earlier months that it takes back")
    made_at = models.DateTimeField()
    settled_until = models.DateTimeField(
        null=True, help_text="of a running month: the next file takes over what ended before"
    )
    settled_from = models.BigIntegerField(null=True, help_text="where that begins, in bytes")
    settled_to = models.BigIntegerField(null=True, help_text="where that ends, in bytes")
    settled_games = models.IntegerField(null=True)

    class Meta:
        ordering = ["variant", "-month"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "month"], name="one_game_file_a_month"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("game-file", args=[self.variant.slug, self.name])

    @property
    def settled(self) -> Settled | None:
        """What the next file of a running month takes over; None of one that release 1.0.0 made."""
        columns = (self.settled_until, self.settled_from, self.settled_to, self.settled_games)
        until, start, stop, games = columns
        if until is None or start is None or stop is None or games is None:
            return None
        return Settled(until, start, stop, games)

    @settled.setter
    def settled(self, part: Settled) -> None:
        (
            self.settled_until, self.settled_from, self.settled_to, self.settled_games,
        ) = part  # fmt: skip

    @property
    def name(self) -> str:
        """The name of the file as a download."""
        return f"{self.stem}.jsonl.gz"

    @property
    def stem(self) -> str:
        """Its name without the ending; a file of a running month has another one."""
        mark = "" if self.until is None else PARTIAL
        return f"{self.variant.slug}-{self.month:%Y-%m}{mark}"
