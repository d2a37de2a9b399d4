"""The games of matches: the unit that is rated, with its seats and its result."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.urls import reverse
from django.utils.translation import gettext_lazy

import engine
from agents.words.speech import say
from tournaments.models.matches import Match
from tournaments.models.record_files import RecordFile, with_names
from tournaments.models.seats import BotSeat, days_between
from tournaments.models.tournaments import Tournament
from tournaments.models.variants import Variant
from tournaments.models.versions import Version


class Unrated(models.TextChoices):
    """Why a finished game is not rated."""

    NO_LEADERBOARD = "no-leaderboard", gettext_lazy("Its variant has no leaderboard.")
    CHECK = "check", gettext_lazy("It checks an upload.")
    TRIAL = "trial", gettext_lazy("It is a game of a trial.")
    PRIVATE = "private", gettext_lazy("Its tournament is private.")
    REMOTE = (
        "remote",
        gettext_lazy("A remote bot plays in it, and only open leaderboards have remote bots."),
    )
    SAME_VERSION = "same-version", gettext_lazy("A version meets itself.")
    ONE_OWNER = "one-owner", gettext_lazy("Two sides belong to one owner.")
    ANOMALY = (
        "anomaly",
        gettext_lazy("The results of its owners are unlikely, and staff look into them."),
    )
    DAILY_CAP = (
        "daily-cap",
        gettext_lazy("Its owners have had the rated games of the day with each other."),
    )


def _record_only(*, at: str) -> Q:
    """Selects games whose record is in one place alone, or was removed; in none with ""."""
    places = ("record_in_row", "record_file", "record_removed_at")
    return Q(**{f"{place}__isnull": place != at for place in places})


class GameQuerySet(models.QuerySet["Game"]):
    def finished(self) -> "GameQuerySet":
        """Games that have been played to their end."""
        return self.filter(ended_at__isnull=False)

    def waiting(self) -> "GameQuerySet":
        """Finished games that are still to be entered into their leaderboards and meetings."""
        return self.filter(is_waiting=True)

    def entered(self) -> "GameQuerySet":
        """Finished games that wait for nothing."""
        return self.finished().filter(is_waiting=False)

    def counted(self) -> "GameQuerySet":
        """Finished games that staff have not voided: those whose results count."""
        return self.finished().filter(voided_at=None)

    def recorded(self) -> "GameQuerySet":
        """Finished games whose records are kept, in their rows or in files."""
        return self.finished().filter(record_removed_at=None)

    def public(self) -> "GameQuerySet":
        """Games of tournaments that everybody may see."""
        return self.filter(match__tournament__in=Tournament.objects.public())


class Game(models.Model):
    """One play of one variant from start to end, between seats: the unit that is rated.

    Whether a game rates is decided once and kept: `unrated_reason`. Until then, a moment after its
    report, it is waiting.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(help_text="within its match")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="games")
    record_in_row = models.JSONField(
        null=True, blank=True, help_text="until it moves to a file; read it as `record`"
    )
    record_file = models.ForeignKey(
        RecordFile, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    record_number = models.PositiveIntegerField(
        null=True, blank=True, help_text="its place in the file, from 0"
    )
    reason = models.CharField(max_length=40, blank=True, help_text="why it ended")
    plies = models.PositiveIntegerField(default=0, help_text="actions taken")
    final = models.CharField(
        max_length=64, blank=True, db_index=True, help_text="the final state's hash, as recorded"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    record_removed_at = models.DateTimeField(
        null=True, blank=True, help_text="when the record was removed, being kept no longer"
    )
    voided_at = models.DateTimeField(null=True, blank=True, help_text="counts no more from then")
    void_reason = models.TextField(blank=True)
    unrated_reason = models.CharField(
        max_length=20, choices=Unrated, blank=True,
        help_text="why a finished game is not rated; empty where it is",
    )  # fmt: skip
    is_waiting = models.BooleanField(
        default=False, help_text="finished, and not yet entered into ledger and meetings"
    )
    is_repetition = models.BooleanField(
        default=False, help_text="the same versions had played the very same game before"
    )

    objects = GameQuerySet.as_manager()

    filed_record: dict[str, Any] | None = None
    """The record, once `load_records` has read it from its file."""

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_game_a_number"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) & _record_only(at="")
                | Q(ended_at__isnull=False)
                & (
                    _record_only(at="record_in_row")
                    | _record_only(at="record_file")
                    | _record_only(at="record_removed_at")
                ),
                name="a_finished_game_has_or_had_a_record",
            ),
            models.CheckConstraint(
                condition=Q(record_file__isnull=True) ^ Q(record_number__isnull=False),
                name="a_record_in_a_file_has_a_place_there",
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) ^ ~Q(void_reason=""),
                name="a_voided_game_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(unrated_reason="") | Q(ended_at__isnull=False),
                name="only_a_finished_game_is_unrated",
            ),
            models.CheckConstraint(
                condition=Q(unrated_reason__in=["", *Unrated.values]),
                name="an_unrated_game_says_why",
            ),
            models.CheckConstraint(
                condition=Q(is_repetition=False) | Q(ended_at__isnull=False),
                name="only_a_finished_game_repeats_another",
            ),
            models.CheckConstraint(
                condition=Q(is_waiting=False)
                | Q(ended_at__isnull=False, unrated_reason="", is_repetition=False),
                name="a_waiting_game_is_finished_and_undecided",
            ),
        ]
        indexes = [
            models.Index(fields=["variant", "ended_at"], name="games_of_a_day"),
            models.Index(fields=["ended_at"], name="games_by_end"),
            models.Index(
                fields=["variant", "ended_at"],
                condition=Q(record_in_row__isnull=False),
                name="games_with_records_in_rows",
            ),
            models.Index(
                fields=["variant", "ended_at"],
                condition=Q(is_waiting=True),
                name="waiting_games",
            ),
            models.Index(
                fields=["variant", "voided_at"],
                condition=Q(voided_at__isnull=False),
                name="games_by_void",
            ),
        ]

    def __str__(self) -> str:
        return say("{match}, game {number}", match=self.match, number=self.number)

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.match_id, self.number])

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def counts(self) -> bool:
        """Whether it is finished and has not been voided."""
        return self.is_over and self.voided_at is None

    @property
    def has_record(self) -> bool:
        """What `GameQuerySet.recorded` selects."""
        return self.is_over and self.record_removed_at is None

    @property
    def record(self) -> dict[str, Any] | None:
        """The record of a finished game, wherever it is; None where it is kept no longer.

        Raises RecordUnavailable and StorageUnavailable. `load_records` reads those of many games.
        """
        load_records([self])
        return self.filed_record or self.record_in_row

    @property
    def kept_record(self) -> dict[str, Any]:
        """The record of a finished game; raises ValueError where it is kept no longer."""
        document = self.record
        if document is None:
            raise ValueError(f"The record of {self} is not kept.")
        return document

    @property
    def record_kept_days(self) -> int | None:
        """How many days its record was kept; None while it is there."""
        return days_between(self.ended_at, self.record_removed_at)


