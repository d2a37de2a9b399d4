"""Clubs: players who belong together, such as a course, with tournaments of their own."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy


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
