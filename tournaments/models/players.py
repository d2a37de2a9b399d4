"""The people who write bots."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from tournaments.models import names
from tournaments.models.fields import LookField


class Player(AbstractUser):
    """A person with an account: owns bots, organises tournaments."""

    ALIKE = "A player has this username, or one that looks like it."

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
