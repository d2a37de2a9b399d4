"""The people who write bots."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse


class Player(AbstractUser):
    """A person with an account: owns bots, organises tournaments."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_player_a_name",
                violation_error_message="A user with that username already exists.",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])
