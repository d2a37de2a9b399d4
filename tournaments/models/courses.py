"""Courses: clubs whose members write bots for one variant, and what counts for their marks."""

from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.bots import Bot
from tournaments.models.clubs import Club
from tournaments.models.variants import Variant


class Course(models.Model):
    """What a club that is a course plays, and what counts in it."""

    class Counts(models.TextChoices):
        PLACE = "place", gettext_lazy("the place in the last tournament")
        POINTS = "points", gettext_lazy("the share of all points")
        BEATS = "beats", gettext_lazy("more than half of the points against the bot to beat")

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="course"
    )
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="courses")
    counts = models.CharField(
        max_length=10, choices=Counts, default=Counts.POINTS, help_text="for the marks"
    )
    students = models.JSONField(
        default=dict, blank=True, help_text="the groups of expected students, by user name"
    )
    to_beat = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["club"]

    def __str__(self) -> str:
        return str(self.club)
