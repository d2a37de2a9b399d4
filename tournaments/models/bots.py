"""Bots: programs that play, under one name for all their versions."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from agents.words.speech import said
from tournaments.models import names
from tournaments.models.fields import LookField
from tournaments.models.owned import Owned, OwnedQuerySet
from tournaments.models.search import trigram_index


class BotQuerySet(OwnedQuerySet["Bot"]):
    def connected(self, *, now: datetime) -> "BotQuerySet":
        """Remote bots whose program listens now."""
        return self.filter(is_remote=True, connected_until__gte=now)


class Bot(Owned):
    """A program that plays, under one name for all its versions."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    name = models.CharField(
        max_length=40,
        unique=True,
        validators=[
            RegexValidator(
                # Some systems write an accent as a sign of its own, behind its letter.
                r"^(?=[^\W_])[\w .\u0300-\u036f-]+(?<![ ._-])\Z",
                gettext_lazy(
                    "A name begins and ends with a letter or digit; between them letters, digits, "
                    "spaces, dots, underscores and hyphens are allowed."
                ),
            )
        ],
    )
    slug = models.SlugField(max_length=40, unique=True)
    look = LookField(of="name", by=names.look_of_words)
    description = models.TextField(max_length=2000, blank=True)
    open_to_all = models.BooleanField(
        "anyone may enter it",
        default=True,
        help_text=gettext_lazy(
            "Other players may enter this bot in their tournaments, and its games there are rated. "
            "Its code stays private."
        ),
    )
    on_ladders = models.BooleanField(
        "climbs ladders",
        default=True,
        help_text="Its newest version plays on the ladder of every leaderboard that it can.",
    )
    on_open_ladders = models.BooleanField(
        default=False, help_text="A hosted bot also plays on the ladders of open leaderboards."
    )
    is_house = models.BooleanField(default=False, help_text="comes with the platform")
    is_remote = models.BooleanField(
        default=False, help_text="plays from its author's machine; the site has no code of it"
    )
    connected_since = models.DateTimeField(
        null=True, blank=True, help_text="when the newest stream of a remote bot began"
    )
    connected_until = models.DateTimeField(
        null=True, blank=True, help_text="the lease of its streams, which renew it"
    )
    at_once = models.PositiveSmallIntegerField(
        default=1, help_text="the most games that a remote bot plays at once, as it says"
    )
    created_at = models.DateTimeField()

    objects = BotQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["look"], name="one_bot_a_look"),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True) | Q(hidden_at__isnull=False),
                name="a_deleted_bot_is_hidden",
            ),
            models.CheckConstraint(
                condition=Q(is_remote=False) | Q(is_house=False), name="no_house_bot_is_remote"
            ),
            models.CheckConstraint(
                condition=Q(is_remote=True) | Q(connected_until=None),
                name="only_a_remote_bot_connects",
            ),
        ]
        indexes = [
            *Owned.Meta.indexes,
            models.Index(fields=["-created_at", "-id"], name="newest_bots"),
            models.Index(fields=["is_house"], condition=Q(is_house=True), name="house_bots"),
            models.Index(
                fields=["connected_until"], condition=Q(is_remote=True), name="connected_bots"
            ),
            trigram_index("name", name="bots_by_part_of_name"),
            trigram_index("description", name="bots_by_description"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bot", args=[self.slug])

    @property
    def bot(self) -> Self:
        """Itself, as a version has its bot."""
        return self

    def is_connected(self, *, now: datetime) -> bool:
        """What `BotQuerySet.connected` selects."""
        return self.connected_until is not None and self.connected_until >= now

    @property
    def author(self) -> str:
        """The public name of its owner; a neutral one for a deleted bot."""
        # It has a space, so no player can have this name.
        return gettext("former author") if self.deleted_at else self.owner.username

    @property
    def about(self) -> str:
        """Its description, in the reader's language where the platform has written it."""
        return said(self.description) if self.is_house else self.description

    def become_neutral(self, *, now: datetime) -> bool:
        """Delete it but for its row, which gets a neutral name; False if it is already deleted.

        Its owner stays known to the rating rule, by which every game can be judged again.
        """
        self.name, self.slug = f"Deleted bot {self.pk}", f"deleted-bot-{self.pk}"
        deleted = (
            self._rows()
            .kept()
            .update(
                name=self.name,
                slug=self.slug,
                look=names.look_of_words(self.name),
                description="",
                open_to_all=False,
                on_ladders=False,
                on_open_ladders=False,
                connected_until=None,
                hidden_at=now,
                deleted_at=now,
            )
        )
        self.refresh_from_db()
        return deleted == 1
