"""Players: the people who have accounts."""

from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import lazy

from tournaments.models import names
from tournaments.models.fields import LookField
from tournaments.models.search import trigram_index
from tournaments.words import Sentence

HOUSE_PLAYER = "house"
"""The name of the player who owns the house bots."""


class PlayerManager(UserManager["Player"]):
    """Makes players, and refuses administrators whose names look like another player's."""

    use_in_migrations = False

    def create_superuser(self, username: str, *args: Any, **fields: Any) -> "Player":
        """Raises ValidationError, which `createsuperuser` says as a sentence."""
        Player(username=username).clean()
        return super().create_superuser(username, *args, **fields)

    def house(self) -> "Player":
        """The player who owns the house bots and organises the platform's own tournaments."""
        owner, created = self.get_or_create(username=HOUSE_PLAYER)
        if created:
            owner.set_unusable_password()
            owner.save()
        return owner


class Player(AbstractUser):
    """A person with an account: owns bots, organises tournaments."""

    ALIKE = lazy(lambda: str(Sentence("username-alike")), str)()

    objects: ClassVar[PlayerManager] = PlayerManager()

    look = LookField(of="username")
    language = models.CharField(
        max_length=10, blank=True, help_text="of mail and feeds; empty: that of the site"
    )
    is_trusted = models.BooleanField(
        "trusted organiser",
        default=False,
        help_text="games of this player's tournaments count in full on leaderboards",
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text="nobody's account from then, under a neutral name"
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["look"], name="one_player_a_look"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True)
                | Q(
                    is_active=False, is_staff=False, is_superuser=False, is_trusted=False, email=""
                ),
                name="a_closed_account_can_do_nothing",
            ),
        ]
        indexes = [trigram_index("username", name="players_by_part_of_name")]

    def clean(self) -> None:
        """Raises ValidationError for a name that looks like another player's."""
        super().clean()
        if self.is_alike():
            raise ValidationError({"username": self.ALIKE})

    def is_alike(self) -> bool:
        """Whether another player has this name, or one that looks like it."""
        alike = Player.objects.filter(look=names.look(self.username or ""))
        return alike.exclude(pk=self.pk).exists()

    def become_neutral(self, *, now: datetime) -> bool:
        """Close the account: its login ends, and its row no longer identifies anybody.

        Bots and results refer to the row, by which every rating can be computed again. False if
        it is closed.
        """
        self.username = f"closed-account-{self.pk}"
        self.first_name = self.last_name = self.email = self.language = ""
        self.is_active = self.is_staff = self.is_superuser = self.is_trusted = False
        self.last_login, self.closed_at = None, now
        self.set_unusable_password()
        if not Player.objects.select_for_update().filter(pk=self.pk, closed_at=None).exists():
            return False
        self.save()
        return True

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])
