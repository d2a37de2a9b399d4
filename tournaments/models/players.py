"""The people who write bots."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from tournaments.models import names
from tournaments.models.fields import LookField


class PlayerManager(UserManager["Player"]):
    """Makes players, and refuses administrators whose names look like another player's."""

    use_in_migrations = False

    def create_superuser(self, username: str, *args: Any, **fields: Any) -> "Player":
        """Raises ValidationError, which `createsuperuser` says as a sentence."""
        Player(username=username).clean()
        return super().create_superuser(username, *args, **fields)


class Player(AbstractUser):
    """A person with an account: owns bots, organises tournaments."""

    ALIKE = "A player has this username, or one that looks like it."

    objects: ClassVar[PlayerManager] = PlayerManager()

    look = LookField(of="username")

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(fields=["look"], name="one_player_a_look")]

    def clean(self) -> None:
        """Raises ValidationError for a name that looks like another player's."""
        super().clean()
        alike = Player.objects.filter(look=names.look(self.username or "")).exclude(pk=self.pk)
        if alike.exists():
            raise ValidationError({"username": self.ALIKE})

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])
