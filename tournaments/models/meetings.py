"""The results of versions against each other, updated with each game."""

from collections import defaultdict
from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q

from tournaments.mathematics.meetings import Tally, Two
from tournaments.mathematics.statistics.block_sums import BlockSums
from tournaments.mathematics.statistics.by_play import PlaySums
from tournaments.models.variants import Variant
from tournaments.models.versions import Version


class MeetingQuerySet(models.QuerySet["Meeting"]):
    def of(self, twos: Iterable[Two]) -> "MeetingQuerySet":
        """The meetings of these pairs of versions."""
        opponents: defaultdict[int, list[int]] = defaultdict(list)
        for version, other in twos:
            opponents[version].append(other)
        chosen = Q(pk__in=[])
        for version, others in opponents.items():
            chosen |= Q(version=version, opponent__in=others)
        return self.filter(chosen)


class Meeting(models.Model):
    """The results of a version against another in a variant, added up over their games.

    Games that everybody may see count: no checks, and none of private tournaments or trials.
    Two versions that met have two of them, one from each side. They change only while the row of
    the variant is locked. The sums are those of `BlockSums`, and those that begin with "play" of
    `PlaySums`; `Tally` explains the rest.
    """

    variant = models.ForeignKey(
        Variant, on_delete=models.PROTECT, related_name="meetings", db_index=False
    )
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="meetings", db_index=False
    )
    opponent = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="met_by", db_index=False
    )
    games = models.PositiveIntegerField(default=0, help_text="identical ones counted once")
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    blocks = models.PositiveIntegerField(default=0)
    squared_points = models.PositiveBigIntegerField(default=0, help_text="of half points")
    points_by_games = models.PositiveBigIntegerField(default=0, help_text="of half points")
    squared_games = models.PositiveBigIntegerField(default=0)
    play_games = models.PositiveIntegerField(default=0, help_text="judged, of those games")
    play_blocks = models.PositiveIntegerField(default=0)
    play_points = models.BigIntegerField(default=0, help_text="in ten-thousandths, without luck")
    play_squared_points = models.PositiveBigIntegerField(default=0)
    play_points_by_games = models.BigIntegerField(default=0)
    play_squared_games = models.PositiveBigIntegerField(default=0)
    repeated = models.PositiveIntegerField(default=0, help_text="identical games, not counted")
    day = models.DateField(null=True, blank=True, help_text="of the last rated game, in UTC")
    day_games = models.PositiveIntegerField(
        default=0, help_text="rated on that day, voided ones included, for the daily cap"
    )
    last_matches = models.JSONField(default=list, help_text="ids, the last at the end")
    checked = models.JSONField(
        default=list, blank=True, help_text="its tally at the last check, as `Tally.stored`"
    )
    is_late = models.BooleanField(
        default=False, help_text="a match of before the last check has changed since"
    )

    objects = MeetingQuerySet.as_manager()

    class Meta:
        ordering = ["variant", "version", "opponent"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "opponent", "variant"], name="one_meeting_a_side"
            ),
            models.CheckConstraint(
                condition=Q(games=F("wins") + F("draws") + F("losses")),
                name="a_met_game_is_won_drawn_or_lost",
            ),
            models.CheckConstraint(
                condition=~Q(version=F("opponent")), name="no_version_meets_itself"
            ),
        ]
        indexes = [
            models.Index(fields=["version", "-games"], name="most_met"),
            models.Index(fields=["variant", "day"], name="meetings_by_day"),
            models.Index(fields=["variant"], condition=Q(is_late=True), name="late_meetings"),
        ]

    def __str__(self) -> str:
        return f"{self.version} against {self.opponent}"

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def two(self) -> Two:
        return self.version_id, self.opponent_id

    @property
    def tally(self) -> Tally:
        """Its results, which can be set."""
        sums = BlockSums(*(getattr(self, name) for name in SUMS))
        play = PlaySums(*(getattr(self, name) for name in PLAY))
        day, matches = (self.day, self.day_games), tuple(self.last_matches)
        return Tally(sums, play, self.repeated, *day, matches)

    @tally.setter
    def tally(self, tally: Tally) -> None:
        values = (*tally.sums.values(), *tally.play.values())
        for name, value in zip((*SUMS, *PLAY), values, strict=True):
            setattr(self, name, value)
        self.games, self.repeated = tally.sums.games, tally.repeated
        self.day, self.day_games = tally.day, tally.day_games
        self.last_matches = list(tally.last_matches)


SUMS = BlockSums.__match_args__
PLAY = tuple(f"play_{name}" for name in PlaySums.__match_args__)

TALLY = ("games", *SUMS, *PLAY, "repeated", "day", "day_games", "last_matches")
"""The fields that hold a tally."""
