"""The people who write bots."""

from django.contrib.auth.models import AbstractUser
from django.urls import reverse


class Player(AbstractUser):
    """A person with an account: owns bots, organises tournaments."""

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])