def known_luck() -> Case:
    """The luck of a seat: 0 where there is none to judge, null where it is still to be judged.

    A game without dice and without a random opening has nothing to be judged.
    """
    without_dice = [info.id for info in engine.games() if not info.has_chance]
    is_plain = Q(game__match__opening=[], game__variant__game_id__in=without_dice)
    return Case(When(is_plain, then=Value(0.0)), default=F("luck"))


class SeatQuerySet(models.QuerySet["Seat"]):
    def finished(self) -> "SeatQuerySet":
        """Seats of games that have been played to their end."""
        return self.filter(game__ended_at__isnull=False)

    def of_report(self, game: Game) -> "SeatQuerySet":
        """The seats of a game in their order, with all that its report needs."""
        joined = self.filter(game=game).select_related(
            "version__bot", "game__variant", "game__match__tournament"
        )
        return joined.defer("game__record_in_row", "log", "log_cuts").order_by("number")


class Seat(BotSeat):
    """A version at one seat of a game, with its result."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="seats")
    rank = models.PositiveIntegerField(null=True, blank=True)
    returns = models.FloatField(null=True, blank=True)
    luck = models.FloatField(
        null=True, blank=True, help_text="what throws and the opening gave it, in returns"
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_version_a_seat"),
            *BotSeat.Meta.constraints,
        ]
        indexes = BotSeat.Meta.indexes

    def __str__(self) -> str:
        return f"{self.version} at seat {self.number}"

    @property
    def play(self) -> float | None:
        """What play made of the game, in returns: the result less luck; None until judged."""
        return None if self.luck is None or self.returns is None else self.returns - self.luck

    @property
    def name(self) -> str:
        """The name of the version in this seat."""
        return str(self.version)

    def _ended_at(self) -> datetime | None:
        return self.game.ended_at


def load_records(games: list[Game]) -> list[Game]:
    """The same games, with those of their records that are in files: neighbours by one request.

    Raises RecordUnavailable and StorageUnavailable.
    """
    by_file: dict[int, dict[int, Game]] = defaultdict(dict)
    for game in games:
        if game.record_file_id and game.record_number is not None and not game.filed_record:
            by_file[game.record_file_id][game.record_number] = game
    for pk, filed in by_file.items():
        _read(RecordFile.objects.get(pk=pk), filed)
    return games


def _read(file: RecordFile, filed: dict[int, Game]) -> None:
    """Give games their records, by their numbers in a file."""
    names = _names(filed.values())
    for number, line in file.lines(filed).items():
        game = filed[number]
        if (line["match"], line["number"]) != (game.match_id, game.number):
            raise file.damage
        game.filed_record = with_names(line["record"], names[game.pk])


def _names(games: Iterable[Game]) -> dict[int, list[str]]:
    """The names of the bots in these games, by seats."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=[game.pk for game in games]).order_by("game", "number")
    for game, name in rows.values_list("game", "version__bot__name"):
        names[game].append(name)
    return names
