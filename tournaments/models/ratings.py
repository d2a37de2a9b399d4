"""Ratings: live ones, and those that a fit computes from all games at once."""

from collections.abc import Sequence

from django.db import models
from django.db.models import F, Q

from tournaments.mathematics import elo, side_results
from tournaments.mathematics.side_results import SideResult
from tournaments.mathematics.statistics.scale import Z
from tournaments.models.variants import Variant
from tournaments.models.versions import Version
from tournaments.words import Sentence

MANY_GAMES = 100_000
"""Larger numbers of games are not shown exactly."""


class RatingQuerySet(models.QuerySet["Rating"]):
    def with_games(self) -> "RatingQuerySet":
        """Ratings with at least one game: only these are shown."""
        return self.filter(games__gt=0)

    def listed(self) -> "RatingQuerySet":
        """The ratings that leaderboards list: of each bot one."""
        return self.filter(is_listed=True)

    def shown_or_listed(self) -> "RatingQuerySet":
        """Ratings of versions that are not hidden or banned, and all that leaderboards list."""
        return self.shown() | self.listed()

    def shown(self) -> "RatingQuerySet":
        """Ratings of versions and bots that are neither hidden nor banned."""
        free = self.filter(version__banned_at=None, version__bot__banned_at=None)
        return free.filter(version__hidden_at=None, version__bot__hidden_at=None)


