"""Clubs: players who belong together, such as a course, with tournaments of their own."""

import secrets
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.models.variants import Variant

MOST_GAMES = 20
"""The most games that the goal of a step may ask for."""


def fresh_join_code() -> str:
    """A code that is hard to guess, and easy to read out."""
    return secrets.token_hex(5)


class ClubQuerySet(models.QuerySet["Club"]):
    def open(self) -> "ClubQuerySet":
        """Clubs that are not closed."""
        return self.filter(closed_at=None)


class Club(models.Model):
    """A group of players. Only its members and staff see it."""

    class Names(models.TextChoices):
        USERNAMES = "usernames", gettext_lazy("usernames")
        DISPLAY = "display", gettext_lazy("names that members choose for this club")

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(max_length=2000, blank=True)
    join_code = models.CharField(max_length=40, unique=True, default=fresh_join_code)
    names = models.CharField(
        "members are shown by", max_length=10, choices=Names, default=Names.USERNAMES
    )
    uploads_close_at = models.DateTimeField(
        null=True, blank=True,
        help_text="versions uploaded later play in no tournament of the club; empty: never",
    )  # fmt: skip
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    def close(self, *, now: datetime) -> bool:
        """End joining and entering for good; False if it is already closed."""
        return Club.objects.open().filter(pk=self.pk).update(closed_at=now) == 1


class ClubMember(models.Model):
    """A player in a club."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", gettext_lazy("organiser")
        MEMBER = "member", gettext_lazy("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    display_name = models.CharField(
        max_length=40, blank=True, help_text="in this club; empty: the username"
    )
    group = models.CharField(max_length=40, blank=True, help_text="for the organisers' tables")
    joined_at = models.DateTimeField()

    class Meta:
        ordering = ["club", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="a_member_once"),
            models.CheckConstraint(
                condition=Q(role__in=["organiser", "member"]), name="a_member_has_a_role"
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def is_organiser(self) -> bool:
        return self.role == self.Role.ORGANISER

    @property
    def shown_name(self) -> str:
        """The name of the member in the club."""
        by_display = self.club.names == Club.Names.DISPLAY
        return (by_display and self.display_name) or self.player.username


class ClubStep(models.Model):
    """A step for the workshop that a teacher has written: a text, code to start with, a goal."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="steps")
    title = models.CharField(max_length=80)
    text = models.TextField(max_length=10_000, help_text="in Markdown")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="+")
    start = models.TextField("code to start with", max_length=20_000)
    opponent = models.CharField(max_length=60, help_text="a house bot, by its code")
    wins = models.PositiveSmallIntegerField(default=6, validators=[MinValueValidator(1)])
    games = models.PositiveSmallIntegerField(default=10, validators=[MaxValueValidator(MOST_GAMES)])

    class Meta:
        ordering = ["club", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(wins__gte=1, wins__lte=F("games"), games__lte=MOST_GAMES),
                name="a_step_has_a_goal",
            )
        ]

    def __str__(self) -> str:
        return self.title
