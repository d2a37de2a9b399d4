"""Series: tournaments that recur, with bots that are entered in all of them."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from tournaments.mathematics import recurrence
from tournaments.models.bots import Bot
from tournaments.models.tournament_terms import TournamentTerms
from tournaments.models.variants import Variant


class SeriesQuerySet(models.QuerySet["Series"]):
    def active(self) -> "SeriesQuerySet":
        """Series that have not ended."""
        return self.filter(ended_at=None)


class Series(TournamentTerms):
    """Tournaments that recur, at the same local time. The first is made with the series.

    The latest tournament has its people: its co-organisers, invited players and club go on to the
    next one.
    """

    class Every(models.IntegerChoices):
        DAY = 1, gettext_lazy("every day")
        WEEK = 7, gettext_lazy("every week")
        TWO_WEEKS = 14, gettext_lazy("every two weeks")
        FOUR_WEEKS = 28, gettext_lazy("every four weeks")

    class Scoring(models.TextChoices):
        PLACES = "places", gettext_lazy("points for places")
        POINTS = "points", gettext_lazy("all points of all games")

    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series"
    )
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=80, help_text="its tournaments add their numbers")
    slug = models.SlugField(max_length=100, unique=True)
    submission = models.UUIDField(help_text="of the form it came from: a second click is the same")
    first_at = models.DateTimeField(help_text="the first date")
    zone = models.CharField(max_length=60, help_text="the time zone that keeps the hour")
    every = models.PositiveSmallIntegerField(choices=Every, help_text="days from date to date")
    dates = models.PositiveIntegerField(default=0, help_text="the next date, counted from 0")
    made = models.PositiveIntegerField(default=0, help_text="dates with tournaments so far")
    times = models.PositiveIntegerField(null=True, blank=True, help_text="empty: without end")
    scoring = models.CharField(max_length=10, choices=Scoring, default=Scoring.PLACES)
    division_size = models.PositiveIntegerField(
        null=True, blank=True, help_text="bots in a division; empty: one division for all"
    )
    movers = models.PositiveIntegerField(default=1, help_text="bots promoted between divisions")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True, help_text="no tournament is made then")

    objects = SeriesQuerySet.as_manager()

    class Meta(TournamentTerms.Meta):
        verbose_name_plural = "series"
        ordering = ["name", "pk"]
        constraints = [
            *TournamentTerms.Meta.constraints,
            models.UniqueConstraint(fields=["organiser", "submission"], name="one_series_a_click"),
            models.CheckConstraint(condition=Q(every__gt=0), name="a_series_goes_on"),
            models.CheckConstraint(
                condition=Q(division_size__isnull=True) | Q(division_size__gt=1),
                name="a_division_has_bots",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("series", args=[self.slug])

    def date(self, index: int) -> datetime:
        """The date of this number, from 0."""
        return recurrence.date(self.first_at, index, every=self.every, zone=self.zone)

    def next_index(self, *, now: datetime) -> int:
        """The number of the next date that can be used."""
        return recurrence.next_index(
            self.first_at, self.dates, every=self.every, zone=self.zone, now=now
        )

    @cached_property
    def is_complete(self) -> bool:
        """Whether it has had all of its dates."""
        return self.times is not None and self.made >= self.times

    def end(self, *, now: datetime) -> bool:
        """Make no more tournaments; False if it has ended already."""
        return Series.objects.active().filter(pk=self.pk).update(ended_at=now) == 1


class SeriesEntry(models.Model):
    """A bot that takes part in every tournament of a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="series_entries")
    position = models.PositiveIntegerField(
        default=0, help_text="divisions are filled in this order, which promotion changes"
    )
    entered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "series entries"
        ordering = ["series", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "bot"], name="in_a_series_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.series}"