class Rating(models.Model):
    """A version's live Elo on a leaderboard: the sum of its ledger, kept for reading."""

    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="ratings")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="ratings")
    start = models.IntegerField(default=elo.START, help_text="thousandths of a point")
    inherited_from = models.ForeignKey(
        Version, on_delete=models.PROTECT, null=True, blank=True, related_name="heirs",
        help_text="the predecessor whose rating it started with",
    )  # fmt: skip
    value = models.IntegerField(default=elo.START, help_text="thousandths of a point")
    entries = models.PositiveIntegerField(
        default=0, help_text="the number of its last entry in the ledger"
    )
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, help_text="of the games: alone in first place")
    draws = models.PositiveIntegerField(default=0, help_text="of the games: a first place shared")
    by_seat = models.JSONField(
        default=dict, help_text="of the games: won, drawn and lost, by the first seat of the side"
    )
    lost_by = models.JSONField(
        default=dict, help_text="lost games by the kind of the own fault, or why the game ended"
    )
    is_listed = models.BooleanField(
        default=False, help_text="of a bot's newest rated version that is not banned"
    )
    checked = models.JSONField(
        default=list, blank=True, help_text="`COUNTED` as replayed to the end of the last stretch"
    )

    COUNTED = ("value", "entries", "games", "wins", "draws", "by_seat", "lost_by")
    """The sums over its games and their corrections."""

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["variant", "-value"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "version"], name="one_rating_a_leaderboard"),
            models.CheckConstraint(
                condition=Q(games__gte=F("wins") + F("draws")),
                name="a_rated_game_is_won_or_drawn_at_most_once",
            ),
        ]
        indexes = [
            models.Index(fields=["variant", "-value"]),
            models.Index(
                fields=["variant", "-value"], condition=Q(is_listed=True), name="listed_ratings"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.elo:.0f}"

    @property
    def elo(self) -> float:
        return self.value / elo.MILLI

    def count(self, change: int, result: SideResult, *, times: int = 1) -> None:
        """Add what a game has changed to this object, unsaved; -1 `times` takes it back."""
        self.value += times * change
        self.entries += 1
        self.games += times
        self.wins += times * result.won
        self.draws += times * result.drawn
        self.by_seat = side_results.with_seat(self.by_seat, result, times=times)
        self.lost_by = side_results.with_loss(self.lost_by, result, times=times)

    @staticmethod
    def count_game(
        sides: Sequence[tuple["Rating", SideResult]],
    ) -> list[tuple["Rating", int, SideResult]]:
        """Count a game of these sides in their objects, unsaved; return what it has changed."""
        changes = elo.deltas(
            [rating.value for rating, _result in sides],
            [rating.games for rating, _result in sides],
            [result.rank for _rating, result in sides],
        )
        pairs = zip(sides, changes, strict=True)
        changed = [(rating, change, result) for (rating, result), change in pairs]
        for rating, change, result in changed:
            rating.count(change, result)
        return changed

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def is_provisional(self) -> bool:
        """Whether it has too few games to say much."""
        return self.games < elo.PROVISIONAL_GAMES


class Fit(models.Model):
    """The ratings of a leaderboard computed from all its games, with standard errors.

    Each row of `seats`: seat, games, score and error.
    """

    variant = models.OneToOneField(Variant, on_delete=models.CASCADE, related_name="fit")
    computed_at = models.DateTimeField()
    games = models.PositiveIntegerField(help_text="counted, identical ones once")
    games_in_full = models.PositiveIntegerField(
        default=0, help_text="of the games: those that the platform or trusted organisers paired"
    )
    step = models.FloatField(
        default=0, help_text="Elo by which versions of a bot differ, estimated from all bots"
    )
    lines = models.PositiveIntegerField(default=0, help_text="places that were written")
    component = models.PositiveIntegerField(default=0, help_text="of its first line")
    seats = models.JSONField(default=list)
    anchors = models.JSONField(
        default=list, help_text="versions whose stated strengths fix the level"
    )
    last_entry = models.PositiveBigIntegerField(
        default=0, help_text="the last of the ledger's entries that it knows"
    )
    digest = models.CharField(max_length=64, default="", help_text="SHA-256 of its lines")

    def __str__(self) -> str:
        return f"{self.variant}, {self.computed_at:%Y-%m-%d %H:%M}"


class FittedPlace(models.Model):
    """A version's line in a fit, as `statistics.places` has it, with how many lines go before it.

    Of each bot only the version has one that was listed then. `place` counts the lines of its
    component alone. Bots that have played too little have none, and come last.
    """

    fit = models.ForeignKey(Fit, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveIntegerField(help_text="from 0, best first")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="fitted_places")
    component = models.PositiveIntegerField(help_text="games connect all that have the same")
    place = models.PositiveIntegerField(null=True, blank=True)
    missing_games = models.PositiveIntegerField(default=0, help_text="for a place")
    missing_owners = models.PositiveIntegerField(default=0, help_text="opponents', for a place")
    rating = models.FloatField(help_text="Elo")
    error = models.FloatField(help_text="standard error, Elo")
    games = models.PositiveIntegerField()
    best = models.PositiveIntegerField(null=True, blank=True)
    worst = models.PositiveIntegerField(null=True, blank=True)
    better_than_next = models.FloatField(null=True, blank=True)
    games_to_separate = models.PositiveBigIntegerField(null=True, blank=True)
    move_seconds = models.FloatField(
        null=True, blank=True,
        help_text="on open leaderboards: the median time that an action took in its last games",
    )  # fmt: skip
    is_gone = models.BooleanField(default=False, help_text="its version is listed no longer")

    class Meta:
        ordering = ["fit", "number"]
        indexes = [
            models.Index(fields=["fit", "number"], condition=Q(is_gone=True), name="gone_lines"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["fit", "number"], name="one_line_a_number"),
            models.UniqueConstraint(fields=["fit", "version"], name="one_line_a_version"),
            models.CheckConstraint(
                condition=Q(place__isnull=False, missing_games=0, missing_owners=0)
                | (Q(place__isnull=True) & ~Q(missing_games=0, missing_owners=0)),
                name="a_line_has_a_place_or_lacks_games",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.rating:.0f}"

    @property
    def low(self) -> float:
        """The lower end of the 95% interval."""
        return self.rating - Z * self.error

    @property
    def high(self) -> float:
        return self.rating + Z * self.error

    @property
    def is_apart(self) -> bool:
        """Whether no chain of games connects it with the first line."""
        return self.component != self.fit.component

    @property
    def is_anchor(self) -> bool:
        """Whether its strength is stated, and fixes the level."""
        return self.version_id in self.fit.anchors

    @property
    def places(self) -> Sentence:
        """The places that cannot be excluded, or what it lacks for a place."""
        if self.best is None:
            lacks = {"games": self.missing_games, "owners": self.missing_owners}
            return Sentence("lacks-for-a-place", **lacks)
        return Sentence("places", best=self.best, worst=self.worst)

    @property
    def to_separate(self) -> Sentence:
        """How many games would separate it from the next line; empty for the last line."""
        if self.games_to_separate is None or self.place is None:
            return Sentence()
        if self.games_to_separate == 0:
            return Sentence("surely-above", rank=self.place + 1)
        neighbours = {"rank": self.place, "next": self.place + 1}
        if self.games_to_separate > MANY_GAMES:
            return Sentence("many-games-apart", **neighbours, most=MANY_GAMES)
        return Sentence("games-apart", **neighbours, games=self.games_to_separate)


class FitCovariance(models.Model):
    """The covariance of a fit's versions, in a table of its own because pages seldom read it.

    `triangle` is the covariance as `statistics.triangle` packs it, with a row for each of
    `versions` in their order.
    """

    fit = models.OneToOneField(Fit, on_delete=models.CASCADE, related_name="covariance")
    versions = models.JSONField(default=list, help_text="ids; not all, where there are very many")
    triangle = models.BinaryField()

    class Meta:
        verbose_name_plural = "fit covariances"

    def __str__(self) -> str:
        return f"{self.fit}: {len(self.versions)} versions"


class LeaderboardOrder(models.Model):
    """The order of a leaderboard's bots at the last check for overtaken ones."""

    variant = models.OneToOneField(Variant, on_delete=models.CASCADE, related_name="order")
    bots = models.JSONField(default=list, help_text="ids, best first")
    looked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.variant}, {self.looked_at:%Y-%m-%d %H:%M}"


class RatingCheck(models.Model):
    """The last comparison of the live ratings with the replayed ledger, and its result."""

    checked_at = models.DateTimeField()
    differences = models.JSONField(
        default=list, help_text="codes with values; empty when all agreed"
    )

    class Meta:
        ordering = ["-checked_at"]

    def __str__(self) -> str:
        return f"{self.checked_at:%Y-%m-%d %H:%M}: {len(self.differences)} differences"

    @property
    def sentences(self) -> list[str]:
        """The differences found, for staff."""
        return [str(Sentence.read(stored)) for stored in self.differences]
